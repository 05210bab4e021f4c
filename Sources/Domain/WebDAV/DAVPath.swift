// SPDX-License-Identifier: MIT
internal import Bytes
package import FileModel

/// Where an item is in the tree that WebDAV clients see: a space, and names from its root on.
///
///     /dav/Photos/2026            in the account's own space
///     /dav-spaces/{space}/Photos  in another space that the account may read
///
/// Names are percent-encoded bytes (RFC 3986) and are kept exactly. A name that no item may have, such as `..` in whatever
/// encoding, is refused here; no name is ever looked up on a disk.
package struct DAVPath: Hashable, Sendable {
    /// Nil for the account's own space.
    package let space: SpaceID?
    package let names: [FileName]

    package static let ownPrefix = "/dav"
    package static let spacesPrefix = "/dav-spaces"

    package init(space: SpaceID? = nil, _ names: [FileName] = []) {
        self.space = space
        self.names = names
    }

    /// Whether WebDAV answers for a path.
    package static func covers(_ path: String) -> Bool {
        [ownPrefix, spacesPrefix].contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// - Parameter path: as it stands in a request line, without a query.
    /// - Throws: ``DAVError`` with 404 for a path of another tree, and with 400.
    package init(_ path: String) throws(DAVError) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let prefix = parts.popFirst(), path.hasPrefix("/") else { throw Self.foreign }
        var space: SpaceID?
        if prefix == Self.spacesPrefix.dropFirst() {
            guard let id = parts.popFirst().flatMap({ SpaceID(String($0)) }) else { throw Self.foreign }
            space = id
        } else if prefix != Self.ownPrefix.dropFirst() {
            throw Self.foreign
        }
        // A folder may be named with a slash at its end.
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count <= FilePath.maximumDepth else {
            throw DAVError(414, "The path leads through more than \(FilePath.maximumDepth) folders.")
        }
        var names: [FileName] = []
        for part in parts { names.append(try Self.name(part)) }
        self.init(space: space, names)
    }

    private static let foreign = DAVError(404, "There is nothing at this path.")

    private static func name(_ part: Substring) throws(DAVError) -> FileName {
        guard let bytes = decoded(part) else { throw DAVError(400, "A percent sign of the path is not an encoding.") }
        do throws(FileModelError) {
            return try FileName(bytes)
        } catch {
            throw DAVError(400, error.message)
        }
    }

    private static func decoded(_ part: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    /// - Parameter isFolder: whether a slash ends it. RFC 4918, section 5.2
    package func href(isFolder: Bool) -> String {
        let prefix = space.map { "\(Self.spacesPrefix)/\($0)" } ?? Self.ownPrefix
        let path = names.map { "/" + Self.encoded($0.bytes) }.joined()
        return prefix + path + (isFolder ? "/" : "")
    }

    /// Everything but unreserved characters is encoded. RFC 3986, section 2.3
    private static func encoded(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%" + Hex.encode([byte]).uppercased()
            }
        }.joined()
    }

    package var isRoot: Bool { names.isEmpty }

    /// The folder above; nil for a root.
    package var parent: DAVPath? { isRoot ? nil : DAVPath(space: space, names.dropLast()) }

    package func appending(_ name: FileName) -> DAVPath { DAVPath(space: space, names + [name]) }

    /// Whether this leads to the item at the other path, or to something beneath it.
    package func isWithin(_ other: DAVPath) -> Bool { space == other.space && names.starts(with: other.names) }

    // MARK: - Headers

    /// The path of a `Destination`, or of a tag of `If`: a URI of this server, or a path. RFC 4918, section 10.3
    ///
    /// - Parameter host: the `Host` of the request. A proxy may drop the port, so names alone are compared.
    /// - Throws: ``DAVError`` with 502 for another server.
    package init(reference text: String, host: String?) throws(DAVError) {
        guard !text.hasPrefix("/") else {
            try self.init(text)
            return
        }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty else {
            throw DAVError(400, "This is neither a path nor an address of this server.")
        }
        guard let host, Self.name(ofHost: parts[2]) == Self.name(ofHost: host[...]) else {
            throw DAVError(502, "This server passes nothing on to other servers.")
        }
        guard !parts[3].contains(where: { $0 == "?" || $0 == "#" }) else {
            throw DAVError(400, "An address of a file has neither a query nor a fragment.")
        }
        try self.init("/" + parts[3])
    }

    /// Without a port; brackets of IPv6 addresses stay.
    private static func name(ofHost text: Substring) -> String {
        let end = text.lastIndex(of: "]") ?? text.startIndex
        let colon = text[end...].lastIndex(of: ":") ?? text.endIndex
        return text[..<colon].lowercased()
    }
}
