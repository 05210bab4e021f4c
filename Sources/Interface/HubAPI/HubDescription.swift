// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
internal import HTTP

/// The address of a hub and its root key: what an operator gives to a new wallet, as text or QR code.
///
/// Text form: `satchel://join?hub=<url>&root=<base64url of the compressed key>`, and `&proof=root` for a hub that
/// authenticates its connections with a key announced by the root key.
package struct HubDescription: Hashable, Sendable {
    /// `http://` for this machine only, otherwise `https://`; no trailing slash.
    package let url: String
    package let rootKey: P256.PublicKey
    /// Whether only the hub's announced channel keys authenticate connections, whatever certificate authorities have
    /// signed. Otherwise the certificate authorities that the system trusts authenticate the host name.
    package let isProvedByRoot: Bool

    package init(url: String, rootKey: P256.PublicKey, isProvedByRoot: Bool = false) {
        self.isProvedByRoot = isProvedByRoot
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.rootKey = rootKey
    }

    /// Parses the text form.
    ///
    /// - Throws: `HubProblem` with `.badRequest` and a message on what is wrong with the link, also for an address to
    ///   which no request is allowed, such as plain http to another machine.
    package init(link: String) throws {
        let start = "satchel://join?"
        guard link.hasPrefix(start) else {
            throw HubProblem(.badRequest, "This is not a hub's link; one starts with \(start)hub=…")
        }
        var fields: [Substring: Substring] = [:]
        for pair in link.dropFirst(start.count).split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // A repeated or missing value would be ambiguous.
            guard halves.count == 2, fields.updateValue(halves[1], forKey: halves[0]) == nil else {
                throw HubProblem(.badRequest, "The hub's link is damaged. Ask for it again.")
            }
        }
        guard let url = fields["hub"], url.hasPrefix("http://") || url.hasPrefix("https://"), let root = fields["root"]
        else { throw HubProblem(.badRequest, "The hub's link is incomplete. Ask for it again.") }
        guard fields["proof"] == nil || fields["proof"] == "root" && url.hasPrefix("https://") else {
            throw HubProblem(.badRequest, "The hub's link asks for a proof that this program does not know. Update it.")
        }
        do {
            try Client.requireAllowed(String(url))
        } catch let error as HTTPError {
            throw HubProblem(.badRequest, "The hub's link cannot be used. \(error.message)")
        }
        do {
            self.init(
                url: String(url), rootKey: try P256.PublicKey(compressed: try Base64URL.decode(String(root))),
                isProvedByRoot: fields["proof"] != nil)
        } catch {
            throw HubProblem(.badRequest, "The hub's link holds no valid root key. Ask for it again.")
        }
    }

    package var link: String {
        "satchel://join?hub=\(url)&root=\(Base64URL.encode(rootKey.compressed))" + (isProvedByRoot ? "&proof=root" : "")
    }
}
