// SPDX-License-Identifier: MIT
import Cards
import Codes
import CardStore
import ScreenModels
import Barcodes
import TestSupport
import Testing

@MainActor
struct CardsTests {
    private func card(_ store: String, _ number: String, in session: WalletSession) async throws -> Card {
        let form = CardFormModel(session)
        (form.store, form.number) = (store, number)
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
        return try #require(form.kept)
    }

    @Test func aCardIsMadeShownFoundDeletedAndComesBack() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let model = CardsModel(phone.session)
        await model.reload()
        #expect(model.cards.isEmpty)
        let made = try await card("Grocer", "5901234123457", in: phone.session)
        #expect(made.codes.first?.symbol.symbology == .ean13)
        _ = try await card("Library", "A-17", in: phone.session)
        await model.reload()
        #expect(model.cards.items.map(\.store) == ["Grocer", "Library"])
        model.query.text = "libr"
        await model.reload()
        #expect(model.cards.items.map(\.store) == ["Library"] && model.isSearching)
        model.query.text = ""
        await model.delete([made.id])
        #expect(model.cards.items.map(\.store) == ["Library"] && model.canUndo)
        await model.undo()
        #expect(model.cards.items.count == 2 && !model.canUndo && model.canRedo)
        await model.redo()
        #expect(model.cards.items.map(\.store) == ["Library"] && model.canUndo && !model.canRedo)
        await model.undo()
        #expect(model.cards.items.count == 2)

