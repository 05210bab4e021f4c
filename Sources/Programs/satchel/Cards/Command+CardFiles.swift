// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Codes
import Glibc
import Keys
import CardStore
import Terminal
import Wallet

extension Option {
    fileprivate static let filePasswordFile = Option(
        "password-file", value: "file", "Read the password of an encrypted file from a file only you can read.",
        completion: .files)
    fileprivate static let filePasswordDescriptor = Option(
        "password-fd", value: "number", "Read the password of an encrypted file from an open file descriptor.")
    fileprivate static let locked = Option("locked", "Encrypt the zip (AES-256). The command asks for a password.")
    static let passLanguage = Option(
        "language", value: "code", "Language of passes with several, such as de or pt-BR.", fallback: "en",
        environment: "LANG")
    fileprivate static let erase = Option("erase", "Erase all present cards first. `undo` restores them one by one.")
    fileprivate static let withoutPhotos = Option("no-photos", "Leave out the photos.")
    fileprivate static let format = Option(
        "as", value: "format", "Format: json, catima, catima-csv, link, pkpass or pkpasses.", fallback: "json",
        completion: .choices(["json", "catima", "catima-csv", "link", "pkpass", "pkpasses"]))
}

extension Option {
    fileprivate static let off = Option("off", "Stop writing the file.")
}

extension Operand {
    fileprivate static let followingFolder = Operand(
        "folder", "An existing folder.", count: .optional, completion: .files)
    fileprivate static let importFile = Operand(
        "file", "File of any supported format; - for standard input.", completion: .files)
    fileprivate static let exportFile = Operand("file", "File to write; - for standard output.", completion: .files)
}

extension Command {
    /// Import and export of card files.
    static let cardFiles: [Command] = [
        Command(
            "import",
            "Import cards from a file: Satchel's JSON, Catima, pkpass, esPass, Fidme, a CSV list and others.",
            confirms: true,
            discussion: """
                The command detects the format from the content. It imports all cards in one transaction. It reports \
                an invalid card with its position and skips it. Importing a file twice changes nothing.
                """,
            options: [.duplicates, .erase, .passLanguage, .filePasswordFile, .filePasswordDescriptor],
            operands: [.importFile],
            examples: [
                .init("satchel cards import catima.zip", "Import a Catima export. Asks for its password."),
                .init("satchel cards import cards.json --duplicates merge", "Merge with the cards that you have."),
            ]
        ) { invocation in
            let path = try invocation.operand(.importFile)
            let bytes = try TextFile.bytes(of: path, maximumBytes: CardLimits.importBytes)
            let context = try CardContext(invocation)
            let arrived = try invocation.parse(bytes)
            let intake = CardIntake(context: context)
            let erase = try intake.erases(invocation.has(.erase))
            let duplicates: ImportPlan.Duplicates = erase ? .skip : try intake.duplicates(in: arrived)
            let language = invocation.value(.passLanguage) ?? "en"
            try intake.take(arrived, ImportPlan(erase: erase, duplicates: duplicates, language: language))
        },
        Command(
            "export", "Export cards to a file for Satchel or another program.",
            discussion: """
                JSON contains everything, including photos. A Catima zip contains up to three photos of each card. A \
                pkpass is the original file of a card that was imported from one; pkpasses contains several.
                """,
            options: [.format, .locked, .withoutPhotos, .filePasswordFile, .filePasswordDescriptor],
            operands: [.exportFile, .someCards],
            examples: [
                .init("satchel cards export cards.json", "Export all cards."),
                .init("satchel cards export catima.zip --as catima --locked", "Export for Catima, encrypted."),
                .init("satchel cards export - 3 --as link", "Print a link with one card."),
            ]
        ) { invocation in
            let path = try invocation.operand(.exportFile)
            let named = try invocation.required(.format, as: CardFormat.init(word:))
            guard path != "-" || !invocation.wantsJSON else {
                throw Failure(.usage, "The file and --json cannot both go to standard output. Name a file.")
            }
            let context = try CardContext(invocation)
            let ids = invocation.operands(.someCards).isEmpty ? nil : try context.cards(.someCards).map(\.id)
            let (bundle, missing) = try context.cards.export(ids, photos: !invocation.has(.withoutPhotos))
            // Several passes have a file format of their own.
            let format: CardFormat = named == .pass && bundle.cards.count > 1 ? .passes : named
            let export = try format.write(
                bundle, at: CardContext.now, password: try invocation.exportPassword(), png: CodeReader.png)
            if path == "-" {
                guard let text = String(validating: export.content, as: UTF8.self) else {
                    throw Failure(.usage, "This format is binary and cannot go to standard output. Name a file.")
                }
                invocation.console.show(text)
            } else {
                try AtomicFile.write(export.content, to: path)
            }
            let problems = missing + export.problems
            // A file of passes contains only cards that were imported from a pass.
            let count = bundle.cards.count { card in
                format != .passes || card.origin.map { bundle.files[$0] != nil } == true
            }
            let leftOut = bundle.cards.count - count
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "file": .string(path), "format": .string(invocation.value(.format)),
                    "cards": .number(Int64(count)), "leftOut": .number(Int64(leftOut)),
                    "problems": .problems(problems),
                ])
            }
            if path != "-" {
                let rest = leftOut > 0 ? ", \(leftOut) skipped" : ""
                invocation.console.print(
                    "\(count) card\(count == 1 ? "" : "s") written to \(path)\(rest).".printable())
            }
            for problem in problems {
                invocation.console.note("card \(problem.position): \(problem.reason)".printable())
            }
        },
        Command(
            "follow", "Write all cards to a folder after each change, or show the folder.",
            discussion: """
                The file \(CardLibrary.exportName) is JSON with everything, including photos, and it is not encrypted. \
                Use a folder that another program backs up or syncs to other devices. The file is never written \
                without a card.
                """,
            options: [.off], operands: [.followingFolder],
            examples: [
                .init("satchel cards follow ~/Sync/cards", "Write the file to that folder from now on."),
                .init("satchel cards follow --off", "Stop. The last file stays."),
            ]
        ) { invocation in
            let named = invocation.operands(.followingFolder).first
            guard named == nil || !invocation.has(.off) else {
                throw Failure(.usage, "Give either a folder or --off, not both.")
            }
            let cards = try CardContext(invocation).cards
            if let named {
                let folder = WalletHome.absolute(named)
                // A wallet without cards writes no file yet, so check here.
                guard access("\(folder)/.", W_OK | X_OK) == 0 else {
                    throw Failure(.storage, "\(folder) is not a writable folder. Create it first.")
                }
                try cards.setExportFolder(folder)
            }
            if invocation.has(.off) { try cards.setExportFolder(nil) }
            let folder = try cards.exportFolder
            invocation.answer(
                ["folder": folder.map { .string($0) } ?? .null],
                folder.map { "All cards are written to \($0)/\(CardLibrary.exportName) after each change." }
                    ?? "No folder is set. Set one: satchel cards follow FOLDER")
        },
    ]
}

