// SPDX-License-Identifier: MIT
import Keys
import Terminal
import Wallet

extension Option {
    static let backupPassphraseFile = Option(
        "backup-passphrase-file", value: "file", "Read the backup's passphrase from a file only you can read.",
        completion: .files)
    static let backupPassphraseDescriptor = Option(
        "backup-passphrase-fd", value: "number", "Read the backup's passphrase from an open file descriptor.")
}

extension Operand {
    static let backupFile = Operand("file", "The backup file.", completion: .files)
}

extension Command {
    /// Backups, and the end of a wallet.
    static let keeping: [Command] = [
        Command(
            "backup", "Write the whole wallet into one encrypted file.",
            discussion: """
                Make it again after each use: a restored wallet never spends again what it held when the backup was made, \
                because it may have been spent since. The hub returns that money in time.
                """,
            options: [.backupPassphraseFile, .backupPassphraseDescriptor], operands: [.backupFile]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let passphrase = try invocation.passphrase(
                "Passphrase for the backup", isNew: true, file: .backupPassphraseFile,
                descriptor: .backupPassphraseDescriptor)
            let path = try invocation.operand(.backupFile)
            try wallet.backup(to: path, passphrase: passphrase)
            let lost = LostFiles(of: wallet, invocation)
            invocation.answer(
                ["backup": .text(path), "lost": lost.json],
                ["The backup is in \(path). Keep its passphrase elsewhere."] + lost.sentences)
        },
        Command(
            "restore", "Make a wallet from a backup file.",
            options: [.backupPassphraseFile, .backupPassphraseDescriptor],
            operands: [.backupFile]
        ) { invocation in
            let desk = try WalletDesk(invocation)
            guard !Wallet.exists(in: desk.folder) else {
                throw Failure(
                    .conflict,
                    "There is a wallet in \(desk.folder) already, and a restore never replaces one. Use --wallet.")
            }
            let old = try invocation.passphrase(
                "Passphrase of the backup", file: .backupPassphraseFile, descriptor: .backupPassphraseDescriptor)
            let new = try invocation.passphrase("Passphrase of the restored wallet", isNew: true)
            desk.forgetKeys()
            let wallet = try Wallet.restore(
                from: try invocation.operand(.backupFile), backupPassphrase: old, into: desk.environment(),
                .passphrase(new))
            let lost = LostFiles(of: wallet, invocation)
            let sentence =
                "Restored into \(desk.folder). What it held is not spent again; log in and sync to go on: satchel login NAME"
            invocation.answer(["wallet": .text(desk.folder), "lost": lost.json], [sentence] + lost.sentences)
        },
        Command(
            "forget", "Erase the wallet with all its keys and money. There is no way back but a backup.",
            options: [.yes]
        ) {
            invocation in
            let desk = try WalletDesk(invocation)
            if !invocation.has(.yes) {
                guard try invocation.console.confirm("Erase the wallet in \(desk.folder) with everything it holds?")
                else {
                    throw Failure(.failed, "Nothing was erased.")
                }
            }
            desk.forgetKeys()
            try Wallet.forget(folder: desk.folder)
            invocation.answer(["wallet": .text(desk.folder)], "The wallet in \(desk.folder) is erased.")
        },
    ]
}
