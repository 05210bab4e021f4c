// SPDX-License-Identifier: MIT

/// What becomes of a file that a device and the server know differently.
package enum ConflictResolution: Equatable, Sendable {
    /// Both have the same: the device takes over what the server says, and nothing is sent.
    case adopt
    /// The server's content stands, and the device follows it.
    case followServer
    /// The device's content replaces `base`, on the condition that the server still has it.
    case replace(base: ContentHash)
    /// The device's content becomes a file.
    case create
    /// The server has deleted the file, and the device has changed it: it is created again, and the user is told.
    case createAgain
    /// Both have changed it: the server's keeps id and name, the device's becomes a file with a conflict name.
    case keepBoth
    /// The device has deleted the file, and the server's is as the device knew it.
    case trash
    /// The device has deleted what the server has changed: the change stays, the deletion is dropped.
    case dropDeletion
}

/// Decides by contents alone: no clock decides a conflict, and no content is lost.
package enum ConflictRules {
    /// - Parameters:
    ///   - base: what both had when the device last agreed with the server; nil for a new file, or after a restore of
    ///     the server, when what they agreed on is not known.
    ///   - local: what the device has; nil if it deleted the file or never had it.
    ///   - server: what the server has; nil if it has none that is live.
    package static func resolve(
        base: ContentHash?, local: ContentHash?, server: ContentHash?
    ) -> ConflictResolution {
        guard local != server else { return .adopt }
        guard let base else {
            guard local != nil else { return .followServer }
            return server == nil ? .create : .keepBoth
        }
        if local == base { return .followServer }
        guard local != nil else { return server == base ? .trash : .dropDeletion }
        guard let server else { return .createAgain }
        return server == base ? .replace(base: base) : .keepBoth
    }
}
