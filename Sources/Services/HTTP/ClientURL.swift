// SPDX-License-Identifier: MIT
internal import CCurl

/// A URL as libcurl has parsed it and will connect to it, so that checks and connection cannot interpret it
/// differently.
///
/// C: <https://curl.se/libcurl/c/libcurl-url.html>
struct ClientURL {
    let text: String
    /// The scheme, the host and the port, without path and query.
    let origin: String
    /// The host name or address; an IPv6 address in brackets.
    let host: String

    /// - Throws: ``HTTPError``: `.malformed`, or `.insecure` for plain HTTP to another machine.
    init(_ url: String) throws {
        guard let parsed = curl_url() else { throw HTTPError(.other, "There is no memory left for a URL.") }
        defer { curl_url_cleanup(parsed) }
        guard curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parsed), let host = Self.part(CURLUPART_HOST, of: parsed),
            let text = Self.part(CURLUPART_URL, of: parsed)
        else { throw HTTPError(.malformed, "'\(url)' is not a URL: write it like https://hub.example.") }
        guard Self.part(CURLUPART_USER, of: parsed) == nil, Self.part(CURLUPART_PASSWORD, of: parsed) == nil else {
            throw HTTPError(.malformed, "A URL must not hold a name or a password.")
        }
        switch scheme {
        case "https": break
        case "http":
            guard Self.isLoopback(host) else {
                throw HTTPError(
                    .insecure, "Plain http is allowed to this machine only: use https://\(host) instead.")
            }
        default: throw HTTPError(.malformed, "'\(scheme)' is not supported: use https.")
        }
        self.text = text
        self.host = host
        origin = "\(scheme)://\(host):\(Self.part(CURLUPART_PORT, of: parsed) ?? "")"
    }

    /// Whether a host can only be this machine. curl itself maps localhost to the loopback addresses.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }

    private static func part(_ part: CURLUPart, of parsed: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parsed, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
