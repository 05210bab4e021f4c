// SPDX-License-Identifier: MIT
package import Keys

/// Where a wallet's count of spends is kept outside its store, so that an older store, or a copy of it, gives itself away.
///
/// A wallet is named by 16 random bytes. Every copy of a wallet's store names the same count, and one of them at a time
/// has it.
package protocol EpochStore: Sendable {
    /// Starts the count of a name that was never used; durable when it returns.
    ///
    /// - Returns: as ``HeldEpoch/identity``.
    @discardableResult
    func create(_ wallet: [UInt8], _ mark: EpochMark) throws -> FileIdentity?

    /// Runs `body` while this caller alone has the wallet's count; of several callers one after the other.
    ///
    /// - Parameter body: gets nil when there is no count of that name, or it is damaged.
    /// - Throws: `KeysError` with code `.locked` when another caller does not let go in time; `body` did not run then.
    func hold<R>(_ wallet: [UInt8], _ body: ((any HeldEpoch)?) throws -> R) throws -> R
}

/// The count of a wallet in the hand of one caller.
package protocol HeldEpoch: AnyObject {
    /// What the count says.
    var mark: EpochMark { get }

    /// Which file the count is in, where that can be told for life: a copy of the file is another.
    var identity: FileIdentity? { get }

    /// Advances the count; durable when it returns.
    ///
    /// - Throws: `KeysError` with code `.stale` when the number does not grow, or the count was changed by somebody who did
    ///   not hold it; nothing is written then.
    func advance(to next: EpochMark) throws
}

extension EpochFile.Held: HeldEpoch {}
