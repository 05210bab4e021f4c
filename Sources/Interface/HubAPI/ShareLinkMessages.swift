// SPDX-License-Identifier: MIT
package import FileModel
internal import HTTP

/// Lets everyone who has a link download the present content of a file.
///
/// The client makes the token of the link, 128 random bits, and keeps it. The hub gets its hash alone.
package struct ShareLinkOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    package var link: ShareLinkID
    package var item: ItemID
    /// Seconds since 1970; at most a year ahead.
    package var expires: UInt64

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id", link = "link", item = "item", expires = "expires"
    }

    package init(id: OperationID, link: ShareLinkID, item: ItemID, expires: UInt64) {
        self.id = id
        self.link = link
        self.item = item
        self.expires = expires
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        link = try fields.decode(ShareLinkID.self, forKey: .link)
        item = try fields.decode(ItemID.self, forKey: .item)
        expires = try fields.decode(UInt64.self, forKey: .expires)
    }
}

/// Ends a share link at once.
package struct ShareLinkEnd: Codable, Sendable, Equatable {
    package var id: OperationID
    package var link: ShareLinkID

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", link = "link" }

    package init(id: OperationID, link: ShareLinkID) {
        self.id = id
        self.link = link
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        link = try fields.decode(ShareLinkID.self, forKey: .link)
    }
}

/// A share link of the caller.
package struct ShareLink: Codable, Sendable, Equatable {
    package var link: ShareLinkID
    package var item: ItemID
    /// Seconds since 1970, by the clock of the hub.
    package var created: UInt64
    package var expires: UInt64

    enum CodingKeys: String, CodingKey {
        case link = "link", item = "item", created = "created", expires = "expires"
    }

    package init(link: ShareLinkID, item: ItemID, created: UInt64, expires: UInt64) {
        self.link = link
        self.item = item
        self.created = created
        self.expires = expires
    }
}

package struct ShareLinkList: Codable, Sendable, Equatable {
    /// Those that have not expired, the newest first.
    package var links: [ShareLink]

    enum CodingKeys: String, CodingKey { case links = "links" }

    package init(links: [ShareLink]) { self.links = links }
}

extension Routes {
    package static let shareLinks = Route(
        .get, "/v1/files/links", .account, cost: .file, isForFiles: true, in: Nothing.self, out: ShareLinkList.self)
    package static let newShareLink = Route(
        .post, "/v1/files/links", .signed, cost: .file, isForFiles: true, in: ShareLinkOrder.self, out: ShareLink.self,
        fits: { $0.link == $2.link && $0.item == $2.item })
    package static let endShareLink = Route(
        .post, "/v1/files/links/end", .signed, cost: .file, isForFiles: true, in: ShareLinkEnd.self,
        out: ShareLink.self, fits: { $0.link == $2.link })
}
