// SPDX-License-Identifier: MIT
import Hub
import HubStorage
import PostgreSQL
import ServerSupport
import TestSupport

/// Online transfers with the database on a PostgreSQL server of this machine, which flushes every commit to the disk.
///
/// The baseline is what most ledgers do: one transaction for each transfer, with the same rows in the same tables, sent by
/// `pgbench` over the same socket from as many connections as do best, without HTTP, signatures or an answer to keep.
enum ServerSection {
    private static let connections = 256
    private static let factor = 5.0

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        guard PrivateServer.isInstalled else { return [] }
        let folder = try scratch.folder("server")
        let server = try PrivateServer(isDurable: true, settings: ["max_wal_size=4GB", "shared_buffers=256MB"])
        let address = try server.makeDatabase()
        let accounts = options.repetitions(20_000, quick: 2_000)
        let stock = try TransferStock(
            directory: folder + "/hub", on: .server(address), accounts: accounts, senders: accounts)
        try ServerDatabase(address).execute("ANALYZE; ALTER DATABASE \(name(address)) SET search_path = satchel")
        let each = options.repetitions(20_000, quick: 5_000)
        let seconds = options.repetitions(8, quick: 3)
        let before = try TransferStock.auditedEntries(in: stock.directory)
        let naiveStock = try TransferStock(
            directory: folder + "/naive", on: .server(try server.makeDatabase()), accounts: accounts, senders: accounts)
        withExtendedLifetime(naiveStock) {}
        let naiveAddress = try server.address(of: "t2")
        try ServerDatabase(naiveAddress).execute("ANALYZE; ALTER DATABASE t2 SET search_path = satchel")
        let hub = try HubProcess(.program, directory: stock.directory, complaints: folder + "/hub.log")
        var (rounds, hot) = (HubRounds(), HubRounds())
        var (naive, naiveHot): (Samples, Samples) = (Samples(), Samples())
        let count = options.repetitions(3, quick: 1)
        for round in 0..<count {
            for (pattern, isHot) in [(TransferStock.Pattern.spread, false), (.hot, true)] {
                let requests = try stock.requests(each, pattern, seed: UInt64(round))
                let client = try LoadClient(port: hub.port, connections: connections)
                let work = { try client.run(requests[...]) { try HubRounds.requireDone($1) } }
                if isHot {
                    try hot.measure(hub) { try work() }
                    naiveHot.add(try pgbench(server, hotAccounts: accounts, seconds: seconds))
                } else {
                    try rounds.measure(hub) { try work() }
                    naive.add(try pgbench(server, accounts: accounts, seconds: seconds))
                }
            }
        }
        hub.stop()
        guard try TransferStock.auditedEntries(in: stock.directory) - before == count * each * 2 else {
            throw BenchError(.wrongResult, "Not every acknowledged transfer is in the ledger on the server.")
        }
        return [
            Finding(
                .server, "durable transfers over \(connections) connections",
                "\(Text.count(rounds.perSecond))/s"
                    + ", 99 of 100 within \(Text.duration(rounds.latencies.percentile(99)))" + rounds.processorNote),
            against("against one transaction each, by pgbench", rounds, naive),
            against("everybody pays one account, against the same by pgbench", hot, naiveHot),
        ]
    }

    private static func against(_ what: String, _ rounds: HubRounds, _ naive: Samples) -> Finding {
        let ratio = Double(rounds.perSecond) / Double(max(1, naive.median))
        return Finding(
            .server, what, "\(Text.count(rounds.perSecond))/s to \(Text.count(Int(naive.median)))/s",
            target: ">= \(Int(factor)) times", ratio: ratio / factor)
    }

    private static func name(_ address: DatabaseAddress) -> String {
        String(address.secretText.split(separator: "/")[2].split(separator: "?")[0])
    }

    /// Transfers per second of the best of three numbers of connections.
    private static func pgbench(
        _ server: PrivateServer, accounts: Int = 0, hotAccounts: Int = 0, seconds: Int
    ) throws -> UInt64 {
        let script = server.folder + "/transfer.sql"
        // The two accounts of the hub itself come first.
        let choice =
            hotAccounts == 0
            ? "\\set a random(3, \(accounts + 1))\n\\set b :a + 1"
            : "\\set a 3\n\\set b random(4, \(hotAccounts + 2))"
        let text =
            choice + """

                BEGIN;
                SELECT request FROM operation WHERE account = :a AND id = decode(md5(random()::text), 'hex');
                INSERT INTO entry (public_id, kind, time, note, sender, recipient, operation, operator)
                    VALUES (decode(md5(random()::text), 'hex'), 2, 1800000000, 'tea', :a, :b, decode(md5(random()::text), 'hex'), :a)
                    RETURNING id AS entry \\gset
                UPDATE holding SET balance = balance - 1, postings = postings + 1, newest = :entry WHERE account = :a
                    RETURNING balance AS left, postings AS leftnumber \\gset
                UPDATE holding SET balance = balance + 1, postings = postings + 1, newest = :entry WHERE account = :b
                    RETURNING balance AS right, postings AS rightnumber \\gset
                INSERT INTO posting (account, entry, amount, balance_after, number, previous)
                    VALUES (:a, :entry, -1, :left, :leftnumber, 0), (:b, :entry, 1, :right, :rightnumber, 0);
                INSERT INTO operation (account, id, request, status, answer, entry)
                    VALUES (:a, decode(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
                        || substr(md5(random()::text), 1, 20), 'hex'), sha256('request'), 200, repeat('x', 300)::bytea, :entry);
                COMMIT;

                """
        try File.write(Array(text.utf8), to: script, mode: 0o644)
        var best: UInt64 = 0
        for clients in [8, 32, 64] {
            let output = try server.run(
                "pgbench",
                [
                    "-n", "-M", "prepared", "-f", script, "-c", "\(clients)", "-j", "2", "-T", "\(max(1, seconds / 2))",
                    "--max-tries=100", "t2",
                ])
            guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
                let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ $0.split(separator: ".").first })
            else { throw BenchError(.system, "pgbench did not say how many: \(output)") }
            best = max(best, UInt64(rate) ?? 0)
        }
        return best
    }
}
