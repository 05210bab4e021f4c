// SPDX-License-Identifier: MIT
import Bytes
import TestSupport

/// A hub with a tunnel at home, and a drive of alice's away from home. `Packaging/hub/satchel-hub-tunnel` applies the list
/// as the unit does: as a user without any right but CAP_NET_ADMIN, with the key and the list as credentials.
final class HubAtHome {
    let ends: TwoEnds
    private static let script =
        String(#filePath.dropLast("Tests/TunnelTests/HubAtHome.swift".count)) + "Packaging/hub/satchel-hub-tunnel"
    private static let url = "https://198.51.100.1:8440"

    init(_ ends: TwoEnds) throws {
        self.ends = ends
        for (name, text) in [
            ("root.passphrase", "the root key"), ("passphrase", "the laptop"), ("password", "four words are enough"),
        ] {
            try ends.folder.write(Array("\(text)\n".utf8), to: name)
        }
        try ends.mustRun(.home, "mkdir -m 700 \(ends.folder.file("credentials"))")
        let hub = "\(BuiltPrograms.path("satchel-hub"))"
        let place = "--directory \(ends.folder.file("hub"))"
        let passphrase = ends.folder.file("root.passphrase")
        try ends.mustRun(
            .home, "\(hub) init \(place) --currency EUR --url \(Self.url) --tls --passphrase-file \(passphrase)")
        try ends.startBeside(.home, "\(hub) serve \(place) --address 198.51.100.1 --port 8440 --tls")
    }

    /// The command line of the hub's operator.
    func operate(_ words: String) throws -> String {
        let (output, status) = try ends.run(
            .home, "\(BuiltPrograms.path("satchel-hub")) \(words) --directory \(ends.folder.file("hub")) --json")
        guard status == 0 else { throw UnexpectedResult("'\(words)' ended with \(status): \(output)") }
        return output
    }

    /// Makes the key of this machine, as root does.
    ///
    /// - Returns: its public half.
    func makeKey() throws -> String {
        let (output, status) = try ends.run(
            .home, "CREDENTIALS_DIRECTORY=\(ends.folder.file("credentials")) \(Self.script) key")
        guard status == 0 else { throw UnexpectedResult("No key: \(output)") }
        return String(output.dropLast())
    }

    /// Does what the unit does when the list has changed.
    ///
    /// - Parameter list: the list of another hub; nil for that of this one.
    func apply(_ list: String? = nil) throws -> (output: String, status: Int32) {
        let credentials = ends.folder.file("credentials")
        let path = try list.map { try ends.folder.write(Array($0.utf8), to: "list") }
        try ends.mustRun(
            .home,
            "cp \(path ?? ends.folder.file("hub/tunnel-peers.conf")) \(credentials)/peers && chmod 711 \(ends.folder.path) && chown -R nobody \(credentials)"
        )
        return try ends.run(
            .home,
            "setpriv --reuid=nobody --regid=nogroup --clear-groups \(TwoEnds.oneRight) env CREDENTIALS_DIRECTORY=\(credentials) \(Self.script) apply"
        )
    }

    /// The list as the serving hub has written it.
    func list() throws -> String { try ends.run(.home, "cat \(ends.folder.file("hub/tunnel-peers.conf"))").output }

    /// Opens alice's account from away, and logs in the drive of this device.
    func logInFromAway() throws {
        let link = try Self.text("link", of: operate("link --url \(Self.url) --tls"))
        for words in ["init", "join '\(link)'", "register alice --password-file \(ends.folder.file("password"))"] {
            _ = try alice(words)
        }
        _ = try ends.mustRunSatchel(
            "drive login alice --hub '\(link)' --password-file \(ends.folder.file("password")) --device laptop")
    }

    /// What alice's wallet answers.
    func alice(_ words: String) throws -> String {
        try ends.mustRunSatchel(
            "--wallet \(ends.folder.file("alice")) --passphrase-file \(ends.folder.file("passphrase")) \(words) --json")
    }

    /// A text of an answer.
    static func text(_ name: String, of answer: String) throws -> String {
        guard let text = try JSONValue(parsing: Array(answer.utf8))[name]?.string else {
            throw UnexpectedResult("There is no \(name) in \(answer)")
        }
        return text
    }
}
