// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
internal import HTTP

/// Where a hub is and which root key it must show: what an operator hands to a new wallet, as text or QR.
///
/// Text form: `satchel://join?hub=<url>&root=<base64url of the compressed key>`, and `&proof=root` for a hub that proves
/// its end of a connection with a key that the root key has announced.
package struct HubDescription: Hashable, Sendable {
    /// `http://` only for this machine itself, `https://` otherwise; no trailing slash.
    package let url: String
    package let rootKey: P256.PublicKey
    /// Whether connections are trusted for the hub's announced channel keys alone, whatever any authority has signed;
    /// otherwise the authorities that the system trusts vouch for the name in the address.
    package let isProvedByRoot: Bool

    package init(url: String, rootKey: P256.PublicKey, isProvedByRoot: Bool = false) {
        self.isProvedByRoot = isProvedByRoot
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.rootKey = rootKey
    }

    /// Reads the text form.
    ///
    /// - Throws: `HubProblem` with `.badRequest` and a sentence that says what is wrong with the link: also for an address
    ///   that no request would be sent to, such as plain http to another machine.
    package init(link: String) throws {
        let start = "satchel://join?"
        guard link.hasPrefix(start) else {
            throw HubProblem(.badRequest, "This is not a hub's link; one starts with \(start)hub=…")
        }
        var fields: [Substring: Substring] = [:]
        for pair in link.dropFirst(start.count).split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Two values, or none, could be read in two ways.
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
