// SPDX-License-Identifier: MIT
import HubAPI
package import SQL

//  holding.newest ─► posting 513 ─► 512 ─► 511 ─► … ─► 256 ─► … ─► 1          previous = 0
//                               ▲ mark                 ▲ mark

/// The postings of one ledger account as a linked list: each contains the entry of the previous one.
///
/// So a posting is written once, at the end of the table, and no index by account is needed. Reading backwards follows
/// the links. Reading forwards starts from the next mark, one of every ``marked`` postings, and follows the links
/// back.
package enum PostingChain {
    /// Every posting of an account whose number is a multiple of this is marked. The schema contains this number too.
    package static let marked: Int64 = 256

    /// The end of a chain, while postings are added.
    package struct End: Sendable {
        package var postings: Int64
        /// The entry of the newest posting; 0 if there is none.
        package var newest: Int64

        /// Adds a posting.
        ///
        /// - Returns: the number and the link of the new posting.
        package mutating func add(_ entry: Int64) -> (number: Int64, previous: Int64) {
            defer { (postings, newest) = (postings + 1, entry) }
            return (postings + 1, newest)
        }
    }

    static func isMarked(_ number: Int64) -> Bool { number % marked == 0 }

    /// The entry of the newest posting; 0 if there is none.
    package static func newest(of account: Int64, in database: any SQLConnection) throws -> Int64 {
        try database.row("SELECT newest FROM holding WHERE account = ?", [.integer(account)])?.int(0) ?? 0
    }

    /// The newest postings of an account, or those before one of them, newest first.
    ///
    /// - Parameter select: a query over `posting p` that ends before its WHERE.
    /// - Throws: `HubProblem` with `.badRequest` if the account has no posting of the given entry.
    package static func page(
        _ select: String, of account: Int64, before entry: Int64?, limit: Int, in database: any SQLConnection
    ) throws -> [Row] {
        guard let entry else {
            let newest = try newest(of: account, in: database)
            return try walk(select, account, from: newest, downTo: 0, limit: limit, in: database)
        }
        let row = try database.row(
            "SELECT previous FROM posting WHERE entry = ? AND account = ?", [.integer(entry), .integer(account)])
        guard let row else {
            throw HubProblem(
                .badRequest, "The list cannot continue from this place any more. Read it from its beginning.")
        }
        return try walk(select, account, from: try row.int(0), downTo: 0, limit: limit, in: database)
    }

    /// The postings of an account after an entry, which need not be one of its own, oldest first.
    ///
    /// - Parameter select: a query over `posting p` that ends before its WHERE; its first column is the entry.
    package static func rows(
        _ select: String, of account: Int64, after entry: Int64, limit: Int, in database: any SQLConnection
    ) throws -> [Row] {
        var found: [Row] = []
        let newest = try newest(of: account, in: database)
        var last = entry
        while found.count < limit, last < newest {
            let mark = try database.row(
                "SELECT min(entry) FROM posting_mark WHERE account = ? AND entry > ?",
                [.integer(account), .integer(last)]
            )?.optionalInt(0)
            // A mark that is newer than the newest posting read above is left for the next call.
            let end = min(mark ?? newest, newest)
            let stretch = try walk(select, account, from: end, downTo: last, limit: Int(marked), in: database)
            guard let first = stretch.first else { break }
            last = try first.int(0)
            found += stretch.reversed()
        }
        return Array(found.prefix(limit))
    }

    /// Follows a chain backwards from an entry of the account, or from 0, which has no posting.
    ///
    /// - Parameter end: entries up to and including this one are left out.
    private static func walk(
        _ select: String, _ account: Int64, from entry: Int64, downTo end: Int64, limit: Int,
        in database: any SQLConnection
    ) throws -> [Row] {
        guard entry > end, limit > 0 else { return [] }
        return try database.rows(
            """
            WITH RECURSIVE line (entry, previous, place) AS (
                SELECT entry, previous, CAST(1 AS BIGINT) FROM posting WHERE entry = ?1 AND account = ?2
                UNION ALL
                SELECT n.entry, n.previous, line.place + 1 FROM line JOIN posting n
                    ON n.entry = line.previous AND n.account = ?2
                    WHERE line.previous > ?3 AND line.place < ?4
            )
            \(select) WHERE p.account = ?2 AND p.entry IN (SELECT entry FROM line) ORDER BY p.entry DESC
            """, [.integer(entry), .integer(account), .integer(end), .integer(Int64(limit))])
    }
}
