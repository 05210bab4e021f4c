// SPDX-License-Identifier: MIT
import FileIO
import FileModel
import FileService
import Glibc
import HTTP
import Hub
import HubAPI
import ScreenModels
import TestSupport
import Testing
import Tokens

/// The files of a real hub with its file service on loopback.
@MainActor
struct FilesTests {
    @Test func aWalletWithoutAHubHasNoFiles() async throws {
        let network = try TestNetwork()
        let app = AppModel(network.dependencies("alice"))
        guard case .onboarding(let entrance) = app.phase else { throw UnexpectedResult("There is a wallet.") }
        entrance.begin()
        (entrance.passphrase, entrance.passphraseAgain) = (TestNetwork.passphrase, TestNetwork.passphrase)
        await entrance.create()
        await entrance.skip()
        let session = try #require(app.session)
        await session.caughtUp()
        let model = FilesModel(session)
        await model.load()
        #expect(model.stage == .noAccount)
    }

    @Test func thePasswordOpensAnEmptySpace() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        await model.load()
        #expect(model.stage == .loggedOut(username: "alice") && !model.canLogIn)
        model.password = "a wrong password"
        await model.logIn()
        #expect(model.refusal != nil && model.stage == .loggedOut(username: "alice"))
        let folder = try await place.enter(model)
        #expect(folder.rows.isEmpty && folder.title == nil && model.password.isEmpty && model.offline == nil)
        await model.logOut()
        #expect(model.stage == .loggedOut(username: "alice"))
    }

    @Test func aFileGoesToTheHubAndComesBack() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        let folder = try await place.enter(model)
        var random = SeededRandom(seed: 7)
        let content = random.bytes(300_000)
        await folder.upload([try place.write(content, to: "letter.odt")])
        #expect(folder.rows.items.map(\.name) == ["letter.odt"] && folder.refusal == nil)
        #expect(folder.rows.items.first?.transfer?.state == .waiting(nil))
        await model.transfer()
        let row = try #require(folder.rows.items.first)
        #expect(row.transfer == nil && row.size == 300_000)
        #expect(model.transfers.items.map(\.state) == [.done(.asOrdered)] && model.pending.isEmpty)

        for _ in 1...2 {
            await folder.download(row.item, into: place.pocket)
            await model.transfer()
        }
        #expect(try File.read("\(place.pocket)/letter.odt") == content)
        #expect(try File.read("\(place.pocket)/letter (2).odt") == content)
        #expect(model.transfers.items.first?.path == "\(place.pocket)/letter (2).odt")
        for transfer in model.transfers.items { await model.forget(transfer) }
        #expect(model.transfers.isEmpty)
    }

    @Test func foldersAreMadeOpenedRenamedDeletedAndTakenBack() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        let top = try await place.enter(model)
        #expect(!top.canName)
        top.draft = "Documents"
        #expect(await top.makeFolder())
        await model.transfer()
        let documents = FolderModel(try #require(top.rows.items.first).id, in: top.space, alice.session)
        await documents.load()
        #expect(documents.rows.isEmpty && documents.title == "Documents" && documents.path == "/Documents")
        await documents.upload([try place.write([1, 2, 3], to: "a.txt"), try place.write([1], to: "B.txt")])
        await model.transfer()
        #expect(documents.rows.items.map(\.name) == ["a.txt", "B.txt"])
        documents.order = .largest
        #expect(documents.rows.items.first?.name == "a.txt")

        documents.draft = "B.txt"
        #expect(await documents.rename(try #require(documents.rows.items.first).item) == false)
        #expect(documents.refusal?.word == .refusedFileNameTaken)
        documents.draft = "../c"
        #expect(await documents.rename(try #require(documents.rows.items.first).item) == false)
        #expect(documents.refusal?.word == .refusedFileName)
        documents.draft = "c.txt"
        #expect(await documents.rename(try #require(documents.rows.items.first).item))
        await model.transfer()
        #expect(documents.rows.items.map(\.name) == ["c.txt", "B.txt"])
        top.search = "C.TX"
        await top.load()
        #expect(top.rows.items.map(\.place) == ["/Documents"] && top.rows.items.map(\.name) == ["c.txt"])

        let trash = TrashModel(top.space, alice.session)
        await documents.delete(try #require(documents.rows.items.first).item)
        await model.transfer()
        await trash.load()
        #expect(documents.rows.items.map(\.name) == ["B.txt"] && trash.items.items.count == 1)
        let toast = try #require(alice.session.toasts.toast)
        await alice.session.toasts.undo(toast.id)
        #expect(documents.rows.items.map(\.name).contains("c.txt") && trash.items.isEmpty)
        await documents.delete(try #require(documents.rows.items.first).item)
        await model.transfer()
        await trash.restore(try #require(trash.items.items.first))
        #expect(documents.rows.items.count == 2 && trash.items.isEmpty && trash.refusal == nil)
    }

    @Test func withoutANetworkTheKnownListStaysAndOrdersWait() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        let folder = try await place.enter(model)
        await folder.upload([try place.write([1], to: "old.txt")])
        await model.transfer()
        place.network.counter?.stop()
        await model.ask()
        #expect(model.offline?.word == .refusedUnreachable && model.refreshed != nil)
        await folder.upload([try place.write([2], to: "new.txt")])
        await model.transfer()
        #expect(folder.rows.items.map(\.name) == ["new.txt", "old.txt"])
        guard case .waiting(let reason) = folder.rows.items.first?.transfer?.state else {
            throw UnexpectedResult("\(folder.rows.items)")
        }
        #expect(reason?.word == .refusedUnreachable && model.pending.count == 1)
        try place.network.openCounter()
        await model.transfer()
        await model.ask()
        #expect(model.offline == nil && model.pending.isEmpty)
        #expect(folder.rows.items.allSatisfy { $0.transfer == nil && $0.size == 1 })
    }

    @Test func whatAnotherDeviceChangesShowsAfterTheNextQuestion() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        let folder = try await place.enter(model)
        let other = try place.device("laptop")
        try other.put(place.write([7, 7], to: "theirs.txt"), as: "theirs.txt")
        #expect(folder.rows.isEmpty)
        await model.ask()
        #expect(folder.rows.items.map(\.name) == ["theirs.txt"])
    }

    @Test func whatAnotherProcessOrdersShowsByItself() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        let folder = try await place.enter(model)
        let command = try place.device(inDriveOf: "alice")
        try command.put(place.write([7, 7], to: "ordered.txt"), as: "ordered.txt", drains: false)
        while folder.rows.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(folder.rows.items.map(\.name) == ["ordered.txt"] && model.pending.count == 1)
    }

    @Test func aFileThatIsGoneFailsWithItsReason() async throws {
        let place = try FilesPlace()
        let alice = try await place.network.phone("alice")
        let model = FilesModel(alice.session)
        let folder = try await place.enter(model)
        let path = try place.write([1], to: "short.txt")
        await folder.upload([path])
        unlink(path)
        await model.transfer()
        guard case .failed(let reason) = model.failed.first?.state else { throw UnexpectedResult("\(model.transfers)") }
        #expect(reason.word == .fileGone && folder.rows.isEmpty)
        await model.forget(try #require(model.failed.first))
        #expect(model.failed.isEmpty)
    }

    @Test func sizesAreWrittenForPeople() {
        let words = Localizer(.english)
        #expect(words.size(0) == "0 bytes" && words.size(1) == "1 byte" && words.size(999) == "999 bytes")
        #expect(words.size(1_000) == "1.0\u{A0}kB" && words.size(1_549) == "1.5\u{A0}kB")
        #expect(words.size(9_960) == "10\u{A0}kB" && words.size(999_949) == "1,000\u{A0}kB")
        #expect(words.size(999_950) == "1.0\u{A0}MB" && words.size(10_737_418_240) == "11\u{A0}GB")
        #expect(Localizer(.french).size(1_500_000) == "1,5\u{A0}Mo")
        #expect(words.size(.max) == "18,446,744\u{A0}TB")
    }
}
