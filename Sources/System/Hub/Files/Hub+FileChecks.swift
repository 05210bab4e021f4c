// SPDX-License-Identifier: MIT
package import HubFiles
internal import HubStorage

/// What the operator learns of all files, and has checked.
extension Hub {
    /// What all files come to; nil if nothing was ever kept.
    package func fileSummary() throws -> ContentReading.Summary? {
        guard context.files.isUsed else { return nil }
        return try readContents { try $0.summary() }
    }

    /// The damaged and missing contents, the newest first, at most 1,000.
    package func fileDamages() throws -> [ContentReading.Damage] {
        guard context.files.isUsed else { return [] }
        return try readContents { try $0.damages(limit: Self.maximumDamages) }
    }

    private static let maximumDamages = 1_000

    /// Has the file service read all contents, as soon as it looks.
    ///
    /// - Returns: how many.
    package func checkAllContents() throws -> Int {
        guard context.files.isUsed else { return 0 }
        let context = context
        return try context.files.store().writeAndWait { try context.fileChange($0).checkAll() }
    }

    /// A backup of files that began at a time is finished.
    package func noteFileBackup(at time: UInt64) throws {
        let context = context
        try context.files.store().writeAndWait { try context.fileChange($0).backedUp(at: time) }
    }

    /// Nothing for a hub without files.
    func writeFiles(to page: inout MetricsPage) throws {
        guard let files = try fileSummary() else { return }
        page.one("satchel_files_spaces", .gauge, "Spaces of files.", files.spaces)
        page.one("satchel_files_used_bytes", .gauge, "Files and versions, in the trash or not.", files.used)
        page.one("satchel_files_reserved_bytes", .gauge, "Room that uploads have taken.", files.reserved)
        page.one("satchel_files_uploads_open", .gauge, "Uploads that are not linked.", files.uploads)
        page.one("satchel_files_contents", .gauge, "Contents of files.", files.contents)
        page.one("satchel_files_contents_idle", .gauge, "Contents that nothing refers to.", files.idle)
        page.one("satchel_files_contents_damaged", .gauge, "Contents that are damaged or missing.", files.damaged)
        page.one("satchel_files_contents_due", .gauge, "Contents that are to be read.", files.due)
        page.one(
            "satchel_files_oldest_check_seconds", .gauge, "When the content longest unread was read; 0 if never.",
            files.oldestCheck ?? 0)
        page.one(
            "satchel_files_last_backup_seconds", .gauge, "When the last finished backup of files began; 0 if never.",
            files.backedUp ?? 0)
    }
}
