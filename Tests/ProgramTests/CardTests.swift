// SPDX-License-Identifier: MIT
import Archives
import Glibc
import TestSupport
import Testing

/// `satchel cards` as a person types it.
struct CardTests {
    private let network: TestNetwork
    private let ann: Person

    init() throws {
        network = try TestNetwork()
        ann = try network.watcher("ann")
    }

    @Test func aFileFollowsTheCardsWhereAPersonWantsIt() throws {
        let network = try TestNetwork()
        let ann = try network.stranger("ann")
        try ann.succeed("init")
        try ann.cards("add", "--store", "Library", "--number", "17")
        let folder = network.file("synchronised")
        try ann.cards("remove", "1", "--yes")
        try ann.refused(["cards", "follow", folder], 8, saying: ["not a writable folder"])
        try ann.cards("undo")
        mkdir(folder, 0o700)
        try ann.cards("follow", folder)
        try ann.cards("add", "--store", "Cinema", "--number", "18")
        let file = String(decoding: try network.bytes("synchronised/satchel-cards.json"), as: UTF8.self)
        #expect(file.contains("Library") && file.contains("Cinema"))
        Folder.remove(folder)
        let added = try ann.satchel(["cards", "add", "--store", "Bakery", "--number", "19"])
        #expect(added.status == 0 && added.complaint.contains("The change is saved"), "\(added.all)")
        try ann.cards("follow", "--off")
        #expect(try ann.cards("follow").output.contains("No folder is set."))
    }

    @Test func aCardIsAddedFoundChangedDeletedAndBroughtBack() throws {
        #expect(try ann.cards("list").output.contains("No cards yet."))
        try ann.cards("add", "--store", "Grocer", "--number", "4006381333931", "--group", "food", "--colour", "#ff0000")
        try ann.cards(
            "add", "--store", "Bücherei", "--number", "a-17", "--as", "code39", "--holder", "Ann", "--expiry",
            "2030-12-31", "--balance", "120", "--star")
        let cards = try ann.cardsJSON("list")
        #expect(cards[0]?["store"]?.text == "Bücherei" && cards[0]?["starred"] == .bool(true))
        #expect(cards[0]?["balance"]?["value"]?.text == "120" && cards[0]?["balance"]?["currency"] == nil)
        #expect(cards[0]?["expiry"]?.text == "2030-12-31T23:59:59.999Z")
        #expect(cards[1]?["codes"]?[0]?["kind"]?.text == "ean13" && cards[1]?["colour"]?.text == "#FF0000")
        #expect(try ann.cards("search", "BUCH", "ann").output.contains("Bücherei"))
        #expect(try ann.cards("search", "nobody").output.contains("No results."))
        #expect(try ann.cards("groups").output.contains("food"))

        try ann.cards("edit", "grocer", "--number", "4006381333948", "--note", "second card", "--balance", "7.5 eur")
        let changed = try ann.cardsJSON("show", "1")
        #expect(changed["note"]?.text == "second card" && changed["balance"]?["value"]?.text == "7.5")
        #expect(changed["codes"]?[0]?["text"]?.text == "4006381333948")
        try ann.cards("archive", "grocer")
        #expect(try ann.stores() == ["Bücherei"] && ann.stores("--archived") == ["Bücherei", "Grocer"])
        try ann.cards("unarchive", "grocer")
        let asked = try ann.satchel(["cards", "remove", "grocer"])
        #expect(asked.status == 11 && asked.complaint.contains("Remove 'Grocer'"), "\(asked.all)")
        #expect(try ann.stores().count == 2)
        try ann.cards("remove", "grocer", "--yes")
        #expect(try ann.stores() == ["Bücherei"])
        #expect(try ann.cards("undo").output.contains("Grocer"))
        #expect(try ann.stores() == ["Bücherei", "Grocer"])
        try ann.cards("remove", "grocer", "--yes")
        try ann.cards("add", "--store", "Grocer", "--number", "4006381333948")
        try ann.refused(["cards", "undo"], 1, saying: ["Could not restore", "number 3 in the list"])
        try ann.refused(["cards", "undo", "--redo"], 1, saying: ["nothing to redo"])
    }

