// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel
internal import HubAPI

//  Sends a file of this device, and then gives its content a place at the server. Written down before each step:
//
//  | step    | what is written down            | after a kill                                                        |
//  | ------- | ------------------------------- | ------------------------------------------------------------------- |
//  | planned | the file, its place, the ids    | it is hashed again                                                  |
//  | hashed  | content, size, the file's stamp | `have`, then a new upload; one that was begun ends after 7 days     |
//  | sending | the upload's name               | HEAD says the offset; bytes go on from there                        |
//  | stored  | that the server has the content | the order is sent again under its id, and is executed once          |
//
//  The order is `link` for a new file and `replace` with the base for a known one. What a refusal leads to, is written
//  down with the id of the next order before that is sent.

/// Executes one ``UploadJob``.
struct FileUpload {
    let context: TaskContext
    let task: Int64
    private(set) var job: UploadJob

    /// How often a file may change while it is read before the task waits.
    private static let maximumReadings = 5
    private static let maximumLosses = 5
    private static let maximumNumber = 100

    init(_ context: TaskContext, task: Int64, job: UploadJob) {
        self.context = context
        self.task = task
        self.job = job
    }

    private var store: DriveStore { context.store }
    private var server: any FileServer { context.server }

    /// Afterwards the file is at the server, under the name that ``job`` says.
    mutating func run() throws {
        while true {
            switch job.step {
            case .planned: try hash()
            case .hashed: try begin()
            case .sending: try send()
            case .stored: if try order() { return }
            }
        }
    }

    private func keep() throws { try store.keep(.upload(job), of: task) }

    // MARK: - Bytes

    private mutating func hash() throws {
        guard job.readings < Self.maximumReadings else {
            job.readings = 0
            try keep()
            throw DriveError(
                .sourceChanging,
                "'\(job.source.shown)' keeps changing while it is read. It is sent once it stays as it is.")
        }
        let file = try job.source.open()
        let before = try file.stamp()
        var hasher = ResumableSHA256()
        try file.forEachPiece(in: 0..<UInt64.max) { bytes in hasher.update(bytes) }
        guard try file.stamp() == before, hasher.count == before.size else {
            job.readings += 1
            return try keep()
        }
        let content = ContentHash(hasher.digest)
        guard job.expected == nil || job.expected == content else {
            throw DriveError(
                .sourceChanged, "'\(job.source.shown)' has changed since it was looked at, so it was not sent.")
        }
        job.content = content
        job.size = before.size
        (job.inode, job.modified, job.changed) = (before.inode, before.modified, before.changed)
        job.isExecutable = before.isExecutable
        job.step = .hashed
        // What is small is hashed again in no time.
        if !isSmall { try keep() }
        try context.step(.hashed)
    }

    private var isSmall: Bool { 1...UInt64(SmallContent.maximumCount) ~= job.size }

    /// The file as it was hashed; nil when it has changed since, which is written down.
    private mutating func unchangedFile() throws -> DiskFile? {
        let file = try job.source.open()
        if try isHashed(file.stamp()) { return file }
        job.readings += 1
        job.step = .planned
        job.upload = nil
        try keep()
        return nil
    }

    private func isHashed(_ stamp: FileStamp) -> Bool {
        (stamp.inode, stamp.size, stamp.modified, stamp.changed) == (job.inode, job.size, job.modified, job.changed)
    }

    private var content: ContentHash {
        get throws {
            guard let content = job.content else {
                throw DriveError(.storage, "The store of the drive is damaged: an upload has no content.")
            }
            return content
        }
    }

    private mutating func begin() throws {
        guard let file = try unchangedFile() else { return }
        guard !isSmall else { return try sendWhole(file) }
        if try content == .empty || server.have(content) != HaveState.State.none {
            job.step = .stored
            return try keep()
        }
        let upload = try server.beginUpload(of: content, size: job.size, in: job.space)
        try context.step(.uploadBegun)
        job.upload = Blob(upload.bytes)
        job.step = .sending
        try keep()
        try context.step(.placeKept)
    }

    /// Sends a small file with one request; to ask whether the server has it would cost as much.
    private mutating func sendWhole(_ file: DiskFile) throws {
        let bytes = try file.read(Int(job.size), at: 0)
        guard try ContentHash(SHA256.hash(bytes)) == content else {
            job.readings += 1
            job.step = .planned
            return try keep()
        }
        try server.store(bytes, in: job.space)
        job.step = .stored
        try keep()
        try context.step(.contentStored)
    }

    private mutating func send() throws {
        guard let bytes = job.upload?.bytes else {
            throw DriveError(.storage, "The store of the drive is damaged: an upload has no name.")
        }
        let upload = try UploadID(bytes)
        guard let progress = try server.progress(of: upload), progress.offset <= job.size else { return try lose() }
        context.environment.onProgress(task, progress.offset, job.size)
        guard !progress.isComplete else {
            job.step = .stored
            try keep()
            return try context.step(.contentStored)
        }
        guard progress.offset < job.size else { return try lose() }
        guard let file = try unchangedFile() else { return }
        try append(file, to: upload, at: progress.offset)
        try context.step(.appended)
    }

