// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel
internal import HubAPI
internal import SQLite

/// The cameras and their photos.
extension DriveStore {
    // MARK: - Cameras

    /// - Throws: ``DriveError`` with `.nameTaken` when the folder is a camera already.
    func addCamera(_ folder: String, _ space: SpaceID, _ target: FilePath) throws {
        guard try cameras().allSatisfy({ $0.folder != folder }) else {
            throw DriveError(.nameTaken, "'\(folder)' is backed up already. See: satchel drive camera status")
        }
        try database.run(
            "INSERT INTO camera (folder, space, target) VALUES (?, ?, ?)",
            [.text(folder), .blob(space.bytes), .blob(Self.bytes(of: target))])
    }

    /// - Returns: whether there was one.
    func removeCamera(_ folder: String) throws -> Bool {
        try database.run("DELETE FROM camera WHERE folder = ?", [.text(folder)]) > 0
    }

    /// - Returns: whether there was one.
    func setRules(_ rules: CameraRules, of folder: String) throws -> Bool {
        try database.run(
            "UPDATE camera SET rules = ? WHERE folder = ?", [.integer(rules.rawValue), .text(folder)]) > 0
    }

    package func cameras() throws -> [CameraFolder] {
        try database.rows("SELECT id, folder, space, target, scan, reason, rules FROM camera ORDER BY id").map { row in
            CameraFolder(
                id: try row.int(0), folder: try row.text(1), space: try SpaceID(row.blob(2)),
                target: try Self.path(row.blob(3)), rules: CameraRules(rawValue: try row.int(6)), scan: try row.int(4),
                reason: try row.optionalText(5).flatMap(DriveReason.init(rawValue:)))
        }
    }

    /// Writes down that a scan has seen all photos of a camera, or why it has not.
    func keepScan(_ scan: Int64, _ reason: DriveReason?, of camera: Int64) throws {
        try database.run(
            "UPDATE camera SET scan = ?, reason = ? WHERE id = ?",
            [.integer(scan), .optional(reason?.rawValue), .integer(camera)])
    }

    package func photoCounts(of camera: Int64) throws -> PhotoCounts {
        var counts = PhotoCounts()
        let rows = try database.rows(
            "SELECT state, count(*) FROM photo WHERE camera = ? GROUP BY state", [.integer(camera)])
        for row in rows {
            let count = Int(try row.int(1))
            switch try row.int(0) {
            case 3: counts.done += count
            case 4: counts.excluded += count
            case 5: counts.failed += count
            default: counts.waiting += count
            }
        }
        return counts
    }

    /// Why photos of a camera are not at the server, as far as it is known, and the first of them.
    package func photoGroups(of camera: Int64, paths limit: Int) throws -> [PhotoGroup] {
        let rows = try database.rows(
            """
            SELECT max(state, 2), CASE WHEN state < 4 THEN reason ELSE detail END AS why, count(*) FROM photo
            WHERE camera = ? AND state != 3 AND why IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
            """, [.integer(camera)])
        return try rows.compactMap { row in
            let (state, why) = (try row.int(0), try row.text(1))
            guard let kind = Self.kind(state, why) else { return nil }
            let paths = try database.rows(
                """
                SELECT path FROM photo WHERE camera = ? AND max(state, 2) = ? AND state != 3
                    AND CASE WHEN state < 4 THEN reason ELSE detail END = ? ORDER BY id LIMIT ?
                """, [.integer(camera), .integer(state), .text(why), .integer(Int64(limit))])
            return PhotoGroup(
                kind: kind, count: Int(try row.int(2)), paths: try paths.map { try Self.path($0.blob(0)) })
        }
    }

    private static func kind(_ state: Int64, _ why: String) -> PhotoGroup.Kind? {
        switch state {
        case 4: PhotoMachine.Exclusion(rawValue: why).map { .excluded($0) }
        case 5: DriveReason(rawValue: why).map { .failed($0) }
        default: DriveReason(rawValue: why).map { .waiting($0) }
        }
    }

    /// Why the server takes no more photos, if it has no room for one that waits.
    func photoWithoutRoom() throws -> DriveReason? {
        try database.row(
            "SELECT reason FROM photo WHERE task IS NOT NULL AND reason IN (?, ?) LIMIT 1",
            [DriveReason.quotaExceeded, .serverFull].map { .text($0.rawValue) }
        ).flatMap { DriveReason(rawValue: try $0.text(0)) }
    }

