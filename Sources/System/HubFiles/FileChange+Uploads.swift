// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
package import HubAPI
internal import SQL
package import Tokens

//  At the file service                 At the hub                       After a kill of either
//  ──────────────────────────────────  ───────────────────────────────  ──────────────────────────────────────────────
//  asks for room                       reserved: a row, room            the client never learnt of it; ends in 7 days
//  receiving, its offset is durable    reserved                         goes on at the offset
//  published, not told                 reserved                         HEAD and PATCH tell the hub before they answer
//  published, told                     stored: the row has its content  the same answer again; nothing is stored twice
//  answered "complete"                 stored                           link and replace find the content for 7 days
//  –                                   linked: an item, no reservation  one commit: all of it or nothing

extension FileChange {
    static let maximumUploads = 1_000
    /// What an upload of unknown length reserves at a time, in bytes.
    package static let reserveStep: UInt64 = 64 << 20

    /// Takes room for an upload that begins.
    ///
    /// - Parameters:
    ///   - space: whose quota it counts against; nil for the account's own one, which is made if it is missing.
    ///   - length: in bytes; nil if it is not known.
    /// - Throws: `HubProblem` with `.notFound`, `.forbidden`, `.overLimit` or `.quotaExceeded`.
    package func reserve(
        _ id: UploadID, by account: AccountID, space: SpaceID?, length: UInt64?
    ) throws {
        let space = try space.map { try writable(named($0), by: account) } ?? own(of: account)
        guard try uploads.count(of: account) < Self.maximumUploads else {
            throw HubProblem(
                .overLimit, "At most \(Self.maximumUploads) uploads are under way at once. Finish or delete some.")
        }
        let bytes = length ?? Self.reserveStep
        try changeUsage(of: space.row) { try $0.reserve(bytes) }
        try uploads.add(id, by: account, space: space.row, reserved: bytes, at: now)
    }

    /// Takes room for an upload that has become longer than was known.
    ///
    /// - Throws: `HubProblem` with `.notFound` or `.quotaExceeded`.
    package func reserve(_ id: UploadID, total: UInt64) throws {
        guard let upload = try uploads.find(id), upload.content == nil else { throw Self.nothing }
        guard total > upload.reserved else { return }
        try changeUsage(of: upload.space) { try $0.reserve(total - upload.reserved) }
        try uploads.setReserved(total, of: upload)
    }

    /// The file service has all of an upload, durable and under its hash. Told again, nothing changes.
    ///
    /// - Throws: `HubProblem` with `.notFound` for an upload that has ended, and `.quotaExceeded`.
    package func stored(_ id: UploadID, _ hash: ContentHash, size: UInt64) throws {
        guard let upload = try uploads.find(id) else { throw Self.nothing }
        let content = try contents.add(hash, size: size, at: now)
        try repair(content)
        guard upload.content == nil else {
            guard upload.content == content.row else {
                throw SQLError(.mismatch, "The upload \(id) has another content by now.")
            }
            return
        }
        try changeUsage(of: upload.space) { usage in
            usage.release(upload.reserved)
            try usage.reserve(size)
        }
        try uploads.setContent(content, of: upload, at: now)
    }

    /// Keeps a content of at most 16 KiB in the database: room, content and upload are one commit.
    ///
    /// - Parameters:
    ///   - bytes: at least one, at most `SmallContent.maximumCount`.
    ///   - space: whose quota it counts against until it is linked; nil for the account's own one.
    /// - Throws: as ``reserve(_:by:space:length:)``.
    package func store(_ bytes: [UInt8], as id: UploadID, by account: AccountID, space: SpaceID?) throws {
        guard 1...SmallContent.maximumCount ~= bytes.count else {
            throw HubProblem(.badRequest, "A small content has 1 to \(SmallContent.maximumCount) bytes.")
        }
        try reserve(id, by: account, space: space, length: UInt64(bytes.count))
        let hash = ContentHash(SHA256.hash(bytes))
        try stored(id, hash, size: UInt64(bytes.count))
        guard let content = try contents.find(hash) else { throw Self.nothing }
        try contents.keepBytes(bytes, of: content)
    }

    /// The upload is given up, or over; what it has brought stays where it is linked.
    package func forget(_ id: UploadID) throws {
        guard let upload = try uploads.find(id) else { return }
        try end(upload)
    }

    func end(_ upload: UploadTable.Upload) throws {
        try changeUsage(of: upload.space) { $0.release(upload.reserved) }
        try uploads.remove(upload)
        if let content = upload.content { try contents.release(content, at: now) }
    }

    /// Tells whether the hub still expects an upload. One that was active lately gets its 7 days again.
    ///
    /// - Parameter idle: seconds since its last bytes came.
    package func isExpected(_ id: UploadID, idle: UInt64) throws -> Bool {
        guard let upload = try uploads.find(id) else { return false }
        try uploads.wasActive(upload, at: now - min(now, idle))
        return true
    }

    // MARK: - Spaces

    package func space(_ id: SpaceID) throws -> SpaceTable.Space? { try spaces.find(id) }

    private func named(_ id: SpaceID) throws -> SpaceTable.Space {
        guard let space = try space(id) else { throw Self.nothing }
        return space
    }

    /// The space that each account has; made if it is missing.
    package func own(of account: AccountID) throws -> SpaceTable.Space {
        if let space = try spaces.own(of: account) { return space }
        let id = try SpaceID(random.bytes(SpaceID.byteCount))
        return try spaces.make(id, owner: account, name: nil, at: now)
    }

    /// Makes a space beside the own one.
    ///
    /// - Throws: `HubProblem` with `.itemExists` or `.overLimit`.
    package func make(_ order: SpaceOrder, by account: AccountID) throws -> SpaceTable.Space {
        try requireNew(order.space.root)
        guard try spaces.countShared(of: account) < SpaceTable.maximumShared else {
            throw HubProblem(.overLimit, "An account has at most \(SpaceTable.maximumShared) spaces to share.")
        }
        return try spaces.make(order.space, owner: account, name: order.name, at: now)
    }

    /// Adds a member, changes its role or removes it.
    ///
    /// - Throws: `HubProblem` with `.notFound`, `.forbidden`, `.badRequest` or `.overLimit`.
    package func setMember(
        _ member: AccountID, _ role: SpaceRole?, of id: SpaceID, by account: AccountID
    ) throws -> SpaceTable.Space {
        let space = try named(id)
        guard let own = try spaces.role(of: account, in: space) else { throw Self.nothing }
        guard own == .owner else { throw HubProblem(.forbidden, "Only the owner of a space adds and removes members.") }
        guard !space.isOwn, member != space.owner, role != .owner else {
            throw HubProblem(.badRequest, "The own space has no members, and the owner of a space stays its owner.")
        }
        let others = try spaces.members(of: space).filter { $0.account != member }
        guard role == nil || others.count < SpaceTable.maximumMembers else {
            throw HubProblem(.overLimit, "A space has at most \(SpaceTable.maximumMembers) members.")
        }
        try spaces.setMember(member, role, of: space)
        return space
    }
}
