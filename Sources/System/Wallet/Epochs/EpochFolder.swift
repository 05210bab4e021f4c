// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc
package import Keys

/// One small file a wallet in a folder of the state directory, never beside the store.
///
/// The folder says of itself that backups are to leave it out: counts that came back together with their stores would say
/// what they said then. <https://bford.info/cachedir/>
package struct EpochFolder: EpochStore {
    /// The first line is the convention's, to the byte.
    private static let tag = """
        Signature: 8a477f597d28d172789f06886806bc55
        # Satchel keeps here how often each wallet has spent, so that a wallet from an old backup gives itself away.
        # A backup of this folder would undo that. For the convention see https://bford.info/cachedir/

        """

    private let path: String
    private let patience: Int

    /// Makes nothing yet.
    ///
    /// - Parameter patience: how long another copy of a wallet is waited for, in milliseconds.
    package init(_ path: String, patience milliseconds: Int = 10_000) {
        self.path = path
        patience = milliseconds
    }

    @discardableResult
    package func create(_ wallet: [UInt8], _ mark: EpochMark) throws -> FileIdentity? {
        try PrivateFolder.create(path)
        markFolder()
        return try file(wallet).create(mark)
    }

    private func markFolder() {
        let path = path + "/CACHEDIR.TAG"
        guard access(path, F_OK) != 0, access(self.path, W_OK) == 0 else { return }
        // Safe: it is advice to other programs; a disk without room for it stops no payment.
        try? AtomicFile.write(Array(Self.tag.utf8), to: path)
    }

    package func hold<R>(_ wallet: [UInt8], _ body: ((any HeldEpoch)?) throws -> R) throws -> R {
        // A program of before may have made the folder.
        markFolder()
        return try file(wallet).hold(body)
    }

    private func file(_ wallet: [UInt8]) -> EpochFile {
        EpochFile(path: path + "/" + Hex.encode(wallet) + ".epoch", patience: patience)
    }
}

extension EpochStore where Self == EpochFolder {
    /// The files in a folder.
    package static func folder(_ path: String) -> EpochFolder { EpochFolder(path) }
}
