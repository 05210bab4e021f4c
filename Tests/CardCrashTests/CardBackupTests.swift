// SPDX-License-Identifier: MIT
import Bytes
import CardCrashRig
import Cards
import CrashRig
import CardStore
import TestSupport
import Testing
import Wallet

/// A lost phone loses nothing: cards and their photos travel in the wallet's backup.
struct CardBackupTests {
    private let folder: ScratchFolder
    private let other: ScratchFolder
    private let passphrase = SecretBytes(Array("backup".utf8))
    private var backup: String { folder.file("backup") }

    init() throws {
        folder = try ScratchFolder(in: .memory)
        other = try ScratchFolder(in: .memory)
        let hand = try CardHand(folder.path)
        try CardDeed.prepare(hand.cards)
        try hand.wallet.backup(to: backup, passphrase: passphrase)
    }

    private func restore() throws {
        let scene = Scene(other.path)
        let environment = scene.environment(of: "alice", at: Scene.start, seed: 2, hub: Line.dead)
        _ = try Wallet.restore(
            from: backup, backupPassphrase: passphrase, into: environment, .passphrase(Scene.passphrase))
    }

    @Test func cardsAndPhotosAreInTheBackup() throws {
        let before = try CardHand(folder.path).cards
        let cards = try before.cards(CardQuery(archive: .all))
        Folder.remove(Scene(folder.path).wallet("alice"))
        try restore()
        let after = try CardHand(other.path).cards
        #expect(try after.cards(CardQuery(archive: .all)) == cards)
        let files = cards.flatMap(\.files)
        #expect(files.count == 4)
        for hash in files { #expect(try !after.file(hash).isEmpty) }
        #expect(try after.undelete(after.deleted()[0].card.id).photos.count == 1)
    }

    @Test func aDamagedPhotoDoesNotHoldUpTheRest() throws {
        var bytes = try File.read(backup)
        bytes[bytes.count - 1] ^= 1
        try File.write(bytes, to: backup)
        try restore()
        let hand = try CardHand(other.path)
        #expect(hand.cards.count == 10)
        #expect(try hand.wallet.activity().contains { $0.event == .damagedPhotos(count: 1) })
        let files = try hand.cards.cards().flatMap(\.files)
        let lost = files.filter { (try? hand.cards.file($0)) == nil }
        #expect(lost.count <= 1)
    }

    @Test func aBackupThatWasCutIsRefusedOrLacksPhotosOnly() throws {
        let bytes = try File.read(backup)
        for count in stride(from: 0, to: bytes.count, by: bytes.count / 40) {
            // With its epochs: the next wallet has the same name, because chance is seeded here.
            Folder.remove(other.file("alice"))
            try File.write(Array(bytes.prefix(count)), to: backup)
            do {
                try restore()
                #expect(try CardHand(other.path).cards.count == 10)
            } catch let error as WalletError {
                #expect(error.code == .badBackup, "\(count) bytes")
                #expect(!Wallet.exists(in: Scene(other.path).wallet("alice")))
            }
        }
    }

    @Test func aForgottenWalletLeavesNoPhoto() throws {
        let place = Scene(folder.path).wallet("alice")
        #expect(!Folder.names(in: place + "/photos").isEmpty)
        try Wallet.forget(folder: place)
        #expect(Folder.names(in: place).isEmpty)
    }
}
