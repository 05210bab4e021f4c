// SPDX-License-Identifier: MIT
internal import Bytes

/// The web service at which the issuer of a pass gives its newest copy to those who have the pass.
///
/// Source: Apple, "Wallet Passes", `webServiceURL`, `authenticationToken` and "Send an Updated Pass"
/// (developer.apple.com/documentation/walletpasses). The request contains the pass's own secret.
package struct PassService: Hashable, Sendable {
    /// The whole address of this pass's newest copy: `https`, ASCII, without a user name.
    package let url: String
    /// The host, with its port if the address states one, to show before it is asked. In lower case.
    package let host: String
    private let token: String

    /// The value of the header `Authorization`.
    package var authorization: String { "ApplePass \(token)" }

    static let maximumURL = 1024
    static let maximumToken = 1024
    static let maximumName = 512

    /// The service that a pass names; nil without one, and for one that no request can be sent to.
    package init?(_ entries: [FileEntry]) {
        guard let json = PassFiles(entries)?.passJSON else { return nil }
        self.init(json)
    }

    init?(_ json: JSONValue) {
        guard let base = json["webServiceURL"]?.string?.trimmed, base.utf8.count <= Self.maximumURL,
            let token = json["authenticationToken"]?.string, !token.isEmpty, token.utf8.count <= Self.maximumToken,
            token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let type = json["passTypeIdentifier"]?.string, let serial = json["serialNumber"]?.scalarText,
            !type.isEmpty, !serial.isEmpty, type.utf8.count <= Self.maximumName, serial.utf8.count <= Self.maximumName,
            // As a step of a path, dots would lead elsewhere.
            ![type, serial].contains(where: { $0 == "." || $0 == ".." }), let host = Self.host(of: base)
        else { return nil }
        var start = base[...]
        while start.last == "/" { start.removeLast() }
        url = "\(start)/v1/passes/\(PercentCoding.encode(type))/\(PercentCoding.encode(serial))"
        self.host = host
        self.token = token
    }

    /// The host of an address that every parser reads the same way; nil for any other address.
    private static func host(of url: String) -> String? {
        let scheme = "https://"
        guard url.prefix(scheme.count).lowercased() == scheme,
            url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") })
        else { return nil }
        let authority = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }.lowercased()
        let isIPv6 = authority.first == "["
        guard let end = isIPv6 ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":") ?? authority.endIndex
        else { return nil }
        let name = authority[..<end].dropFirst(isIPv6 ? 1 : 0)
        let rest = authority[end...].dropFirst(isIPv6 ? 1 : 0)
        let letters = isIPv6 ? "0123456789abcdef:." : "0123456789abcdefghijklmnopqrstuvwxyz-."
        guard !name.isEmpty, name.allSatisfy(letters.contains), !name.hasPrefix("."), !name.hasPrefix("-"),
            isIPv6 || isPlain(name),
            rest.isEmpty || rest.first == ":" && rest.count <= 6 && UInt16(rest.dropFirst()) ?? 0 > 0
        else { return nil }
        return authority
    }

    /// Whether a host is a name, or an IPv4 address in its usual form: some parsers also read 127.1 and 0x7f000001.
    private static func isPlain(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, let first = last.first else { return false }
        guard first.isNumber else { return !labels.dropLast().contains("") }
        return labels.count == 4 && labels.allSatisfy { label in UInt8(label).map { "\($0)" == label } ?? false }
    }
}

extension PassService: CustomStringConvertible, CustomReflectable {
    package var description: String { "PassService(\(host), ‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
