// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc
package import Keys

/// Stores each wallet's count in one small file, in a folder of the state directory and never beside the store.
///
/// A cache directory tag asks backup programs to leave the folder out. Counts that are restored together with their
/// stores would match them and reveal nothing. <https://bford.info/cachedir/>
package struct EpochFolder: EpochStore {
    /// The convention fixes the first line to the byte.
    private static let tag = """
        Signature: 8a477f597d28d172789f06886806bc55
        # Satchel keeps here how often each wallet has spent, so that a wallet from an old backup gives itself away.
        # A backup of this folder would undo that. For the convention see https://bford.info/cachedir/

        """

    private let path: String
    private let timeout: Int

    /// Creates no file.
    ///
    /// - Parameter timeout: how long to wait for another copy of a wallet to release its count, in milliseconds.
    package init(_ path: String, timeout milliseconds: Int = 10_000) {
        self.path = path
        timeout = milliseconds
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
        // Safe: the tag is advice to other programs. A disk without room for it must not stop a payment.
        try? AtomicFile.write(Array(Self.tag.utf8), to: path)
    }

    package func hold<R>(_ wallet: [UInt8], _ body: ((any HeldEpoch)?) throws -> R) throws -> R {
        // An earlier version may have created the folder without the tag.
        markFolder()
        return try file(wallet).hold(body)
    }

    private func file(_ wallet: [UInt8]) -> EpochFile {
        EpochFile(path: path + "/" + Hex.encode(wallet) + ".epoch", timeout: timeout)
    }
}

extension EpochStore where Self == EpochFolder {
    /// Counts in files of a folder.
    package static func folder(_ path: String) -> EpochFolder { EpochFolder(path) }
}
