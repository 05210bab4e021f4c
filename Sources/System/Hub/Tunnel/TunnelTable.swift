// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens
import WireGuard

/// The hub's end of the tunnel, and the devices that it lets in.
///
/// A peer belongs to a session: each way in which a session ends removes its peer in the same commit, without a line here.
struct TunnelTable {
    let database: any SQLConnection
    /// Seconds after the last use at which a session is over.
    let sessionLife: UInt64

    /// Peers of one account.
    static let maximumPerAccount = 32

    /// One peer whose session goes on.
    struct Peer {
        let session: Int64
        let username: String
        let device: String?
        let key: TunnelPublicKey
        let number: Int
    }

    // MARK: - The hub's end

    /// - Throws: ``HubError`` with `.internalFault` for a row that no command has written.
    func server() throws -> Hub.TunnelServer? {
        let row = try database.row("SELECT key, network, endpoint, listen_port FROM tunnel")
        guard let row else { return nil }
        do {
            return Hub.TunnelServer(
                key: try TunnelPublicKey(row.blob(0)), network: try TunnelNetwork(row.text(1)),
                endpoint: try TunnelEndpoint(row.text(2)), listenPort: UInt16(clamping: try row.int(3)))
        } catch let error as WireGuardError {
            throw HubError(.internalFault, "The hub's tunnel is stored wrongly: \(error.message)", cause: error)
        }
    }

    /// Sets the hub's end. The peers of another network are removed, for their addresses are not in this one.
    ///
    /// - Returns: how many devices have to join again.
    func set(_ server: Hub.TunnelServer, at now: Timestamp) throws -> Int {
        let before = try self.server()
        let isKnown = before.map { ($0.key, $0.network, $0.endpoint) == (server.key, server.network, server.endpoint) }
        let lost = isKnown ?? true ? 0 : try peers(at: now).count
        if before?.network != server.network { try database.run("DELETE FROM tunnel_peer") }
        try database.run("DELETE FROM tunnel")
        try database.run(
            "INSERT INTO tunnel (id, key, network, endpoint, listen_port) VALUES (1, ?, ?, ?, ?)",
            [
                .blob(server.key.bytes), .text(server.network.description), .text(server.endpoint.description),
                .integer(Int64(server.listenPort)),
            ])
        return lost
    }

    func remove() throws {
        try database.run("DELETE FROM tunnel_peer")
        try database.run("DELETE FROM tunnel")
    }

    // MARK: - Peers

    /// The peers whose sessions go on and that the list of devices shows, by their numbers.
    func peers(at now: Timestamp) throws -> [Peer] {
        try database.rows(
            """
            SELECT s.id, a.username, s.device, p.key, p.number
            FROM tunnel_peer p JOIN session s ON s.id = p.session JOIN account a ON a.id = s.account
            WHERE s.ended IS NULL AND coalesce(s.used, s.created) > ? ORDER BY p.number
            """, [try .unsigned(now.subtracting(seconds: sessionLife).seconds)]
        ).map { row in
            Peer(
                session: try row.int(0), username: try row.text(1), device: try row.optionalText(2),
                key: try TunnelPublicKey(row.blob(3)), number: Int(try row.int(4)))
        }
    }

    /// Makes a key the one peer of the caller's session.
    ///
    /// - Returns: its number in the network.
    /// - Throws: `HubProblem` with `.keyOfAnotherAccount` or `.overLimit`.
    func join(_ key: TunnelPublicKey, of caller: Caller, in network: TunnelNetwork, at now: Timestamp) throws -> Int {
        try forget(at: now)
        let holder = try database.row(
            "SELECT p.session, s.account, p.number FROM tunnel_peer p JOIN session s ON s.id = p.session WHERE p.key = ?",
            [.blob(key.bytes)])
        if let holder {
            guard try holder.int(1) == caller.id else {
                throw HubProblem(
                    .keyOfAnotherAccount, "This key is that of another account's device. Make another one.")
            }
            // The device has logged in again and has kept its key.
            if try holder.int(0) != caller.session {
                try database.run("DELETE FROM tunnel_peer WHERE session = ?", [.integer(caller.session)])
                try database.run(
                    "UPDATE tunnel_peer SET session = ? WHERE key = ?", [.integer(caller.session), .blob(key.bytes)])
            }
            return Int(try holder.int(2))
        }
        let own = try database.row("SELECT number FROM tunnel_peer WHERE session = ?", [.integer(caller.session)])
        if let own {
            try database.run(
                "UPDATE tunnel_peer SET key = ? WHERE session = ?", [.blob(key.bytes), .integer(caller.session)])
            return Int(try own.int(0))
        }
        let number = try freeNumber(for: caller, in: network)
        try database.run(
            "INSERT INTO tunnel_peer (session, key, number) VALUES (?, ?, ?)",
            [.integer(caller.session), .blob(key.bytes), .integer(Int64(number))])
        return number
    }

    /// Deletes the rows of ended sessions. Those of expired ones stay as long again: a clock that was ahead for a while
    /// must not give their addresses to others.
    private func forget(at now: Timestamp) throws {
        try database.run(
            """
            DELETE FROM tunnel_peer
            WHERE session IN (SELECT id FROM session WHERE ended IS NOT NULL OR coalesce(used, created) <= ?)
            """, [try .unsigned(now.subtracting(seconds: 2 * sessionLife).seconds)])
    }

    private func freeNumber(for caller: Caller, in network: TunnelNetwork) throws -> Int {
        let rows = try database.rows(
            "SELECT p.number, s.account FROM tunnel_peer p JOIN session s ON s.id = p.session ORDER BY p.number")
        guard try rows.count(where: { try $0.int(1) == caller.id }) < Self.maximumPerAccount else {
            throw HubProblem(
                .overLimit,
                "An account has at most \(Self.maximumPerAccount) devices in the tunnel. Revoke one that you no longer use."
            )
        }
        var free = network.deviceNumbers.lowerBound
        for row in rows where try row.int(0) == Int64(free) { free += 1 }
        guard network.deviceNumbers.contains(free) else {
            throw HubProblem(
                .overLimit, "The hub's tunnel has no address left. Ask the operator for a larger network.")
        }
        return free
    }
}
