// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI

/// Paths at a BaluHost: names between slashes, none at the ends, beneath the folder that is named for the user.
enum BaluPath {
    /// Where the drive keeps what the server has no place for. Without a dot: the server takes the last part of an
    /// upload's path for a file's name when it has one.
    static let workName = "satchel-work"

    static func join(_ parts: String...) -> String { parts.joined(separator: "/") }

    /// - Throws: `HubProblem` with `.badName` for a name that JSON cannot carry.
    static func text(of name: FileName) throws -> String {
        guard let text = name.text else {
            throw HubProblem(.badName, "A BaluHost takes names in UTF-8 only. Rename '\(name)'.")
        }
        return text
    }

    /// Percent-encoded, the slashes too. RFC 3986, section 2.3
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: encoded.append(byte)
            default: encoded += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Percent-encoded for a URL's path: the slashes stay.
    static func segments(_ path: String) -> String {
        path.split(separator: "/").map { encoded(String($0)) }.joined(separator: "/")
    }
}