    @Test func whatWasChangedIsBroughtBackStepByStepOrByName() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "1", "--note", "first")
        try ann.cards("add", "--store", "Library", "--number", "2")
        try ann.cards("edit", "grocer", "--note", "second")
        try ann.cards("edit", "library", "--holder", "Ann")
        #expect(try ann.cards("undo", "groc").output.contains("the last change of 'Grocer' (1). It is number 1."))
        #expect(try ann.cardsJSON("show", "1")["note"]?.text == "first")
        #expect(try ann.cards("undo").output.contains("'Library'"))
        try ann.cards("undo", "--redo")
        try ann.cards("undo", "--redo")
        #expect(try ann.cardsJSON("show", "1")["note"]?.text == "second")
        #expect(try ann.cardsJSON("show", "2")["holder"]?.text == "Ann")
        try ann.cards("remove", "1", "--yes")
        #expect(try ann.cards("undo", "grocer").output.contains("Restored the card"))
        try ann.refused(["cards", "undo", "nobody"], 1, saying: ["No card 'nobody' was deleted or changed"])
        try ann.refused(["cards", "undo", "grocer", "--redo"], 2, saying: ["either a card or --redo"])
    }

    @Test func aLostPhotoIsNamedAndTheOthersAreListed() throws {
        let passphrase = try network.write("passphrase", "of the backup\n")
        chmod(passphrase, 0o600)
        let front = network.file("front.png")
        try ann.cards("add", "--store", "Grocer", "--number", "1")
        try ann.cards("show", "1", "--png", front)
        try ann.cards("photos", "add", "1", front)
        let whole = Folder.names(in: ann.photos)
        let back = network.file("back.png")
        try ann.cards("show", "1", "--png", back, "--scale", "9")
        try ann.cards("photos", "add", "1", back)
        for name in Folder.names(in: ann.photos) where !whole.contains(name) {
            try File.write([1], to: ann.photos + "/" + name)
        }
        let list = try ann.cards("photos", "list", "1")
        #expect(list.output.contains("lost") && list.complaint.contains("photo 2: A photo of this card is damaged."))
        let json = try ann.cardsJSON("photos", "list", "1")
        #expect(json[0]?["isLost"] == .bool(false) && json[1]?["bytes"] == nil)
        let words = ["--backup-passphrase-file", passphrase, network.file("backup")]
        let backup = try ann.satchel(["backup"] + words).output
        #expect(backup.contains("1 card photo is lost:\nphoto 2") && backup.contains("photo 2 of 'Grocer' (1)"))
        let restored = try network.stranger("restored").satchel(["restore"] + words)
        #expect(restored.output.contains("photo 2 of 'Grocer' (1): A photo of this card is"), "\(restored.all)")
        let removed = try ann.cards("photos", "remove", "1", "2", "--yes").output
        #expect(removed.contains("To restore it: satchel cards undo."))
        try ann.cards("undo")
        #expect(try ann.cardsJSON("show", "1")["photos"]?[1] != nil)
    }

    @Test func aFullDiskDoesNotHideTheCards() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "4006381333931")
        // No file can grow, as on a full disk.
        let list = try ann.satchelOnAFullDisk("cards", "list", "--json")
        let cards = try list.json()
        #expect(list.status == 0 && cards[0]?["store"]?.text == "Grocer", "\(list.all)")
        let refused = try ann.satchelOnAFullDisk("cards", "star", "1")
        #expect(refused.status == 8 && refused.all.contains("free space"), "\(refused.all)")
        let file = network.file("cards.json")
        let export = try ann.satchelOnAFullDisk("cards", "export", file)
        #expect(export.status == 8 && access(file, F_OK) != 0, "\(export.all)")
        #expect(try ann.cardsJSON("show", "1")["starred"] == .bool(false))
        let lost = try run(
            "/bin/sh", ["-c", "exec \"$@\" >/dev/full", "sh"] + ann.commandLine(["cards", "list"]),
            environment: ann.environment())
        #expect(lost.status == 8 && lost.complaint.contains("could not be printed"), "\(lost.all)")
    }

    @Test func aZipBombIsABadDocument() throws {
        let bomb = network.file("bomb.zip")
        let list = ArchiveEntry("catima.csv", [UInt8](repeating: 0, count: 20_000_000))
        try File.write(try Archive.write([list]), to: bomb)
        try ann.refused(["cards", "import", bomb], 6, saying: ["zip bombs"])
    }

    @Test func aCodeThatReadersPassOverIsSaidToBeOne() throws {
        let run = try ann.cards("add", "--store", "Bus", "--number", "1234", "--as", "itf")
        #expect(run.complaint.contains("Few readers take ITF of fewer than 6 digits"))
        #expect(try ann.cards("edit", "1", "--number", "123456").complaint.isEmpty)
    }

    @Test func theNumberInTheListNamesACardBeforeTheNumberOnAnother() throws {
        try ann.cards("add", "--store", "Bakery", "--number", "2")
        try ann.refused(["cards", "remove", "--yes", ""], 2, saying: ["empty word"])
        try ann.refused(["cards", "edit", " ", "--note", "x"], 2, saying: ["empty word"])
        try ann.cards("add", "--store", "Cinema", "--number", "0815")
        #expect(try ann.cards("star", "1", "0815").output.contains("starred: 'Bakery' (2), 'Cinema' (0815)."))
        #expect(try ann.cards("archive", "1").output.contains("'Bakery' (2)"))
        #expect(try ann.cards("remove", "--yes", "2").output.contains("Removed: 'Cinema' (0815)."))
        // No card of the list has this number any more, and on a card it is printed.
        #expect(try ann.cards("remove", "--yes", "2").output.contains("Removed: 'Bakery' (2)."))
    }

    /// K7: what was number 1 stays number 1, whatever comes before it in the list.
    @Test func numbersInTheListStayWithTheirCards() throws {
        try ann.cards("add", "--store", "Zoo", "--number", "17")
        try ann.cards("add", "--store", "Bakery", "--number", "18")
        let list = try network.write("list.csv", "name,number\nAbbey,19\n")
        try ann.cards("import", list)
        #expect(try ann.stores() == ["Abbey", "Bakery", "Zoo"])
        #expect(try ann.cardsJSON("list")[0]?["no"] == .number(3))
        #expect(try ann.cardsJSON("show", "1")["store"]?.text == "Zoo")
        try ann.cards("remove", "1", "--yes")
        try ann.refused(["cards", "show", "1"], 1, saying: ["There is no card '1'"])
        #expect(try ann.cards("undo").output.contains("It is number 1."))
    }

    /// K6: nothing is put right in silence that may be another number.
    @Test func aNumberThatIsNearlyOneIsAskedAbout() throws {
        try ann.refused(
            ["cards", "add", "--store", "X", "--number", "4006381333932"], 2,
            saying: ["would be 1 in EAN-13", "--as code128"])
        try ann.refused(["cards", "add", "--store", "X", "--number", "12345", "--as", "itf"], 2, saying: ["012345"])
        try ann.cards("add", "--store", "X", "--number", "4006381333932", "--as", "code128")
        #expect(try ann.cardsJSON("show", "1")["colour"] == nil)
        try ann.refused(["code", "draw", "(01)09501101530004", "--as", "code128", "--gs1"], 2, saying: ["would be 3"])
        try ann.refused(["code", "draw", "12345", "--as", "itf"], 2, saying: ["write 012345"])
    }

    /// K7: as most of Europe writes it; where a comma may part thousands, nothing is guessed.
    @Test func aBalanceMayHaveAComma() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "1", "--balance", "7,20 EUR")
        #expect(try ann.cardsJSON("show", "1")["balance"]?["value"]?.text == "7.2")
        try ann.cards("edit", "1", "--balance", "1250,5 eur")
        #expect(try ann.cardsJSON("show", "1")["balance"]?["value"]?.text == "1250.5")
        try ann.refused(["cards", "edit", "1", "--balance", "1,250 EUR"], 2, saying: ["1250 or 1.250"])
    }

    @Test func whatCannotBeIsASentence() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "1")
        try ann.cards("add", "--store", "Grocer", "--number", "2")
        try ann.refused(
            ["cards", "add", "--store", "X", "--number", "4006381333932", "--as", "ean13"], 2,
            saying: ["does not fit", "--as code128"])
        try ann.refused(["cards", "add", "--store", "Grocer", "--number", "1"], 7, saying: ["already"])
        try ann.refused(["cards", "add", "--number", "1"], 2, saying: ["no store"])
        try ann.refused(["cards", "add", "--store", "X", "--number", "3", "--colour", "red"], 2, saying: ["#RRGGBB"])
        try ann.refused(["cards", "show", "grocer"], 2, saying: ["'grocer' matches 2 cards: numbers 1, 2"])
        try ann.refused(["cards", "show", "nowhere"], 1, saying: ["There is no card 'nowhere'"])
        try ann.refused(["cards", "show", "1", "--code"], 1, saying: ["--png"])
        let text = try network.write("note.txt", "no cards here")
        try ann.refused(["cards", "import", text], 6, saying: ["Satchel does not know this kind of card file"])
        try ann.refused(["cards", "receive", text], 6, saying: ["does not contain cards of a wallet"])
        try ann.refused(["cards", "receive"], 2, saying: ["--camera"])
        try ann.refused(["cards", "scan", text], 6, saying: ["note.txt"])
        try ann.refused(["cards", "undo"], 1, saying: ["No card was deleted"])
        try ann.refused(["cards", "scan", text, "--store", "X", "--as", "qr"], 2, saying: ["--as and --code"])
        try ann.cards("add", "--store", "Zoo", "--number", "9", "--as", "none", "--group", "out")
        try ann.refused(["cards", "show", "zoo", "--png", "a.png"], 1, saying: ["satchel cards edit 3 --code TEXT"])
        #expect(try ann.cards("regroup", "out", "").output.contains("Removed the group."))
        #expect(try ann.cards("groups").output.contains("No groups."))
    }

    @Test func aCodeThatIsShownIsReadAsTheSameAndTheCardIsUsed() throws {
        let kinds = [
            ("ean13", "4006381333931"), ("code128", "Abc-9"), ("qr", "Grüße"), ("aztec", "A1"), ("itf", "123456"),
        ]
        for (kind, text) in kinds {
            try ann.cards("add", "--store", kind, "--number", text, "--as", kind)
            let picture = network.file("\(kind).png")
            try ann.cards("show", kind, "--png", picture, "--mm", "60")
            let seen = try ann.cardsJSON("scan", picture)
            #expect(seen[0]?["kind"]?.text == kind)
            #expect(
                seen["items"] == .array([try #require(ann.cardsJSON("show", kind)["codes"]?[0].map(withoutCaption))]))
        }
        // The last one used comes first.
        #expect(try ann.stores("--sort", "used") == kinds.map(\.0).reversed())
        let both = [network.file("ean13.png"), network.file("qr.png")]
        let list = try ann.satchel(["cards", "scan"] + both + ["--store", "New"])
        #expect(list.status == 2 && list.complaint.contains("Choose one with --choose"), "\(list.all)")
        try ann.satchel(["cards", "scan"] + both + ["--store", "New", "--choose", "2", "--keep-photo"]).require()
        let card = try ann.cardsJSON("show", "new")
        #expect(card["number"]?.text == "Grüße" && card["photos"]?[1]?["role"]?.text == "back")
        try ann.cards("scan", both[0], "--into", "new")
        #expect(try ann.cardsJSON("show", "new")["codes"]?[1]?["kind"]?.text == "ean13")
    }

    /// K1: what is shown is the right text of the bytes, and the card that is made draws the same code.
    @Test func aCodeOfForeignBytesBecomesACardThatDrawsIt() throws {
        let codes: [(kind: String, bytes: String, marks: [String], text: String)] = [
            ("databar", "3039353031313031353330303033", [], "09501101530003"),
            ("code128", "3435414243", ["--gs1"], "45ABC"), ("datamatrix", "3132414243444546", ["--gs1"], "12ABCDEF"),
            ("qr", "343535411d34353939", ["--gs1"], "455A\u{1D}4599"), ("aztec", "33374142", ["--gs1"], "37AB"),
            ("qr", "30313039353031313031353330303033313041", ["--gs1"], "(01)09501101530003(10)A"),
            ("qr", "c4e3bac3", [], "你好"), ("datamatrix", "a55fa8ca", [], "北京"), ("pdf417", "bcadbfef", [], "서울"),
            ("aztec", "938c8b9e", [], "東京"), ("qr", "feff67714eac", [], "東京"), ("pdf417", "4dfc6c6c6572", [], "Müller"),
            ("datamatrix", "436166e9", [], "Café"), ("aztec", "c672f8", [], "Ærø"),
        ]
        for (number, code) in codes.enumerated() {
            let (picture, again) = (network.file("\(number).png"), network.file("\(number)-again.png"))
            try ann.satchel(
                ["code", "draw", "--bytes", code.bytes, "--as", code.kind, "--png", picture, "--scale", "4"]
                    + code.marks
            ).require()
            try ann.cards("scan", picture, "--store", "Shop \(number)")
            let card = try ann.cardsJSON("show", "\(number + 1)")
            let kept = try #require(card["codes"]?[0].map(withoutCaption))
            #expect(card["number"]?.text == code.text && kept["text"]?.text == code.text)
            #expect(kept["bytes"]?.text == code.bytes && kept["kind"]?.text == code.kind)
            #expect(kept["gs1"] == .bool(!code.marks.isEmpty || code.kind == "databar"))
            try ann.cards("show", "\(number + 1)", "--png", again, "--mm", "60")
            #expect(try ann.cardsJSON("scan", again)["items"] == .array([kept]))
        }
    }

    @Test func aCodeFollowsTheNumberThatItHeldAndNoOther() throws {
        func code(_ index: Int = 0) throws -> [String?] {
            let code = try ann.cardsJSON("show", "1")["codes"]?[index]
            return [code?["kind"]?.text, code?["text"]?.text]
        }
        try ann.cards("add", "--store", "Grocer", "--number", "400638133393", "--as", "ean13")
        #expect(try code() == ["ean13", "4006381333931"])
        try ann.cards("edit", "1", "--number", "4006381333948")
        #expect(try code() == ["ean13", "4006381333948"])
        try ann.refused(["cards", "edit", "1", "--number", "A-17"], 2, saying: ["--as code"])
        #expect(try ann.cardsJSON("show", "1")["number"]?.text == "4006381333948")
        try ann.cards("edit", "1", "--number", "A-17", "--as", "code39")
        #expect(try code() == ["code39", "A-17"])
        try ann.cards("edit", "1", "--number", "A-18", "--code", "MEMBER/9", "--as", "code128")
        #expect(try code() == ["code128", "MEMBER/9"])
        // What is no copy of the number stays, and is what another kind shows.
        try ann.cards("edit", "1", "--number", "4006381333931")
        #expect(try code() == ["code128", "MEMBER/9"])
        try ann.cards("edit", "1", "--as", "qr")
        #expect(try code() == ["qr", "MEMBER/9"])
        try ann.refused(["cards", "edit", "1", "--as", "ean13"], 2, saying: ["--as"])
        #expect(try code() == ["qr", "MEMBER/9"])
    }

    @Test func filesThatHoldCardsAreTheirOwners() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "17")
        let other = try network.write("other", "not yours")
        for (command, option, name) in [
            ("share", "--text", "a.txt"), ("share", "--svg", "a.svg"), ("share", "--png", "a.png"),
            ("share", "--frames", "a.y4m"), ("show", "--png", "b.png"), ("show", "--svg", "b.svg"),
        ] {
            symlink(other, network.file(name) + ".part")
            try ann.cards(command, "1", option, network.file(name))
            var status = stat()
            #expect(
                lstat(network.file(name), &status) == 0 && status.st_mode == S_IFREG | 0o600, "\(command) \(option)")
        }
        #expect(String(decoding: try network.bytes("other"), as: UTF8.self) == "not yours")
    }

    private func withoutCaption(_ code: JSONValue) -> JSONValue {
        guard case .object(var fields) = code else { return code }
        fields["caption"] = nil
        return .object(fields)
    }

    @Test func photosAreKeptSavedAndRemoved() throws {
        try ann.cards("add", "--store", "Grocer", "--number", "1")
        let photo = network.file("front.png")
        try ann.cards("show", "grocer", "--png", photo)
        try ann.cards("photos", "add", "grocer", photo)
        #expect(try ann.cards("photos", "list", "grocer").output.contains("front"))
        try ann.cards("photos", "save", "grocer", "1", network.file("saved.png"))
        #expect(try network.bytes("saved.png") == network.bytes("front.png"))
        try ann.refused(
            ["cards", "photos", "add", "grocer", network.file("ann.passphrase")], 6, saying: ["not an image"])
        try ann.cards("photos", "remove", "grocer", "1", "--yes")
        #expect(try ann.cards("photos", "list", "grocer").output.contains("no photos"))
    }

    @Test func everyCardComesBackFromAFileAndTwiceChangesNothing() throws {
        for number in 1...3 {
            try ann.cards("add", "--store", "Store \(number)", "--number", "\(number)", "--group", "all")
        }
        let password = ["--password-file", try network.write("lock", "a lock")]
        let bob = try network.watcher("bob")
        for (format, extra) in [("json", []), ("catima", []), ("catima", password), ("catima-csv", [])] {
            let file = network.file("cards.\(format)")
            let export = try ann.satchel(["cards", "export", file, "--as", format] + extra)
            #expect(export.status == 0, "\(export.all)")
            try bob.satchel(["cards", "import", file, "--erase", "--yes"] + extra).require()
            #expect(try bob.stores() == ["Store 1", "Store 2", "Store 3"])
            let again = try bob.satchel(["cards", "import", file, "--json"] + extra).json()
            #expect(again["skipped"] == .number(3) && again["inserted"] == .number(0), "\(format)")
        }
        try ann.satchel(["cards", "export", network.file("locked.zip"), "--as", "catima"] + password).require()
        let wrong = ["--password-file", try network.write("wrong", "another")]
        let refused = try bob.satchel(["cards", "import", network.file("locked.zip")] + wrong)
        #expect(refused.status == 3, "\(refused.all)")
        let link = try ann.cards("export", "-", "1", "--as", "link").output
        #expect(link.hasPrefix("https://catima.app/share#"))
        try bob.cards("edit", "1", "--note", "mine")
        try ann.cards("edit", "1", "--holder", "Ann")
        try ann.cards("export", network.file("new.json"))
        try bob.cards("import", network.file("new.json"), "--duplicates", "merge")
        let merged = try bob.cardsJSON("show", "1")
        #expect(merged["note"]?.text == "mine" && merged["holder"]?.text == "Ann")
        let cancelled = try bob.satchel(["cards", "import", network.file("new.json"), "--duplicates", "cancel"])
        #expect(cancelled.status == 7, "\(cancelled.all)")
    }
}
