// SPDX-License-Identifier: MIT
internal import Bytes
package import Tokens

/// A link to a payment request at the payer's hub, as text or QR code: `satchel://request?hub=<first bytes of the
/// hub's id, base64url>&id=<uuid>`.
///
/// It contains no amount and no name: the wallet shows the payer what the hub says.
package struct RequestLink: Hashable, Sendable {
    /// The first bytes of the hub's id, by which a wallet of another hub recognises the mismatch.
    package let hub: [UInt8]
    package let id: OperationID

    private static let start = "satchel://request?"
    private static let maximumCount = 256

    package init(hub: HubID, id: OperationID) {
        self.hub = hub.short
        self.id = id
    }

    /// Parses the text form.
    ///
    /// - Throws: ``HubProblem`` with `.badRequest` and a message on what is wrong with the link.
    package init(text: String) throws {
        guard text.hasPrefix(Self.start), text.utf8.count <= Self.maximumCount else {
            throw HubProblem(.badRequest, "This is not a request's link; one starts with \(Self.start)hub=…")
        }
        let fields = text.dropFirst(Self.start.count).split(separator: "&", omittingEmptySubsequences: false)
        guard fields.count == 2, fields[0].hasPrefix("hub="), fields[1].hasPrefix("id="),
            let id = OperationID(text: String(fields[1].dropFirst(3)))
        else { throw Self.damaged }
        do {
            hub = try Base64URL.decode(String(fields[0].dropFirst(4)))
        } catch {
            throw Self.damaged
        }
        guard hub.count == HubID.shortCount else { throw Self.damaged }
        self.id = id
    }

    package static func isLink(_ text: String) -> Bool { text.hasPrefix(start) }

    private static let damaged = HubProblem(.badRequest, "The request's link is damaged. Ask for it again.")

    package var text: String { "\(Self.start)hub=\(Base64URL.encode(hub))&id=\(id)" }
}
