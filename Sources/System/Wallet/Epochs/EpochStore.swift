// SPDX-License-Identifier: MIT
package import Keys

/// Stores a wallet's count of spends outside its own store, so that an older store or a copy of it can be detected.
///
/// A wallet's name is 16 random bytes. Every copy of a wallet's store names the same count, and only one of them can
/// hold it at a time.
package protocol EpochStore: Sendable {
    /// Creates the count of a name that was never used. The count is durable when this returns.
    ///
    /// - Returns: as ``HeldEpoch/identity``.
    @discardableResult
    func create(_ wallet: [UInt8], _ mark: EpochMark) throws -> FileIdentity?

    /// Runs `body` while only this caller holds the wallet's count. Other callers wait.
    ///
    /// - Parameter body: gets nil when no count has this name, or the count is damaged.
    /// - Throws: `KeysError` with code `.locked` when another caller does not release the count in time; `body` did not
    ///   run then.
    func hold<R>(_ wallet: [UInt8], _ body: ((any HeldEpoch)?) throws -> R) throws -> R
}

/// The count of a wallet while one caller holds it.
package protocol HeldEpoch: AnyObject {
    /// The mark that the count stores.
    var mark: EpochMark { get }

    /// The identity of the count's file, which a copy of the file does not share; nil where the file system has none.
    var identity: FileIdentity? { get }

    /// Advances the count. The new value is durable when this returns.
    ///
    /// - Throws: `KeysError` with code `.stale` when the number does not grow, or a program that did not hold the count
    ///   has changed it; nothing is written then.
    func advance(to next: EpochMark) throws
}

extension EpochFile.Held: HeldEpoch {}
