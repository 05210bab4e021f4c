// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import TestSupport
import Testing

/// The log of a serving hub and of a wallet's commands.
@Suite struct OperatorLogTests {
    @Test func theLogOfAllPaymentsHasNoNameNoAmountAndNoToken() throws {
        let network = try TestNetwork(protection: ["--request-log"], settings: ["SATCHEL_LOG": "debug"])
        try network.makeHub()
        let alice = try network.person("alice", cents: 98_76, buying: 43_21)
        let bob = try network.person("bob")
        // Online, offline, asked for, refused, and a standing order whose payer has too little.
        try alice.succeed("send", "--yes", "bob", "7.13", "--note", "a note for nobody else")
        let request = try #require(try bob.succeed("request", "12.34", "--json").json()["text"]?.text)
        let payment = try #require(try alice.succeed("pay", "--yes", request, "--json").json()["text"]?.text)
        try bob.succeed("receive", payment)
        var said = try sync(bob, at: "debug")
        #expect(said.contains("info Synced with the hub count="))
        said += try sync(alice, at: "debug")
        #expect(try sync(alice, at: "notice").isEmpty)
        let link = try #require(try bob.succeed("requests", "new", "3.57", "--json").json()["link"]?.text)
        try alice.succeed("requests", "pay", "--yes", link)
        _ = try alice.satchel("send", "--yes", "bob", "4444.44")
        _ = try alice.satchel("send", "--yes", "carol-of-nowhere", "1.59")
        try alice.succeed("recurring", "new", "--yes", "bob", "66.67", "--times", "2")
        // A fault in the middle of it: the hub logs the errors of its database.
        #expect(network.closeHub() == 0)
        try network.changeDatabase("ALTER TABLE event RENAME TO event_away")
        try network.openHub()
        _ = try alice.satchel("send", "--yes", "bob", "2.22")
        _ = try alice.satchel("requests", "new", "8.88", "--from", "bob")
        #expect(network.closeHub() == 0)
        let log = String(decoding: try network.bytes("hub.log"), as: UTF8.self)
        #expect(log.contains("method=POST route=/v1/transactions/send status=200"))
        #expect(log.contains("notice stopped"))
        said += log
        for secret in [
            "alice", "bob", "carol", "nowhere", "nobody", alice.password, bob.password, "Bearer", request, payment,
            link,
            "7.13", "713", "12.34", "1234", "3.57", "4444", "1.59", "66.67", "6667", "2.22", "8.88", "98.76", "9876",
            "43.21", "4321",
        ] {
            // An id of a request or a duration may have three digits by chance; a number of its own word may not.
            let isNumber = secret.allSatisfy(\.isNumber)
            let found = said.split(separator: "\n").filter { line in
                isNumber
                    ? line.split { " =".contains($0) }.contains { $0 == secret } && !line.contains("us=\(secret)")
                        && !line.contains("in=\(secret)") && !line.contains("out=\(secret)")
                    : line.contains(secret)
            }
            #expect(found.isEmpty, "\(secret): \(found.first ?? "")")
        }
    }

    @Test func theLevelComesFromTheSettingsAndFromTheEnvironmentBeforeThem() throws {
        let network = try TestNetwork()
        try network.makeHub()
        #expect(network.closeHub() == 0)
        func lines(_ settings: String?, _ environment: [String: String]) throws -> String {
            try network.write("hub/hub.toml", settings ?? "")
            try network.write("hub.log", "")
            let server = try Running(
                Programs.hub, ["serve", "--port", "0", "--directory", network.file("hub")],
                environment: environment.merging(["HOME": network.folder]) { $1 }, complaints: network.file("hub.log"))
            try #require(server.line().hasPrefix("ready "))
            #expect(server.stop() == 0)
            return String(decoding: try network.bytes("hub.log"), as: UTF8.self)
        }
        #expect(try lines(nil, [:]).contains(" notice stopped"))
        #expect(try !lines("[server]\nlog_level = \"error\"\n", [:]).contains("stopped"))
        #expect(try lines("[server]\nlog_level = \"error\"\n", ["SATCHEL_LOG": "info"]).contains(" notice stopped"))
        let wrong = try network.write("wrong.toml", "[server]\nlog_level = \"loud\"\n")
        let checked = try network.hub("config", "check", "--config", wrong)
        #expect(checked.status != 0 && checked.all.contains("error, warning, notice, info or debug"), "\(checked.all)")
    }

    private static let canKeepJournal =
        access("/lib/systemd/systemd-journald", X_OK) == 0 && access("/usr/bin/systemd-cat", X_OK) == 0
        && system("unshare --mount mount -t tmpfs none /run 2>/dev/null") == 0

    /// journald itself keeps the entries, in a folder of its own.
    @Test(.enabled(if: canKeepJournal, "SKIPPED, NOTHING PROVED: this needs root, unshare and systemd."))
    func aHubUnderSystemdIsReadByItsFields() throws {
        let network = try TestNetwork()
        try network.makeHub()
        #expect(network.closeHub() == 0)
        try network.write(
            "story",
            """
            mount -t tmpfs none /run && mkdir -p /run/systemd/journal /run/log/journal
            mkdir -p /run/systemd/journald.conf.d
            printf '[Journal]\\nReadKMsg=no\\nAudit=\\n' >/run/systemd/journald.conf.d/quiet.conf
            /lib/systemd/systemd-journald 2>/dev/null & journal=$!
            trap 'kill $journal' EXIT
            for _ in $(seq 600); do [ -S /run/systemd/journal/stdout ] && break; sleep 0.1; done
            systemd-cat bash -c 'export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); exec "$@"' sh "$@" & hub=$!
            for _ in $(seq 600); do
                port=$(journalctl -q --no-pager -o cat | sed -n 's|^ready http://127.0.0.1:||p')
                [ -n "$port" ] && break; sleep 0.1
            done
            /usr/bin/curl -s "http://127.0.0.1:$port/v1/nothing" >/dev/null
            kill -TERM $hub; wait $hub
            journalctl -q --sync
            journalctl -q --no-pager -o verbose SYSLOG_IDENTIFIER=satchel-hub
            """)
        let told = try run(
            "/usr/bin/unshare",
            ["--mount", "/bin/bash", network.file("story"), Programs.hub]
                + ["serve", "--port", "0", "--request-log", "--directory", network.file("hub")],
            environment: ["HOME": network.folder, "PATH": "/usr/bin:/bin", "SATCHEL_LOG": "debug"])
        #expect(told.output.contains("SATCHEL_STATUS=404") && told.output.contains("SATCHEL_ROUTE=none"), "\(told.all)")
        #expect(told.output.contains("MESSAGE=stopped") && told.output.contains("PRIORITY=5"), "\(told.all)")
        #expect(told.output.contains("_TRANSPORT=journal"), "\(told.all)")
    }

    /// What a sync writes to standard error at a level.
    private func sync(_ person: Person, at level: String) throws -> String {
        let line = person.commandLine(["sync"])
        return try run(
            line[0], Array(line.dropFirst()), environment: person.environment().merging(["SATCHEL_LOG": level]) { $1 }
        ).complaint
    }
}
