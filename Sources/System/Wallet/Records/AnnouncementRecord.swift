// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// One of the hub's working keys, checked against the pinned root key before it was stored.
struct AnnouncementRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "announcement"
    var state = State.kept
    var announcement: Announcement

    init(_ announcement: Announcement) { self.announcement = announcement }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        announcement = try Announcement(decoding: try reader.blob())
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.bytes(announcement.encoded)
    }
}