        let shown = CardModel(made.id, phone.session)
        await shown.load()
        #expect(shown.codes.count == 1 && (try? shown.codes[0].matrix.get()) != nil)
        await shown.markUsed()
        #expect(shown.refusal == nil)
    }

    @Test func aScannedCodeFillsTheNumberInAndStaysAsItIsPrinted() async throws {
        let phone = try await TestNetwork().phone("alice")
        // The likeliest kind of these digits is another one, and typed text would be drawn with other settings.
        let printed = Symbol(.qr, Array("5901234123457".utf8), correction: .qr(.high))
        let folder = try ScratchFolder()
        try printed.drawn().write(to: folder.file("code.png"))
        let intake = Intake()
        #expect(await intake.take(file: folder.file("code.png")) == .other("5901234123457"))
        let seen = try #require(intake.symbol)
        #expect(seen.symbology == .qr && seen.correction == .qr(.high))

        let form = CardFormModel(phone.session)
        (form.store, form.codeText) = ("Grocer", "an earlier text")
        form.take(seen.text, of: seen)
        #expect(form.number == "5901234123457" && form.codeText.isEmpty && form.kind == .chosen(.qr))
        #expect(await form.keep())
        #expect(form.kept?.codes.map(\.symbol) == [seen])

        // Another text is drawn as if it had been typed.
        let other = CardFormModel(phone.session, scanned: (seen.text, seen))
        (other.store, other.number) = ("Library", "A-17-B")
        #expect(await other.keep())
        #expect(other.kept?.codes.first?.symbol == (try Symbol(typed: "A-17-B", as: .qr)))
        #expect(intake.take(text: "A-18") == .other("A-18") && intake.symbol == nil)
    }

    /// K7
    @Test func aListRemindsOfACardThatExpiresSoon() async throws {
        let phone = try await TestNetwork().phone("alice")
        let model = CardsModel(phone.session)
        let now = phone.session.dependencies.cardClock()
        var card = try await card("Grocer", "17", in: phone.session)
        #expect(model.reminder(of: card) == nil)
        func reminder(_ days: Int64) -> String? {
            card.expiry = now.advanced(byMilliseconds: days * 86_400_000)
            return model.reminder(of: card)
        }
        #expect(reminder(-1) == "Expired")
        #expect(reminder(13)?.hasPrefix("Valid until ") == true)
        #expect(reminder(15) == nil)
        try await phone.session.walletService.useCards { try $0.setReminderDays(30) }
        await model.reload()
        #expect(reminder(15)?.hasPrefix("Valid until ") == true && reminder(31) == nil)
    }

    @Test func aFormRefusesWhatNoCodeOrCalendarHolds() async throws {
        let phone = try await TestNetwork().phone("alice")
        let form = CardFormModel(phone.session)
        #expect(!form.canKeep && form.sentence(at: .store) == nil, "nobody has tried yet")
        #expect(await form.keep() == false)
        #expect(form.sentence(at: .store) == "Enter the store." && form.sentence(at: .number) != nil)
        (form.store, form.number, form.kind) = ("Grocer", "not digits", .chosen(.ean13))
        #expect(await form.keep() == false)
        #expect(form.refusal?.word == .refusedCodeCannotHold)
        (form.kind, form.expiry) = (.chosen(.qr), "tomorrow")
        #expect(await form.keep() == false)
        #expect(form.faults == [.expiry] && form.sentence(at: .expiry) != nil && form.sentence(at: .store) == nil)
        form.expiry = "2027-12-31"
        form.ownColour = "#12ab3"
        #expect(form.sentence(at: .colour) != nil && !form.canKeep)
        form.ownColour = "#12ab34"
        #expect(form.colour.hex == "#12AB34" && form.faults.isEmpty)
        #expect(await form.keep())
        #expect(form.kept?.colour?.hex == "#12AB34")
        let again = CardFormModel(phone.session)
        (again.store, again.number) = ("Grocer", "not digits")
        #expect(await again.keep() == false)
        #expect(again.refusal?.word == .refusedDuplicateCard)
        let change = CardFormModel(phone.session, changing: form.kept)
        #expect(change.expiry == "2027-12-31" && change.kind == .chosen(.qr) && change.codeText.isEmpty)
        change.store = "Greengrocer"
        #expect(await change.keep())
        #expect(change.kept?.expiry == form.kept?.expiry && change.kept?.id == form.kept?.id)
    }

    @Test func cardsGoIntoAFileAndAnotherPhoneTakesThemWithoutTwins() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        let bob = try await network.phone("bob")
        for number in 1...5 { _ = try await card("Store \(number)", "N\(number)", in: alice.session) }
        _ = try await card("Store 1", "N1", in: bob.session)
        let path = network.folder.file("cards.zip")
        let exporting = CardsModel(alice.session)
        exporting.exportFormat = .catima
        let file = try #require(await exporting.prepareExport())
        try network.folder.write(file, to: "cards.zip")
        exporting.noteExport(path)
        #expect(exporting.exported?.count == 5 && exporting.exportProblems.isEmpty)
        let model = CardsModel(bob.session)
        await model.read(file: path)
        #expect(model.arrived?.cards.bundle.cards.count == 5 && model.arrived?.duplicates == 1)
        await model.takeArrived()
        #expect(model.report?.inserted == 4 && model.cards.items.count == 5 && model.arrived == nil)
        try network.folder.write(Array("nothing of the kind".utf8), to: "odd.txt")
        await model.read(file: network.folder.file("odd.txt"))
        #expect(model.refusal?.word == .refusedFileFormat && model.arrived == nil)
        await model.read(file: network.folder.file("missing"))
        #expect(model.refusal?.word == .refusedFile)
    }

    @Test func aCardIsHandedToAnotherPhoneByItsCode() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        let bob = try await network.phone("bob")
        let made = try await card("Grocer", "5901234123457", in: alice.session)
        let shown = CardModel(made.id, alice.session)
        await shown.handOver()
        let code = try #require(shown.handover)
        try code.save(to: network.folder.file("card.png"))
        let intake = Intake()
        guard case .cards(let source) = await intake.take(file: network.folder.file("card.png")) else {
            throw UnexpectedResult("\(String(describing: intake.refusal))")
        }
        let model = CardsModel(bob.session)
        await model.read(source)
        await model.takeArrived()
        #expect(model.cards.items.map(\.number) == ["5901234123457"])
    }

    @Test func aPhotoThatIsMadeSmallerForAHandoverIsSaidToBe() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        // What follows a PNG is no part of the picture, and no packing makes it shorter.
        var chance = SystemRandomNumberGenerator()
        let burden = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &chance) }
        let matrix = try QRCode.draw("A photo")
        let picture = try Picture(matrix, .scale(80)).png()
        try network.folder.write(picture + burden, to: "front.png")
        let form = CardFormModel(phone.session)
        (form.store, form.number) = ("Grocer", "12345")
        await form.addPhotos([network.folder.file("front.png")])
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
        let card = CardModel(try #require(form.kept).id, phone.session)
        await card.handOver()
        #expect(card.handover != nil && card.changeSentence == nil && card.missing.isEmpty)
        card.handsPhotos = true
        #expect(card.handover == nil, "codes without photos stayed")
        await card.handOver()
        let code = try #require(card.handover, "\(card.refusal?.detail ?? "")")
        #expect(code.isAnimated)
        let sentence = try #require(card.changeSentence)
        let side = matrix.fullWidth * 80
        #expect(sentence.hasPrefix("1 photo was made smaller: \(side) × \(side) → ") && !sentence.contains("{"))
        card.handsPhotos = false
        #expect(card.handover == nil && card.changeSentence == nil)
    }

    @Test func photosComeWithACardAreShownSmallAndTakenOff() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let picture = try Picture(try QRCode.draw("A photo"), .scale(40)).png()
        for name in ["front.png", "back.png"] { try network.folder.write(picture + Array(name.utf8), to: name) }
        try network.folder.write(Array("no picture".utf8), to: "note.png")
        let form = CardFormModel(phone.session)
        (form.store, form.number) = ("Grocer", "12345")
        await form.addPhotos(["front.png", "back.png", "front.png"].map { network.folder.file($0) })
        #expect(form.photos.map(\.role) == [.front, .back] && form.refusal == nil)
        await form.addPhotos([network.folder.file("note.png")])
        #expect(form.refusal?.word == .refusedNotAnImage && form.photos.count == 2)
        #expect(await form.keep(), "\(form.refusal?.detail ?? "")")
        let made = try #require(form.kept)
        #expect(made.photos.count == 2)

        let shown = CardModel(made.id, phone.session)
        await shown.load()
        #expect(shown.photos.count == 2)
        for photo in shown.photos { #expect(try photo.picture.get().starts(with: [0x89, 0x50])) }

        let change = CardFormModel(phone.session, changing: made)
        #expect(!change.canAddPhoto)
        await change.loadPhotos()
        #expect(change.photos.count == 2 && change.canAddPhoto)
        change.removePhoto(try #require(change.photos.first?.id))
        #expect(await change.keep())
        #expect(change.kept?.photos.map(\.role) == [.back])

        let untouched = CardFormModel(phone.session, changing: change.kept)
        untouched.note = "kept before its photos were read"
        #expect(await untouched.keep())
        #expect(untouched.kept?.photos.count == 1)
        #expect(await shown.delete())
        await shown.load()
        #expect(shown.card.refusal?.word == .refusedNoCard)
    }

    @Test func aFileCanReplaceAllCardsAndBadOnesAreNamed() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        _ = try await card("Library", "A-17", in: phone.session)
        let model = CardsModel(phone.session)
        let good = try #require(await model.prepareExport())
        _ = try await card("Cinema", "B-2", in: phone.session)
        try network.folder.write(good, to: "cards.json")
        await model.read(file: network.folder.file("cards.json"))
        model.erases = true
        await model.takeArrived()
        #expect(model.report?.erased == 2 && model.cards.items.map(\.store) == ["Library"] && !model.erases)
        await model.read(file: network.folder.file("cards.json"))
        await model.takeArrived()
        #expect(model.report?.changedNothing == true && model.report?.skipped == 1)
    }

    @Test func earlierVersionsComeBackOneByOne() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let made = try await card("Grocer", "5901234123457", in: phone.session)
        for note in ["first", "second"] {
            network.time.advance(seconds: 60)
            let change = CardFormModel(phone.session, changing: try await phone.card(made.id))
            change.note = note
            #expect(await change.keep())
        }
        let editing = CardsModel(phone.session)
        await editing.reload()
        #expect(editing.offersUndo && !editing.offersRedo)
        await editing.undo()
        #expect(editing.cards.items.map(\.note) == ["first"] && editing.offersRedo)
        await editing.redo()
        #expect(editing.cards.items.map(\.note) == ["second"] && !editing.offersRedo)
        let other = try await card("Library", "A-17", in: phone.session)
        let cards = CardsModel(phone.session)
        await cards.delete([other.id])
        let former = FormerCardsModel(phone.session)
        await former.load()
        #expect(former.versions.items.count == 3)
        #expect(former.versions.items.filter { !$0.former.wasReplaced }.map(\.former.card.store) == ["Library"])
        let own = FormerCardsModel(phone.session, of: made.id)
        await own.load()
        #expect(own.versions.items.map(\.former.card.note) == ["first", ""])
        #expect(own.versions.items.allSatisfy { !$0.when.isEmpty })
        await own.restore(try #require(own.versions.items.last?.former))
        #expect(own.restored == 1 && own.refusal == nil)
        #expect(try await phone.card(made.id).note.isEmpty)
        #expect(Set(own.versions.items.map(\.former.card.note)) == ["first", "second"])
        await former.load()
        let gone = try #require(own.versions.items.first?.former)
        await former.empty()
        #expect(former.versions.isEmpty)
        await former.restore(gone)
        #expect(former.refusal?.word == .refusedNoCard)
    }

    @Test func everyFormatThatIsWrittenIsOffered() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice")
        let reader = try await network.phone("bob")
        for number in 1...3 { _ = try await card("Store \(number)", "N\(number)", in: phone.session) }
        let model = CardsModel(phone.session)
        await model.reload()
        #expect(CardsModel.exportFormats == [.json, .catima, .catimaCSV, .shareLink, .pass, .passes])
        for format in CardsModel.exportFormats {
            model.exportFormat = format
            model.exportPassword = "a password of a zip"
            let content = await model.prepareExport()
            switch format {
            case .pass, .passes: #expect(content == nil && model.refusal != nil, "none of the cards came from a pass")
            default:
                let file = try #require(content, "\(format): \(model.refusal?.detail ?? "")")
                try network.folder.write(file, to: model.exportName)
                model.noteExport(network.folder.file(model.exportName))
                #expect(model.exported?.count == (format == .shareLink ? 1 : 3))
                let bob = CardsModel(reader.session)
                await bob.read(file: network.folder.file(model.exportName))
                if format == .catima {
                    #expect(bob.lockedFile != nil && bob.arrived == nil)
                    bob.filePassword = "a password of a zip"
                    await bob.read(file: network.folder.file(model.exportName))
                }
                #expect(bob.arrived?.cards.bundle.cards.count == model.exported?.count, "\(format)")
            }
        }
    }
}

extension Phone {
    fileprivate func card(_ id: CardID) async throws -> Card {
        try await session.walletService.useCards { try $0.card(id) }
    }
}
