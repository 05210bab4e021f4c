// SPDX-License-Identifier: MIT
package import Crypto
internal import FileModel
internal import HubAPI
package import Tokens

/// Everything that the drive takes from outside. Several threads call it at once.
package struct DriveEnvironment {
    package var clock: Clock
    package var random: RandomSource
    /// This device's name, for the names of conflicting files.
    package var device: String
    /// The largest part of a content that one request sends, in bytes.
    package var maximumAppend: UInt64 = 64 << 20
    /// Bytes of a download that may have to be received again after a kill, unless they came within a second.
    package var maximumUnkept: UInt64 = 16 << 20
    /// Called at each named step. If it throws, the drive stops there, as if the process had died.
    package var onStep: (DriveStep) throws -> Void
    /// Whether the process ends: what is under way then stops where it is, as if the process had died.
    package var isEnding: () -> Bool = { false }
    /// Called during transfers with the task, the bytes that are done and all of them.
    package var onProgress: (_ task: Int64, _ done: UInt64, _ total: UInt64) -> Void

    package init(
        clock: Clock, random: RandomSource, device: String, onStep: @escaping (DriveStep) throws -> Void = { _ in },
        onProgress: @escaping (_ task: Int64, _ done: UInt64, _ total: UInt64) -> Void = { _, _, _ in }
    ) {
        self.clock = clock
        self.random = random
        self.device = device
        self.onStep = onStep
        self.onProgress = onProgress
    }

    func freshItem() -> ItemID { ItemID(checked: random.bytes(ItemID.byteCount)) }

    func freshOrder() -> OperationID {
        OperationID(at: clock.now(), milliseconds: clock.milliseconds(), random: random)
    }
}
