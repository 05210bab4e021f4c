// SPDX-License-Identifier: MIT
import Bytes
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
    /// Backup, restore and erasure of a wallet.
    static let keeping: [Command] = [
        Command(
            "backup", "Write the whole wallet to one encrypted file.",
            discussion: """
                Make a new backup after each use. A restored wallet never spends the offline money of its backup, \
                because it may be spent already. The hub refunds that money after its refund date.
                """,
            options: [.backupPassphraseFile, .backupPassphraseDescriptor], operands: [.backupFile]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let passphrase = try invocation.passphrase(
                "Passphrase for the backup", isNew: true, file: .backupPassphraseFile,
                descriptor: .backupPassphraseDescriptor)
            let path = try invocation.operand(.backupFile)
            try wallet.backup(to: path, passphrase: passphrase)
            let lost = LostFiles(of: wallet, invocation)
            invocation.answer(
                ["backup": .string(path), "lost": lost.json],
                ["Backup written to \(path). Keep its passphrase in another place."] + lost.sentences)
        },
        Command(
            "restore", "Restore a wallet from a backup file.",
            options: [.backupPassphraseFile, .backupPassphraseDescriptor],
            operands: [.backupFile]
        ) { invocation in
            let context = try CommandContext(invocation)
            guard !Wallet.exists(in: context.folder) else {
                throw Failure(
                    .conflict,
                    "\(context.folder) already has a wallet, and restore never replaces one. Use another --wallet.")
            }
            let old = try invocation.passphrase(
                "Backup passphrase", file: .backupPassphraseFile, descriptor: .backupPassphraseDescriptor)
            let new = try invocation.passphrase("Passphrase for the restored wallet", isNew: true)
            context.forgetKeys()
            let wallet = try Wallet.restore(
                from: try invocation.operand(.backupFile), backupPassphrase: old, into: context.environment(),
                .passphrase(new))
            let lost = LostFiles(of: wallet, invocation)
            let sentence =
                "Restored to \(context.folder). The hub refunds the backup's offline money. Next: satchel login NAME"
            invocation.answer(["wallet": .string(context.folder), "lost": lost.json], [sentence] + lost.sentences)
        },
        Command(
            "erase", "Erase the wallet with all its keys and money. Only a backup can bring it back.",
            confirms: true
        ) { invocation in
            let context = try CommandContext(invocation)
            try invocation.confirm("Erase the wallet in \(context.folder) with all its keys and money?")
            context.forgetKeys()
            try Wallet.forget(folder: context.folder)
            try DriveContext.endSession(besideWallet: context.folder)
            invocation.answer(["wallet": .string(context.folder)], "Erased the wallet in \(context.folder).")
        },
    ]
}
