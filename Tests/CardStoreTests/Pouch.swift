// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Crypto
import Keys
import CardStore
import SQLite
import Barcodes
import Synchronization
import TestSupport
import Vault

/// Cards in real files, with a clock and a source of chance that tests command.
final class Pouch {
    let folder: ScratchFolder
    let vaultKey: VaultKey
    var now = Moment(seconds: 1_800_000_000) ?? Moment.start
    var onStep: (CardStep) throws -> Void = { _ in }
    var changes: [Set<CardID>] = []
    private(set) var cards: CardLibrary

    init() throws {
        folder = try ScratchFolder(in: .memory)
        vaultKey = try SealedVaultKey.create(
            passphrase: SecretBytes([1]), random: .system, cost: .minimum
        ).1
        cards = try Self.open(folder, vaultKey, box)
        box.pouch = self
    }

    private let box = Box()

    var storePath: String { folder.file("wallet.sqlite") }
    var photoPath: String { folder.file("photos") }
    var photoNames: [String] { Folder.names(in: photoPath) }

    /// As if the program had been started anew.
    @discardableResult
    func reopen() throws -> CardLibrary {
        cards = try Self.open(folder, vaultKey, box)
        return cards
    }

    /// The tables themselves, beside the cards.
    func store() throws -> SealedStore { SealedStore(try database(), vaultKey: vaultKey, random: .system) }

    func database() throws -> Database { try Database(path: storePath) }

    func pass(days: Int64) { now = now.advanced(byMilliseconds: days * 86_400_000) }

    private static func open(_ folder: ScratchFolder, _ vaultKey: VaultKey, _ box: Box) throws -> CardLibrary {
        let store = SealedStore(
            try Database(path: folder.file("wallet.sqlite")), vaultKey: vaultKey, random: .system)
        return try CardLibrary(
            store: store, photos: .folder(folder.file("photos")),
            CardLibrary.Environment(
                clock: { box.pouch?.now ?? Moment.start }, onStep: { try box.pouch?.onStep($0) },
                onChange: { box.pouch?.changes.append($0) }))
    }

    private final class Box { weak var pouch: Pouch? }
}

extension Moment {
    static let start = Moment(seconds: 1_700_000_000) ?? Moment(unchecked: ())
    private init(unchecked: ()) { preconditionFailure("The year 2023 is an instant.") }
}

/// What a test throws at a named step.
struct Stop: Error {}

extension CardID {
    static func made(_ number: Int) -> CardID {
        CardID((0..<16).map { UInt8(truncatingIfNeeded: number >> ((15 - $0) * 8 % 64)) })
    }
}

extension Card {
    static func sample(_ number: Int, store: String = "Shop", note: String = "") -> Card {
        Card(
            id: .made(number), store: store, number: "\(1000 + number)", note: note,
            codes: [CardCode(Symbol(.code128, Array("\(1000 + number)".utf8)))])
    }
}

extension CardImport {
    init(cards: [Card], files: [Digest: [UInt8]] = [:]) { self.init(CardBundle(cards: cards, files: files)) }
}