extension Console {
    /// Prints the text of a file: exactly, or on a terminal without control characters.
    fileprivate func show(_ text: String) {
        guard isTerminal else { return write(text) }
        print(String(text.map { $0 == "\r\n" ? "\n" : $0 }).printable(keeping: ["\n", "\t"]))
    }
}

extension CardFormat {
    /// The export format with this name on command lines.
    fileprivate init(word: String) throws {
        switch word {
        case "json": self = .json
        case "catima": self = .catima
        case "catima-csv": self = .catimaCSV
        case "link": self = .shareLink
        case "pkpass": self = .pass
        case "pkpasses": self = .passes
        default: throw Failure(.usage, "choose json, catima, catima-csv, link, pkpass or pkpasses")
        }
    }
}

extension Invocation {
    /// The cards in a file. Asks for the password of an encrypted file.
    fileprivate func parse(_ bytes: [UInt8]) throws -> CardImport {
        let language = value(.passLanguage) ?? "en"
        if has(.filePasswordFile) || has(.filePasswordDescriptor) {
            return try CardFormat.parse(bytes, password: try filePassword(), language: language)
        }
        do {
            return try CardFormat.parse(bytes, language: language)
        } catch let error as CardsError where error.code == .passwordNeeded {
            return try CardFormat.parse(bytes, password: try filePassword(), language: language)
        }
    }

    private func filePassword(isNew: Bool = false) throws -> SecretBytes {
        try passphrase(
            "File password", isNew: isNew, file: .filePasswordFile, descriptor: .filePasswordDescriptor)
    }

    fileprivate func exportPassword() throws -> SecretBytes? {
        guard has(.locked) || has(.filePasswordFile) || has(.filePasswordDescriptor) else { return nil }
        return try filePassword(isNew: true)
    }
}

extension CardIntake {
    /// Whether to erase the present cards first, which only the option can ask for.
    fileprivate func erases(_ isGiven: Bool) throws -> Bool {
        let count = context.cards.count
        if isGiven, count > 0 { try context.invocation.confirm("Erase your \(count) cards before the import?") }
        return isGiven
    }
}

extension CodeReader {
    /// A picture as PNG, which some formats require; nil if it cannot be read.
    fileprivate static func png(of image: [UInt8]) -> [UInt8]? {
        // Safe: the export leaves an unreadable photo out and reports its position.
        try? besideThisProgram().picture(of: image, name: "A photo", longestSide: 2048)
    }
}
