// SPDX-License-Identifier: MIT

//  receiving ──last byte, checkpoint──► whole ──renamed──► published
//      │                                  │
//      └──────── a refused flush ─────────┴──────────────► deactivated (in this process; its files are removed)
//
//  | state     | on the disk                                     | after a crash                                   |
//  | --------- | ----------------------------------------------- | ----------------------------------------------- |
//  | receiving | staged bytes, a checkpoint with their hash      | bytes beyond it are cut; appends go on there    |
//  | whole     | all bytes, flushed; nothing refers to them      | hashed again, then published                    |
//  | whole     | renamed already, the checkpoint does not say so | the content is found by its hash: published     |
//  | published | the content under its hash, the journal         | the same answer as before                       |

/// Decides each step of one upload; performs nothing.
///
/// A flush that the kernel has refused ends the upload: the kernel may have dropped the pages and would report the next
/// flush as a success (fsync(2)), so no later checkpoint could be believed.
package struct UploadMachine: Equatable, Sendable {
    /// Why the bytes of an append are not taken.
    package enum Refusal: Error, Equatable, Sendable {
        /// The append does not begin where the upload ends.
        case wrongOffset(expected: UInt64)
        /// The append would exceed the length.
        case tooLong(length: UInt64)
        /// The client has named two lengths, or ends before the one that it has named.
        case inconsistentLength(UInt64)
        /// The upload has all its bytes.
        case alreadyWhole
        /// A flush was refused.
        case deactivated
    }

    /// A checkpoint is due after so many bytes or so much time, whatever comes first.
    package static let checkpointBytes: UInt64 = 4 << 20
    package static let checkpointMilliseconds: UInt64 = 1_000

    package private(set) var state: UploadState
    package private(set) var isDeactivated = false
    /// Bytes that were written, on the disk or not.
    package private(set) var received: UInt64
    /// Bytes that survive a power cut: what a client is told.
    package private(set) var durable: UInt64
    /// Of the whole content; nil as long as it is not known.
    package private(set) var length: UInt64?
    private var lastCheckpoint: UInt64?

    /// An upload that begins, or goes on after a restart.
    package init(length: UInt64?, state: UploadState = .receiving, offset: UInt64 = 0) {
        self.length = state == .receiving ? length : offset
        self.state = state
        received = offset
        durable = offset
    }

    /// An append begins; afterwards bytes are taken at ``received``.
    ///
    /// - Parameters:
    ///   - offset: where the client means to go on.
    ///   - count: how many bytes it announces; nil when it does not know.
    ///   - declared: the length of the whole content, if the client names it now.
    ///   - isLast: whether the content ends with this append.
    /// - Throws: ``Refusal``; nothing has changed then.
    package mutating func begin(
        at offset: UInt64, count: UInt64?, declared: UInt64? = nil, isLast: Bool
    ) throws(Refusal) {
        guard !isDeactivated else { throw .deactivated }
        guard state == .receiving else { throw .alreadyWhole }
        guard offset == durable, received == durable else { throw .wrongOffset(expected: durable) }
        var length = length
        if let declared {
            guard length == nil || length == declared, declared >= received else {
                throw .inconsistentLength(length ?? received)
            }
            length = declared
        }
        if let count {
            let (end, overflows) = offset.addingReportingOverflow(count)
            guard !overflows, end <= length ?? .max else { throw .tooLong(length: length ?? .max) }
            if isLast {
                guard length == nil || length == end else { throw .inconsistentLength(length ?? end) }
                length = end
            }
        }
        self.length = length
    }

    /// Some bytes are about to be written.
    ///
    /// - Throws: ``Refusal`` when they exceed the length.
    package func admit(_ count: UInt64) throws(Refusal) {
        guard !isDeactivated else { throw .deactivated }
        guard state == .receiving else { throw .alreadyWhole }
        let length = length ?? .max
        guard count <= length - received else { throw .tooLong(length: length) }
    }

    /// Some bytes were written.
    ///
    /// - Parameter milliseconds: of a clock that never goes back.
    /// - Returns: whether a checkpoint is due.
    package mutating func wrote(_ count: UInt64, at milliseconds: UInt64) -> Bool {
        received += count
        let last = lastCheckpoint ?? milliseconds
        lastCheckpoint = last
        return received - durable >= Self.checkpointBytes
            || received > durable && milliseconds >= last + Self.checkpointMilliseconds
    }

    /// The bytes that were written are on the disk, and a checkpoint says so.
    package mutating func checkpointed(at milliseconds: UInt64) {
        durable = received
        lastCheckpoint = milliseconds
    }

    /// What was written since the last checkpoint has been cut off again.
    package mutating func rewound() { received = durable }

    /// The client says that the content ends here; the next checkpoint is written as `.whole`.
    ///
    /// - Throws: ``Refusal`` when bytes are missing.
    package mutating func end() throws(Refusal) {
        guard !isDeactivated else { throw .deactivated }
        guard state == .receiving else { throw .alreadyWhole }
        guard length == nil || length == received else { throw .inconsistentLength(length ?? received) }
        length = received
        state = .whole
    }

    /// The checkpoint that says `.whole` could not be written for lack of space.
    package mutating func reopened() {
        precondition(
            state == .whole, "Only an upload that has just ended can be opened again, not one that is \(state).")
        state = .receiving
    }

    package mutating func published() {
        precondition(state == .whole, "Only a whole upload is published, not one that is \(state).")
        state = .published
    }

    /// A flush was refused, or the disk has lost what it had confirmed.
    package mutating func deactivate() { isDeactivated = true }
}
