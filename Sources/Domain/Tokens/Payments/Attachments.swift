// SPDX-License-Identifier: MIT

import Bytes

/// Signed announcements and revocations of the hub that the payer adds to a payment, because the payee's request shows
/// that the payee lacks them.
///
/// Wire: `[[announcement...], revocationList or null]`, an optional last item of a payment.
package struct Attachments: Hashable, Sendable {
    package let announcements: [Announcement]
    package let revocations: RevocationList?

    package init(announcements: [Announcement] = [], revocations: RevocationList? = nil) {
        self.announcements = announcements
        self.revocations = revocations
    }

    /// Chooses what a request's payee lacks, as far as it fits into the payment.
    ///
    /// Announcements go first, because without them the payment may not verify. A list signed by a key that the hub has
    /// replaced is not relayed: that key may be stolen.
    ///
    /// - Parameter room: bytes left in the payload.
    package init(for request: PaymentRequest, from announced: AnnouncementSet, revocations: RevocationList?, room: Int)
    {
        var left = room - Self.overheadBytes
        var chosen: [Announcement] = []
        // A payee verifies records with these. It learns connection keys from the hub itself.
        let useful = announced.since(request.announcementSequence).filter { $0.purpose != .channel }
        for announcement in useful.prefix(Bound.announcements) {
            guard announcement.encoded.count <= left else { break }
            left -= announcement.encoded.count
            chosen.append(announcement)
        }
        let lacks =
            revocations.map {
                $0.shortHash != request.revocationHash && $0.encoded.count <= left
                    && $0.issuer == announced.newest(.revoke)?.keyID
            } ?? false
        self.init(announcements: chosen, revocations: lacks ? revocations : nil)
    }

    /// Bytes of the array heads and the null.
    private static let overheadBytes = 4

    package var isEmpty: Bool { announcements.isEmpty && revocations == nil }

    init(from reader: inout CBORReader) throws {
        try reader.array(of: 2)
        let count = try reader.array(maximum: Bound.announcements)
        announcements = try (0..<count).map { _ in try Announcement(from: &reader) }
        revocations = try reader.null() ? nil : RevocationList(from: &reader)
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.array(announcements.count)
        for announcement in announcements { writer.raw(announcement.encoded) }
        if let revocations { writer.raw(revocations.encoded) } else { writer.null() }
    }
}
