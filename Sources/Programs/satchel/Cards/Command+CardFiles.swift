// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Codes
import Glibc
import Keys
import Pocket
import Terminal
import Wallet

extension Option {
    fileprivate static let filePasswordFile = Option(
        "password-file", value: "file", "Read the password of a locked file from a file only you can read.",
        completion: .files)
    fileprivate static let filePasswordDescriptor = Option(
        "password-fd", value: "number", "Read the password of a locked file from an open file descriptor.")
    fileprivate static let locked = Option("locked", "Lock the zip with a password (AES-256), which is asked for.")
    fileprivate static let language = Option(
        "language", value: "code", "The language that passes are wanted in, such as de or pt-BR.", fallback: "en",
        environment: "LANG")
    fileprivate static let erase = Option("erase", "Erase the cards that are here; `undo` brings them back one by one.")
    fileprivate static let withoutPhotos = Option("no-photos", "Without their photos.")
    fileprivate static let format = Option(
        "as", value: "format", "json, catima, catima-csv, link, pkpass or pkpasses.", fallback: "json",
        completion: .choices(["json", "catima", "catima-csv", "link", "pkpass", "pkpasses"]))
}

extension Option {
    fileprivate static let off = Option("off", "Write it no longer.")
}

extension Operand {
    fileprivate static let followingFolder = Operand(
        "folder", "A folder that is there.", count: .optional, completion: .files)
    fileprivate static let importFile = Operand(
        "file", "The file, whatever its format; - for standard input.", completion: .files)
    fileprivate static let exportFile = Operand("file", "Where to write it; - for standard output.", completion: .files)
}

extension Command {
    /// Cards from and to files of other programs.
    static let cardFiles: [Command] = [
        Command(
            "import",
            "Take the cards of a file: this program's JSON, Catima, pkpass, esPass, Fidme, a CSV list and others.",
            discussion: """
                The kind of the file is found by what is in it. All of it is taken or nothing; a bad card is named with \
                its place and does not hold up the others. Importing a file twice changes nothing.
                """,
            options: [.duplicates, .erase, .language, .filePasswordFile, .filePasswordDescriptor, .yes],
            operands: [.importFile],
            examples: [
                .init("satchel cards import catima.zip", "An export of Catima; a locked one asks for its password."),
                .init("satchel cards import cards.json --duplicates merge", "What is here already is completed."),
            ]
        ) { invocation in
            let path = try invocation.operand(.importFile)
            let bytes = try TextFile.bytes(of: path, maximumBytes: CardLimits.importBytes)
            let desk = try CardDesk(invocation)
            let arrived = try invocation.parse(bytes)
            let intake = CardIntake(desk: desk)
            let erase = try intake.erases(invocation.has(.erase), for: arrived)
            let duplicates: ImportPlan.Duplicates = erase ? .skip : try intake.duplicates(in: arrived)
            let language = invocation.value(.language) ?? "en"
            try intake.take(arrived, ImportPlan(erase: erase, duplicates: duplicates, language: language))
        },
        Command(
            "export", "Write cards into a file for this or another program.",
            discussion: """
                JSON has everything, photos too. A Catima zip has up to three photos a card. A pkpass is the original \
                file of a card that came from one; pkpasses has several.
                """,
            options: [.format, .locked, .withoutPhotos, .filePasswordFile, .filePasswordDescriptor],
            operands: [.exportFile, .someCards],
            examples: [
                .init("satchel cards export cards.json", "All cards."),
                .init("satchel cards export catima.zip --as catima --locked", "For Catima, with a password."),
                .init("satchel cards export - 3 --as link", "Print a link to one card."),
            ]
        ) { invocation in
            let path = try invocation.operand(.exportFile)
            let named = try invocation.required(.format, as: CardFormat.init(word:))
            guard path != "-" || !invocation.wantsJSON else {
                throw Failure(.usage, "The file and --json cannot both go to standard output. Name a file.")
            }
            let desk = try CardDesk(invocation)
            let ids = invocation.operands(.someCards).isEmpty ? nil : try desk.cards(.someCards).map(\.id)
            let (bundle, missing) = try desk.cards.export(ids, photos: !invocation.has(.withoutPhotos))
            // Several passes are a file of their own kind.
            let format: CardFormat = named == .pass && bundle.cards.count > 1 ? .passes : named
            let export = try format.write(
                bundle, at: CardDesk.now, password: try invocation.exportPassword(), png: CodeReader.png)
            if path == "-" {
                guard let text = String(validating: export.content, as: UTF8.self) else {
                    throw Failure(.usage, "A file of this format is no text. Name a file.")
                }
                invocation.console.show(text)
            } else {
                try AtomicFile.write(export.content, to: path)
            }
            let problems = missing + export.problems
            // A file of passes holds those cards alone that came from one.
            let count = bundle.cards.count { card in
                format != .passes || card.origin.map { bundle.files[$0] != nil } == true
            }
            let leftOut = bundle.cards.count - count
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "file": .text(path), "format": .text(invocation.value(.format)),
                    "cards": .integer(Int64(count)), "leftOut": .integer(Int64(leftOut)),
                    "problems": .problems(problems),
                ])
            }
            if path != "-" {
                let rest = leftOut > 0 ? ", \(leftOut) left out" : ""
                invocation.console.print(
                    "\(count) card\(count == 1 ? "" : "s") written to \(path)\(rest).".printable())
            }
            for problem in problems {
                invocation.console.note("card \(problem.position): \(problem.reason)".printable())
            }
        },
        Command(
            "follow", "Write all cards into a folder after each change, or say where that happens.",
            discussion: """
                The file is \(CardCase.exportName), JSON with everything, photos too, and not encrypted: for a folder that \
                another program backs up or carries to other devices. It is never written without a card.
                """,
            options: [.off], operands: [.followingFolder],
            examples: [
                .init("satchel cards follow ~/Sync/cards", "From now on, in that folder."),
                .init("satchel cards follow --off", "No longer; the last file stays."),
            ]
        ) { invocation in
            let named = invocation.operands(.followingFolder).first
            guard named == nil || !invocation.has(.off) else {
                throw Failure(.usage, "Say either a folder or --off.")
            }
            let cards = try CardDesk(invocation).cards
            if let named {
                let folder = WalletHome.absolute(named)
                // A wallet without cards writes nothing yet that would find out.
                guard access("\(folder)/.", W_OK | X_OK) == 0 else {
                    throw Failure(.storage, "\(folder) is no folder that can be written into. Make it first.")
                }
                try cards.setExportFolder(folder)
            }
            if invocation.has(.off) { try cards.setExportFolder(nil) }
            let folder = try cards.exportFolder
            invocation.answer(
                ["folder": folder.map { .text($0) } ?? .null],
                folder.map { "All cards are written to \($0)/\(CardCase.exportName) after each change." }
                    ?? "No file follows the cards.")
        },
    ]
}

