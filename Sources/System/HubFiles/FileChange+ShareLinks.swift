// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
package import HubAPI
package import SQL
package import Tokens

extension FileChange {
    /// Seconds that a share link may be good for: a year.
    package static let longestShareLink: UInt64 = 366 * 86_400
    /// Links of one account that have not expired.
    package static let maximumShareLinks = 500

    /// Makes a share link for a file, once under its id.
    package func share(_ order: ShareLinkOrder, by account: AccountID) throws -> Answer {
        let request = try Self.fingerprint("/v1/files/links", order)
        return try once(order.id, by: account, request: request) {
            let (item, path) = try writable(order.item, by: account)
            try requireLive(path)
            try require(.file, item)
            guard order.expires > now, order.expires - now <= Self.longestShareLink else {
                throw HubProblem(
                    .badRequest, "A share link expires in the future, and within a year.",
                    details: ["field": "expires"])
            }
            let table = ShareLinkTable(database: database)
            try table.removeExpired(at: now)
            guard try table.find(order.link) == nil else {
                throw HubProblem(.itemExists, "There is a share link with this token. Make another token.")
            }
            guard try table.count(of: account) < Self.maximumShareLinks else {
                throw HubProblem(
                    .overLimit, "An account has at most \(Self.maximumShareLinks) share links. End one of them.")
            }
            let link = ShareLink(link: order.link, item: order.item, created: now, expires: order.expires)
            try table.add(link, of: account)
            return link
        }
    }

    /// Ends a share link of the account, once under the order's id.
    package func endShare(_ order: ShareLinkEnd, by account: AccountID) throws -> Answer {
        let request = try Self.fingerprint("/v1/files/links/end", order)
        return try once(order.id, by: account, request: request) {
            let table = ShareLinkTable(database: database)
            guard let found = try table.find(order.link), found.account == account else {
                throw HubProblem(.notFound, "You have no such share link.")
            }
            try table.remove(order.link)
            return found.link
        }
    }
}

/// The rows of share links.
package struct ShareLinkTable {
    let database: any SQLConnection

    package init(database: any SQLConnection) { self.database = database }

    /// Rows that one order removes, so that none takes long.
    private static let step: Int64 = 200

    private static let select = "SELECT token, account, item, created, expires FROM share_link "

    /// The links of an account that are good at a time, the newest first.
    package func list(of account: AccountID, at now: UInt64) throws -> [ShareLink] {
        try all(
            "WHERE account = ? AND expires > ? ORDER BY id DESC LIMIT ?",
            [.blob(account.bytes), try .unsigned(now), .integer(Int64(FileChange.maximumShareLinks))]
        ).map(\.link)
    }

    func find(_ id: ShareLinkID) throws -> (account: AccountID, link: ShareLink)? {
        try all("WHERE token = ?", [.blob(id.digest.bytes)]).first
    }

    func count(of account: AccountID) throws -> Int {
        Int(try database.row("SELECT count(*) FROM share_link WHERE account = ?", [.blob(account.bytes)])?.int(0) ?? 0)
    }

    func add(_ link: ShareLink, of account: AccountID) throws {
        try database.run(
            "INSERT INTO share_link (token, account, item, created, expires) VALUES (?, ?, ?, ?, ?)",
            [
                .blob(link.link.digest.bytes), .blob(account.bytes), .blob(link.item.bytes),
                try .unsigned(link.created), try .unsigned(link.expires),
            ])
    }

    func remove(_ id: ShareLinkID) throws {
        try database.run("DELETE FROM share_link WHERE token = ?", [.blob(id.digest.bytes)])
    }

    func removeExpired(at now: UInt64) throws {
        try database.run(
            "DELETE FROM share_link WHERE id IN (SELECT id FROM share_link WHERE expires <= ? LIMIT ?)",
            [try .unsigned(now), .integer(Self.step)])
    }

    private func all(
        _ condition: String, _ values: [Value]
    ) throws -> [(account: AccountID, link: ShareLink)] {
        try database.rows(Self.select + condition, values).map { row in
            (
                try AccountID(row.blob(1)),
                ShareLink(
                    link: ShareLinkID(try .init(row.blob(0))), item: try ItemID(row.blob(2)),
                    created: try row.unsigned(3), expires: try row.unsigned(4))
            )
        }
    }

    // MARK: - Visitors

    /// What a visitor gets by a link.
    package struct Shared: Sendable {
        package let content: ContentHash
        /// In bytes.
        package let size: UInt64
        package let name: FileName
        package let expires: UInt64
    }

    /// The file of a link that is good at a time.
    ///
    /// - Throws: `HubProblem` with `.notFound` for a link that expired or was ended, for a file in the trash, and when
    ///   the account that made the link may not change the file any more. A visitor cannot tell these apart.
    package func shared(_ id: ShareLinkID, at now: UInt64) throws -> Shared {
        let (items, spaces) = (ItemTable(database: database), SpaceTable(database: database))
        guard let (account, link) = try find(id), link.expires > now, let item = try items.find(link.item),
            let content = item.content, let name = item.name, item.state == .live,
            try items.path(to: item.row).allSatisfy({ $0.state == .live }),
            try spaces.role(of: account, in: spaces.find(item.space))?.mayWrite == true
        else { throw HubProblem(.notFound, "There is no file at this link, or the link has expired.") }
        return Shared(content: content.hash, size: content.size, name: name, expires: link.expires)
    }
}
