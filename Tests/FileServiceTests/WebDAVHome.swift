// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing
import Tokens

/// A hub and its file service as processes, and curl as a WebDAV client with an app password.
final class WebDAVHome {
    let home: CommitHome
    let password: AppPassword
    /// In the list of devices.
    let device: String
    static let user = "alice"

    init(_ death: CommitHome.Death? = nil, _ manner: CommitHome.Manner = .init()) throws {
        home = try CommitHome(death, manner)
        (password, device) = try Self.appPassword(of: Self.user, at: home)
    }

    private static func appPassword(of username: String, at home: CommitHome) throws -> (AppPassword, String) {
        let made = AppPassword(random: RandomSource.system.bytes(AppPassword.byteCount))
        let device = try home.call(
            Routes.newAppPassword, HashedSecret(hash: Blob(made.hash.bytes), name: "file manager"), by: username
        ).id
        return (made, device)
    }

    /// The header of another account's requests.
    func authorization(of username: String) throws -> String {
        Self.basic(username, try Self.appPassword(of: username, at: home).0)
    }

    /// The header of this account's requests.
    var authorization: String { Self.basic(Self.user, password) }

    private static func basic(_ username: String, _ password: AppPassword) -> String {
        "Basic " + Base64.encode(Array("\(username):\(password.text)".utf8))
    }

    /// Bytes that the account's own space may have from now on, as the operator sets them.
    func setQuota(_ size: String) throws {
        let words = ["files", "quota", Self.user, size, "--directory", home.folder.file("hub")]
        let quoted = ([BuiltPrograms.path("satchel-hub")] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = try home.folder.write(Array("\(quoted) >/dev/null\necho shown $?\n".utf8), to: "quota")
        guard case .shown("0") = try Child("/bin/sh", [script]).finish() else {
            throw UnexpectedResult("The quota was not set.")
        }
    }

    var url: String { home.filesURL }

    /// Runs curl with the app password.
    func request(_ method: String, _ path: String, _ words: [String] = []) throws -> CommitHome.Reply {
        try home.transfer(
            ["-X", method] + words, to: path, authorization: authorization)
    }

    func put(_ text: String, _ path: String, _ words: [String] = []) throws -> CommitHome.Reply {
        let file = try home.folder.write(Array(text.utf8), to: "body")
        return try request("PUT", path, ["-T", file] + words)
    }

    func get(_ path: String) throws -> String? {
        let reply = try request("GET", path)
        return reply.status == 200 ? String(decoding: reply.body, as: UTF8.self) : nil
    }

    /// Sends a body of XML.
    func send(_ method: String, _ path: String, xml: String, _ words: [String] = []) throws -> CommitHome.Reply {
        let file = try home.folder.write(Array(xml.utf8), to: "xml")
        return try request(method, path, ["--data-binary", "@\(file)", "-H", "Content-Type: application/xml"] + words)
    }

    /// The hrefs of a listing.
    func list(_ path: String) throws -> [String] {
        let reply = try request("PROPFIND", path, ["-H", "Depth: 1"])
        try require(reply.status == 207, "PROPFIND \(path): \(reply.status)")
        return String(decoding: reply.body, as: UTF8.self).split(separator: "<D:response><D:href>").dropFirst().map {
            String($0.prefix { $0 != "<" })
        }
    }

    static let exclusive =
        #"<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>"#
        + "<D:locktype><D:write/></D:locktype><D:owner>a test</D:owner></D:lockinfo>"

    /// Locks an item, and returns the value of `Lock-Token`.
    func lock(_ path: String, depth: String = "0") throws -> String {
        let reply = try send("LOCK", path, xml: Self.exclusive, ["-H", "Depth: \(depth)", "-H", "Timeout: Second-600"])
        try require([200, 201].contains(reply.status), "LOCK \(path): \(reply.status)")
        return try #require(reply.headers["lock-token"])
    }

    // MARK: - Our own client

    func space() throws -> FileSpace { try #require(try home.call(Routes.spaces, Nothing()).spaces.first) }

    func item(_ name: String) throws -> FileItem? {
        let root = try space().id.root
        let items = try home.call(Routes.fileChildren, Nothing(), values: [root.description]).items
        return items.first { $0.name?.name.text == name }
    }

    static func operation() -> OperationID {
        OperationID(at: Timestamp(seconds: CommitHome.now), random: .system)
    }
}