    private func append(_ file: DiskFile, to upload: UploadID, at offset: UInt64) throws {
        let count = min(context.environment.maximumAppend, job.size - offset)
        var position = offset
        let (environment, task, size, shown) = (context.environment, task, job.size, job.source.shown)
        try server.append(to: upload, at: offset, count: count, isLast: offset + count == job.size) { buffer in
            if environment.isEnding() { throw EndOfProcess() }
            let room = Int(min(UInt64(buffer.count), offset + count - position))
            let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]), at: position)
            guard read == room else {
                throw DriveError(.sourceChanging, "'\(shown)' became shorter while it was sent. It is read again.")
            }
            position += UInt64(read)
            environment.onProgress(task, position, size)
            return read
        }
    }

    /// The server has thrown away what it had, because it lost it or because it was not what it should be.
    private mutating func lose() throws {
        job.losses += 1
        job.upload = nil
        job.step = .planned
        try keep()
        guard job.losses % Self.maximumLosses != 0 else {
            throw DriveError(
                .uploadLost, "The server has lost the bytes of '\(job.source.shown)'. They are sent again.")
        }
    }

    // MARK: - The order

    /// - Returns: whether the file has its place; otherwise another order is written down.
    private mutating func order() throws -> Bool {
        try findOwnTarget()
        let content = try content
        do {
            let answer = try server.perform(try present(content))
            guard answer.file?.content == content else {
                throw DriveError(.foreignAnswer, "The server says that it has another content than was sent.")
            }
            try finish(with: answer)
            return true
        } catch let problem as HubProblem {
            return try settle(problem)
        }
    }

    /// The order that the job stands at.
    private func present(_ content: ContentHash) throws -> FileOrder {
        let modified = job.modified / 1_000_000
        guard let base = job.base else {
            return .link(
                NewFile(
                    id: job.order, item: job.item, parent: try store.meaning(of: job.parent), name: job.name.name,
                    content: content, modified: modified, executable: job.isExecutable))
        }
        return .replace(
            NewContent(
                id: job.order, item: job.item, base: base, content: content, modified: modified,
                executable: job.isExecutable))
    }

    /// A file that an earlier task of this device has made is replaced, with the content that that one gave it as the
    /// base. Both are written down, so that a repeat is the same order.
    private mutating func findOwnTarget() throws {
        guard job.followsOwn else { return }
        job.item = try store.meaning(of: job.item)
        job.base = try store.item(job.item)?.file?.content
        job.followsOwn = false
        try keep()
    }

    private func finish(with answer: FileItem) throws {
        try context.finish(task, .upload(job), with: answer, ordered: job.item)
    }

    /// Writes down what the refusal of an order leads to.
    ///
    /// - Throws: the refusal, when nothing but the user can help.
    private mutating func settle(_ problem: HubProblem) throws -> Bool {
        switch problem.code {
        case .unknownContent:
            try lose()
            return false
        case .contentChanged: return try settleChange()
        case .itemTrashed, .notFound:
            guard job.base != nil else { throw Self.folderGone(problem) }
            return try settleDeletion()
        case .nameTaken: return try settleName(problem)
        case .itemExists:
            // After a week the hub no longer knows that this order was executed.
            let there = try server.item(job.item)
            if there.file?.content == (try content), there.state == .live {
                try finish(with: there)
                return true
            }
            job.item = context.freshItem()
            try keepAnotherOrder()
            return false
        default: throw problem
        }
    }

    private mutating func settleChange() throws -> Bool {
        let there = try server.item(job.item)
        switch ConflictRules.resolve(base: job.base, local: try content, server: there.file?.content) {
        case .adopt:
            try finish(with: there)
            return true
        case .replace(let base):
            // It was changed back meanwhile.
            job.base = base
        default:
            becomeNewFile()
            job.isConflict = true
            if let parent = there.parent { job.parent = parent }
            if let name = there.name { job.plainName = name }
            job.number = 1
            job.name = WireName(job.plainName.name.conflicting(device: context.environment.device, number: 1))
        }
        try keepAnotherOrder()
        return false
    }

    /// Deleted there and changed here: it is created again, and the user is told.
    private mutating func settleDeletion() throws -> Bool {
        if let known = try store.item(job.item), let parent = known.parent, let name = known.name {
            (job.parent, job.name, job.plainName) = (parent, name, name)
        }
        becomeNewFile()
        job.wasCreatedAgain = true
        try keepAnotherOrder()
        return false
    }

    private mutating func settleName(_ problem: HubProblem) throws -> Bool {
        if let id = problem.details["item"].flatMap({ ItemID($0) }) {
            let there = try server.item(id)
            if there.state == .live, there.file?.content == (try content) {
                try finish(with: there)
                return true
            }
        }
        guard job.number < Self.maximumNumber else { throw problem }
        job.number += 1
        let name = job.plainName.name
        job.name = WireName(
            job.isConflict
                ? name.conflicting(device: context.environment.device, number: job.number)
                : name.numbered(job.number + 1))
        try keepAnotherOrder()
        return false
    }

    private mutating func becomeNewFile() {
        job.item = context.freshItem()
        job.base = nil
        job.followsOwn = false
    }

    /// Writes down another order, which gets an id of its own.
    private mutating func keepAnotherOrder() throws {
        job.order = context.freshOrder()
        try keep()
    }

    private static func folderGone(_ problem: HubProblem) -> DriveError {
        DriveError(
            problem.code == .itemTrashed ? .inTrash : .notFound,
            "The folder is not there any more, or is in the trash. The file is still on this device: put it elsewhere.",
            cause: problem)
    }
}
