// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileIO
import FileModel
import HubAPI
import Testing

/// The states of a photo, without a disk or a server.
struct PhotoMachineTests {
    private let content = ContentHash(SHA256.hash([1, 2, 3]))

    private static func stamp(_ size: UInt64 = 3, device: UInt64 = 1) -> FileStamp {
        FileStamp(device: device, inode: 2, size: size, modified: 3, changed: 4, isExecutable: false)
    }

    private var every: [PhotoMachine.State] {
        [
            .found, .hashed(content), .sending(content, task: 7), .done(content), .excluded(.removedHere),
            .excluded(.removedThere), .failed(.forbidden),
        ]
    }

    private func machine(_ state: PhotoMachine.State) -> PhotoMachine {
        PhotoMachine(stamp: Self.stamp(), state: state)
    }

    @Test func aPhotoIsFoundReadSentAndDone() {
        var machine = PhotoMachine(stamp: Self.stamp())
        machine.read(content, Self.stamp())
        let isSent = machine.hear(.none, wasKept: false)
        #expect(isSent)
        machine.order(task: 7)
        #expect(machine.state == .sending(content, task: 7))
        machine.settle(.done)
        #expect(machine.state == .done(content))
    }

    @Test(arguments: HaveState.State.allCases, [false, true])
    func whatTheServerHasIsNotSent(answer: HaveState.State, wasKept: Bool) {
        var machine = machine(.hashed(content))
        let isSent = machine.hear(answer, wasKept: wasKept)
        switch answer {
        case .live: #expect(!isSent && machine.state == .done(content))
        case .trash: #expect(!isSent && machine.state == .excluded(.removedThere))
        case .version, .uploaded, .none: #expect(isSent != wasKept, "what was erased is not sent again")
        }
        #expect(!isSent || machine.state == .hashed(content), "it is sending once a task is written down")
    }

    @Test func anotherStampIsAnotherPhotoUnlessItIsOnItsWay() {
        for state in every {
            var machine = machine(state)
            machine.see(Self.stamp(4))
            #expect(machine.state == (state == .sending(content, task: 7) ? state : .found), "\(state)")
        }
    }

    @Test func theSameStampChangesNothingUnlessItWasGone() {
        for state in every {
            var machine = machine(state)
            machine.see(Self.stamp())
            #expect(machine.state == (state == .excluded(.removedHere) ? .found : state), "\(state)")
        }
    }

    @Test func aMissedPhotoIsGoneOnItsOwnFileSystemAlone() {
        for state in every {
            var (here, elsewhere) = (machine(state), machine(state))
            here.miss(on: 1)
            elsewhere.miss(on: 9)
            #expect(elsewhere.state == state, "the card is not there")
            let isUnsent = [.found, .hashed(content), .failed(.forbidden)].contains(state)
            #expect(here.state == (isUnsent ? .excluded(.removedHere) : state), "\(state)")
        }
    }

    @Test(arguments: [
        (PhotoMachine.Ending.failed(.sourceChanged), PhotoMachine.State.found), (.failed(.sourceGone), .found),
        (.failed(.forbidden), .failed(.forbidden)),
    ]) func aTaskThatFailsSaysWhatIsNext(ending: PhotoMachine.Ending, next: PhotoMachine.State) {
        var machine = machine(.sending(content, task: 7))
        machine.settle(ending)
        #expect(machine.state == next)
    }

    @Test func aForgottenTaskIsAskedAbout() {
        var machine = machine(.sending(content, task: 7))
        machine.settle(.forgotten)
        #expect(machine.state == .hashed(content))
    }

    @Test(arguments: [(DriveReason.forbidden, false), (.notFound, true), (.inTrash, true), (.folderFailed, true)])
    func whatTheUserAloneCanHelpWaitsForTheWish(reason: DriveReason, isTriedByItself: Bool) {
        var (byItself, wished) = (machine(.failed(reason)), machine(.failed(reason)))
        byItself.retry(isRequested: false)
        wished.retry(isRequested: true)
        #expect(byItself.state == (isTriedByItself ? .found : .failed(reason)))
        #expect(wished.state == .found)
    }

    @Test func eventsOutOfTurnChangeNothing() {
        for state in every {
            var machine = machine(state)
            if state != .found { machine.read(content, Self.stamp()) }
            if state != .hashed(content) {
                _ = machine.hear(.live, wasKept: false)
                machine.order(task: 9)
            }
            if state != .sending(content, task: 7) { machine.settle(.done) }
            if state != .failed(.forbidden) { machine.retry(isRequested: true) }
            #expect(machine.state == state)
        }
    }
}

extension PhotoMachineTests {
    @Test(
        arguments: [
            ("IMG_1.JPG", PhotoKind.photo), ("a.b.heic", .photo), ("clip.MOV", .video), ("note.txt", nil), ("jpg", nil),
            (".trashed-1.jpg", nil), ("x.", nil),
        ] as [(String, PhotoKind?)]) func photosAreToldByTheirNames(name: String, kind: PhotoKind?) throws
    {
        #expect(try PhotoKind(of: FileName(name)) == kind)
    }

    @Test func aPhotoIsNamedByItsContent() throws {
        #expect(try FileName("IMG_1.JPG").photo(of: content).text == "IMG_1-039058c6.JPG")
        let long = try FileName(String(repeating: "é", count: 120) + ".jpeg").photo(of: content)
        #expect(long.bytes.count <= FileName.maximumCount && long.text?.hasSuffix("-039058c6.jpeg") == true)
    }
}