    /// Writes down why nothing more could be done for photos that wait, unless that is because of their file.
    ///
    /// - Parameter camera: nil for all cameras.
    func explainPhotos(_ reason: DriveReason, of camera: Int64? = nil) throws {
        try database.run(
            """
            UPDATE photo SET reason = ? WHERE state IN (0, 1) AND camera = coalesce(?, camera)
                AND (reason IS NULL OR reason NOT IN (?, ?, ?))
            """,
            [.text(reason.rawValue), .optional(camera)]
                + [DriveReason.sourceChanging, .sourceUnreadable, .sourceGone].map { .text($0.rawValue) })
    }

    /// Whether the queue has a task that sends a photo of a camera.
    func isSending(_ camera: Int64) throws -> Bool {
        try database.row(
            "SELECT 1 FROM photo WHERE camera = ? AND state = 2 LIMIT 1", [.integer(camera)]) != nil
    }

    // MARK: - Photos

    private static let columns = """
        id, camera, path, video, device, inode, size, modified, changed, executable, state, detail, content, task, reason
        """

    func photo(_ id: Int64) throws -> Photo? {
        try database.row("SELECT \(Self.columns) FROM photo WHERE id = ?", [.integer(id)]).map(Self.photo)
    }

    /// The photos of a camera that are neither done nor excluded, those that have failed last.
    package func unfinishedPhotos(of camera: Int64, limit: Int) throws -> [Photo] {
        try database.rows(
            "SELECT \(Self.columns) FROM photo WHERE camera = ? AND state IN (0, 1, 2, 5) ORDER BY state, id LIMIT ?",
            [.integer(camera), .integer(Int64(limit))]
        ).map(Self.photo)
    }

