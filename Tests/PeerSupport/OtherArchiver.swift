// SPDX-License-Identifier: MIT
import Bytes
import TestSupport

/// Zip archives, lists, links and signed passes made and read by programs that nobody here wrote. Gone with this value.
package final class OtherArchiver {
    private let process: PeerProcess

    package init() throws { process = try PeerProcess("archives.py", []) }

    /// How an archive is locked.
    package enum Lock: String, CaseIterable, Sendable {
        case aes128 = "AES-128"
        case aes192 = "AES-192"
        case aes256 = "AES-256"
        /// The cipher of 1989; one file that is not packed.
        case pkware = "PKWARE"
    }

    /// The files of an archive with their names as written; the refusal is thrown.
    package func read(_ zip: [UInt8], password: String = "") throws -> [(name: String, bytes: [UInt8])] {
        let answer = try ask(["do": "read", "zip": .string(Base64.encode(zip)), "password": .string(password)])
        if let refusal = answer["refused"]?.string { throw PeerError(refusal) }
        return try (answer["entries"]?.array ?? []).map {
            ($0[0]?.string ?? "", try Base64.decode($0[1]?.string ?? ""))
        }
    }

    /// An archive with these names exactly as given. `method` is a packing method by its number in the format.
    package func write(
        _ entries: [(name: String, bytes: [UInt8])], lock: Lock? = nil, password: String = "", method: Int = 8
    ) throws -> [UInt8] {
        try write(entries, lock?.rawValue ?? "", password, method)
    }

    /// An archive that was written without going back: sizes behind the files, in the large form.
    package func stream(_ entries: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
        try write(entries, "streamed", "", 8)
    }

    private func write(
        _ entries: [(name: String, bytes: [UInt8])], _ lock: String, _ password: String, _ method: Int
    ) throws -> [UInt8] {
        let list = entries.map { JSONValue.array([.string($0.name), .string(Base64.encode($0.bytes))]) }
        let answer = try ask([
            "do": "write", "entries": .array(list), "lock": .string(lock), "password": .string(password),
            "method": .number(method),
        ])
        return try Base64.decode(answer["zip"]?.string ?? "")
    }

    /// A detached signature (PKCS #7, DER) by a key made for it, whose certificate has this common name.
    package func sign(_ manifest: [UInt8], as name: String) throws -> [UInt8] {
        let answer = try ask(["do": "sign", "manifest": .string(Base64.encode(manifest)), "name": .string(name)])
        return try Base64.decode(answer["signature"]?.string ?? "")
    }

    /// The records of comma-separated values.
    package func records(_ list: [UInt8]) throws -> [[String]] {
        let answer = try ask(["do": "records", "list": .string(Base64.encode(list))])
        return (answer["records"]?.array ?? []).map { ($0.array ?? []).compactMap(\.string) }
    }

    /// Comma-separated values with these records.
    package func list(_ records: [[String]]) throws -> [UInt8] {
        let rows = records.map { JSONValue.array($0.map { .string($0) }) }
        return try Base64.decode(try ask(["do": "write records", "records": .array(rows)])["list"]?.string ?? "")
    }

    /// What a link says of a card, by key.
    package func fields(_ link: String) throws -> [String: String] {
        let answer = try ask(["do": "link", "link": .string(link)])
        let pairs = (answer["fields"]?.members ?? []).map { ($0.key, $0.value.string ?? "") }
        return Dictionary(pairs) { first, _ in first }
    }

    /// A link of Catima that says this of a card.
    package func link(_ fields: [String: String]) throws -> String {
        let members = fields.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
        return try ask(["do": "write link", "fields": .object(members)])["link"]?.string ?? ""
    }

    private func ask(_ order: JSONValue) throws -> JSONValue {
        try JSONValue(parsing: Array(process.ask(order.text).utf8))
    }
}
