// SPDX-License-Identifier: MIT
package import FileModel

/// A message of the event stream without an id: a space that the account may read has changed. The change feed tells
/// how. Hints may be lost.
package struct FilesHint: Codable, Sendable, Equatable {
    /// The name of the message in the stream.
    package static let kind = "files"

    package var space: SpaceID
    /// Of the last change so far.
    package var rev: UInt64

    enum CodingKeys: String, CodingKey { case space = "space", rev = "rev" }

    package init(space: SpaceID, rev: UInt64) {
        self.space = space
        self.rev = rev
    }
}
