// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
package import FileModel
package import HubAPI

/// What only our hub has: links for everyone who has them, and spaces with members. Each call is made at once and is not
/// queued: the user waits for the answer.
///
/// - Throws: `HubProblem` when the hub refuses, so that nothing has happened; ``DriveError`` when there was no answer, so
///   that it may have happened. An order that is repeated under its id happens once.
extension HubFileServer {
    /// Makes a link to the present content of a file.
    ///
    /// The token is random and leaves this device in the returned address alone: the hub gets its hash.
    ///
    /// - Parameter expires: seconds since 1970.
    /// - Returns: the address for visitors.
    package func share(
        _ item: ItemID, until expires: UInt64, as order: OperationID, random: RandomSource
    ) throws -> (url: String, link: ShareLink) {
        let token = random.bytes(ShareLinkID.tokenByteCount)
        let asked = ShareLinkOrder(id: order, link: ShareLinkID(token: token), item: item, expires: expires)
        let link = try repeating { try account.call(Routes.newShareLink, asked) }
        return ("\(try address())/s/\(Base64URL.encode(token))", link)
    }

    /// The links of the account, the newest first.
    package func shareLinks() throws -> [ShareLink] { try account.call(Routes.shareLinks, Nothing()).links }

    package func end(_ link: ShareLinkID, as order: OperationID) throws -> ShareLink {
        let asked = ShareLinkEnd(id: order, link: link)
        return try repeating { try account.call(Routes.endShareLink, asked) }
    }

    package func makeSpace(_ id: SpaceID, named name: String, as order: OperationID) throws -> FileSpace {
        let asked = SpaceOrder(id: order, space: id, name: name)
        return try repeating { try account.call(Routes.newSpace, asked) }
    }

    /// Adds a member to a space or changes its role; without a role the member is removed.
    package func setMember(
        _ username: String, _ role: SpaceRole?, of space: SpaceID, as order: OperationID
    ) throws -> FileSpace {
        let asked = MemberOrder(id: order, space: space, username: username, role: role)
        return try repeating { try account.call(Routes.spaceMember, asked) }
    }

    /// After a lost answer, the same order again: the hub executes it once.
    private func repeating<Answer>(_ call: () throws -> Answer) throws -> Answer {
        do {
            return try call()
        } catch let error as DriveError where error.reason == .cutOff {
            return try call()
        }
    }
}