extension Console {
    /// The text of a file: exactly, or on a terminal without what texts of cards could do to it.
    fileprivate func show(_ text: String) {
        guard isTerminal else { return write(text) }
        print(String(text.map { $0 == "\r\n" ? "\n" : $0 }).printable(keeping: ["\n", "\t"]))
    }
}

extension CardFormat {
    /// The formats that are written, as command lines name them.
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
    /// The cards in a file; asks for the password of a locked one.
    fileprivate func parse(_ bytes: [UInt8]) throws -> CardImport {
        let language = value(.language) ?? "en"
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
            "Password of the file", isNew: isNew, file: .filePasswordFile, descriptor: .filePasswordDescriptor)
    }

    fileprivate func exportPassword() throws -> SecretBytes? {
        guard has(.locked) || has(.filePasswordFile) || has(.filePasswordDescriptor) else { return nil }
        return try filePassword(isNew: true)
    }
}

extension CardIntake {
    /// Whether the cards that are here go: what the command line says, or the person, whose default is no.
    ///
    /// Cards that are all here as they come leave nothing to ask.
    fileprivate func erases(_ isGiven: Bool, for arrived: CardImport) throws -> Bool {
        let count = desk.cards.count
        guard count > 0, desk.isInteractive else { return isGiven }
        guard isGiven || !desk.cards.relations(of: arrived.bundle).allSatisfy({ $0 == .same }) else { return false }
        guard isGiven else {
            return try desk.invocation.console.confirm("Erase the \(count) cards that are here first?")
        }
        guard try desk.invocation.console.confirm("Erase the \(count) cards that are here? You have said --erase.")
        else {
            throw Failure(.failed, "Nothing was imported.")
        }
        return true
    }
}

extension CodeReader {
    /// A picture as PNG, which some formats ask for; nil where it cannot be read.
    fileprivate static func png(of image: [UInt8]) -> [UInt8]? {
        // Safe: a photo that is no picture stays out of the file, and its place is named.
        try? besideThisProgram().picture(of: image, name: "A photo", longestSide: 2048)
    }
}