    /// All photos of a camera, by their paths beneath its folder.
    func photos(of camera: Int64) throws -> [FilePath: Photo] {
        let photos = try database.rows(
            "SELECT \(Self.columns) FROM photo WHERE camera = ?", [.integer(camera)]
        ).map(Self.photo)
        return Dictionary(photos.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Writes down a photo that was not known.
    func add(_ path: FilePath, isVideo: Bool, _ stamp: FileStamp, to camera: Int64) throws {
        try database.run(
            """
            INSERT INTO photo (camera, path, video, age, device, inode, size, modified, changed, executable, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """,
            [.integer(camera), .blob(Self.bytes(of: path)), .bool(isVideo), .integer(Self.age(of: stamp))]
                + Self.values(of: stamp))
    }

    /// Photos that are to be read or asked about, in their turn: photos before videos, the newest first.
    func pendingPhotos(after last: Photo?, limit: Int) throws -> [Photo] {
        let turn: [Value] = [
            .bool(last?.isVideo ?? false), .integer(last.map { Self.age(of: $0.machine.stamp) } ?? .min),
            .integer(last?.id ?? 0),
        ]
        return try database.rows(
            """
            SELECT \(Self.columns) FROM photo WHERE state IN (0, 1) AND (video, age, id) > (?, ?, ?)
            ORDER BY video, age, id LIMIT ?
            """, turn + [.integer(Int64(limit))]
        ).map(Self.photo)
    }

    func failedPhotos(after: Int64, limit: Int) throws -> [Photo] {
        try database.rows(
            "SELECT \(Self.columns) FROM photo WHERE state = 5 AND id > ? ORDER BY id LIMIT ?",
            [.integer(after), .integer(Int64(limit))]
        ).map(Self.photo)
    }

    /// The tasks that send photos, by their numbers, a page at a time.
    func photoTasks(after: Int64, limit: Int) throws -> [Int64] {
        try database.rows(
            "SELECT DISTINCT task FROM photo WHERE task IS NOT NULL AND task > ? ORDER BY task LIMIT ?",
            [.integer(after), .integer(Int64(limit))]
        ).map { try $0.int(0) }
    }

    func photos(sentBy task: Int64) throws -> [Photo] {
        try database.rows("SELECT \(Self.columns) FROM photo WHERE task = ?", [.integer(task)]).map(Self.photo)
    }

    /// The task that sends a content into a space already.
    func task(sending content: ContentHash, into space: SpaceID) throws -> Int64? {
        try database.row(
            """
            SELECT p.task FROM photo p JOIN camera c ON c.id = p.camera
            WHERE p.content = ? AND p.state = 2 AND c.space = ? LIMIT 1
            """, [.blob(content.digest.bytes), .blob(space.bytes)]
        ).map { try $0.int(0) }
    }

    /// Whether the server has had a content of the camera.
    func wasKept(_ content: ContentHash, of camera: Int64) throws -> Bool {
        try database.row(
            "SELECT 1 FROM kept WHERE camera = ? AND content = ?", [.integer(camera), .blob(content.digest.bytes)])
            != nil
    }

    /// Writes down where a photo stands.
    func keep(_ machine: PhotoMachine, _ reason: DriveReason?, of photo: Int64) throws {
        let (state, detail, content, task) = Self.parts(of: machine.state)
        try database.run(
            """
            UPDATE photo SET age = ?, device = ?, inode = ?, size = ?, modified = ?, changed = ?, executable = ?,
                state = ?, detail = ?, content = ?, task = ?, reason = ? WHERE id = ?
            """,
            [.integer(Self.age(of: machine.stamp))] + Self.values(of: machine.stamp) + [
                .integer(state), .optional(detail), .optional(content?.digest.bytes), .optional(task),
                .optional(reason?.rawValue), .integer(photo),
            ])
        guard case .done(let content) = machine.state else { return }
        try database.run(
            "INSERT OR IGNORE INTO kept (camera, content) SELECT camera, ? FROM photo WHERE id = ?",
            [.blob(content.digest.bytes), .integer(photo)])
    }

    // MARK: - Rows

    private static func age(of stamp: FileStamp) -> Int64 { stamp.modified == .min ? .max : -stamp.modified }

    private static func values(of stamp: FileStamp) throws -> [Value] {
        [
            .integer(Int64(bitPattern: stamp.device)), .integer(Int64(bitPattern: stamp.inode)),
            try .unsigned(stamp.size), .integer(stamp.modified), .integer(stamp.changed), .bool(stamp.isExecutable),
        ]
    }

    private static func parts(
        of state: PhotoMachine.State
    ) -> (state: Int64, detail: String?, content: ContentHash?, task: Int64?) {
        switch state {
        case .found: (0, nil, nil, nil)
        case .hashed(let content): (1, nil, content, nil)
        case .sending(let content, let task): (2, nil, content, task)
        case .done(let content): (3, nil, content, nil)
        case .excluded(let why): (4, why.rawValue, nil, nil)
        case .failed(let why): (5, why.rawValue, nil, nil)
        }
    }

    private static func photo(_ row: Row) throws -> Photo {
        let stamp = FileStamp(
            device: UInt64(bitPattern: try row.int(4)), inode: UInt64(bitPattern: try row.int(5)),
            size: try row.unsigned(6), modified: try row.int(7), changed: try row.int(8),
            isExecutable: try row.bool(9))
        guard let state = try state(row) else {
            throw DriveError(.storage, "The store of the drive is damaged: a photo has an unknown state.")
        }
        return Photo(
            id: try row.int(0), camera: try row.int(1), path: try path(row.blob(2)), isVideo: try row.bool(3),
            machine: PhotoMachine(stamp: stamp, state: state),
            reason: try row.optionalText(14).flatMap(DriveReason.init(rawValue:)))
    }

    private static func state(_ row: Row) throws -> PhotoMachine.State? {
        let detail = try row.optionalText(11)
        let content = try row.optionalBlob(12).map { ContentHash(try .init($0)) }
        switch (try row.int(10), content) {
        case (0, _): return .found
        case (1, let content?): return .hashed(content)
        case (2, let content?): return .sending(content, task: try row.int(13))
        case (3, let content?): return .done(content)
        case (4, _): return detail.flatMap(PhotoMachine.Exclusion.init(rawValue:)).map { .excluded($0) }
        case (5, _): return detail.flatMap(DriveReason.init(rawValue:)).map { .failed($0) }
        default: return nil
        }
    }

    /// Names hold no slash.
    private static func bytes(of path: FilePath) -> [UInt8] {
        Array(path.names.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    }

    private static func path(_ bytes: [UInt8]) throws -> FilePath {
        try FilePath(bytes.split(separator: UInt8(ascii: "/")).map { try FileName(Array($0)) })
    }
}
