// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileIO
import FileModel
import FileService
import Glibc
import HTTP
import Hub
import HubAPI
import Money
import TestSupport
import Testing
import Tokens

/// A hub and its file service on loopback, which can go away and come back, and devices with a folder each.
final class DriveHome {
    let folder: ScratchFolder
    private let rootKey = P256.PrivateKey(random: .system)
    private var hub: Hub?
    private var hubServer: Server?
    private var questions: FileQuestions?
    private var files: TransferServer?
    private var hubPort: UInt16 = 0
    private var filesPort: UInt16 = 0
    /// Where clients are told that the file service is; nil for where it is.
    private var serviceURL: String?

    static let clock = Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) }

    init() throws {
        folder = try ScratchFolder()
        mkdir(folder.file("files"), 0o700)
        try HubSetup.create(
            in: HubDirectory(folder.file("hub")), currency: try Currency(code: "EUR"), rootKey: rootKey,
            clock: Self.clock)
        try start()
    }

    deinit { stop() }

    func start() throws {
        let store = try UploadStore(
            root: folder.file("files"), freeSpace: FreeSpaceRule(minimum: 0, percent: 0))
        try store.removeRemains()
        let service = FileService(store: store, authority: Authority(socket: folder.file("socket")))
        let files = try TransferServer(address: "127.0.0.1", port: filesPort, handler: service.handler)
        filesPort = files.port
        self.files = files
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        configuration.filesURL = serviceURL ?? "http://127.0.0.1:\(filesPort)"
        let hub = try Hub.open(directory: folder.file("hub"), configuration: configuration, clock: Self.clock)
        questions = try FileQuestions(of: hub, at: folder.file("socket"))
        let server = try hub.serve(.at("127.0.0.1", port: hubPort))
        hubPort = server.port
        (self.hub, hubServer) = (hub, server)
    }

    func stop() {
        files?.stop()
        questions?.close()
        hubServer?.stop()
        hub?.close()
        (files, questions, hubServer, hub) = (nil, nil, nil, nil)
    }

    /// From now on the hub names another address for the file service.
    func restart(withService url: String?) throws {
        stop()
        serviceURL = url
        try start()
    }

    /// Bytes that a user's own space may have from now on.
    func setQuota(_ bytes: UInt64, of username: String) throws { try hub?.setFileQuota(bytes, of: username) }

    var port: UInt16 { hubPort }

    var description: HubDescription {
        HubDescription(url: "http://127.0.0.1:\(hubPort)", rootKey: rootKey.publicKey)
    }

    /// A device that is logged in to a new account, or to the one that is there.
    func device(_ name: String, of username: String = "alice") throws -> Device {
        do {
            _ = try HubCaller { [url = description.url] in try Client().send($0, to: url) }.call(
                Routes.register, Credentials(username: username, password: "seven purple kettles"))
        } catch let problem as HubProblem where problem.code == .usernameTaken {
            // It was opened for another device.
        }
        let device = try Device(name, in: folder)
        try device.account().logIn(
            to: description, username: username, password: "seven purple kettles", device: name
        ) { throw UnexpectedResult("There is no second factor.") }
        return device
    }
}

/// Stops the client, as if its process had died.
struct Died: Error {}

/// A device: what a new process finds in its folder.
final class Device {
    let name: String
    let folder: String
    /// Where the user's own files are.
    let documents: String
    var maximumAppend: UInt64 = 64 << 20
    /// Whether several threads execute the queue.
    var isParallel = false
    /// Of the drive; the session has the hub's.
    var clock = DriveHome.clock
    /// Called at each step.
    var onStep: (DriveStep) throws -> Void = { _ in }
    /// Makes another server than our hub.
    var makeServer: (() throws -> any FileServer)?

    init(_ name: String, in scratch: ScratchFolder) throws {
        self.name = name
        folder = scratch.file("drive-\(name)")
        documents = scratch.file("documents-\(name)")
        mkdir(documents, 0o700)
        mkdir(folder, 0o700)
    }

    func account() throws -> HubAccount {
        HubAccount(folder: folder, store: try DriveStore(folder: folder), clock: DriveHome.clock, onStep: onStep)
    }

    /// The client as a new process makes it.
    func client() throws -> DriveClient {
        let store = try DriveStore(folder: folder)
        let account = HubAccount(folder: folder, store: store, clock: DriveHome.clock, onStep: onStep)
        var environment = DriveEnvironment(clock: clock, random: .system, device: name, onStep: onStep)
        environment.maximumAppend = maximumAppend
        environment.maximumUnkept = 4 << 20
        return DriveClient(
            folder: folder, store: store, server: try makeServer?() ?? HubFileServer(account: account),
            environment: environment,
            makeWorker: isParallel ? worker : nil)
    }

    private var worker: DriveClient.WorkerSource {
        { [folder] in
            let store = try DriveStore(folder: folder)
            let account = HubAccount(folder: folder, store: store, clock: DriveHome.clock) { _ in }
            return (store, HubFileServer(account: account))
        }
    }

    @discardableResult
    func write(_ content: [UInt8], to name: String) throws -> String {
        try File.write(content, to: "\(documents)/\(name)", mode: 0o644)
        return "\(documents)/\(name)"
    }

    /// Orders a file of the documents into the own space, and executes nothing.
    func order(_ name: String, as target: String? = nil) throws {
        let client = try client()
        let space = try client.space(named: nil)
        _ = try client.put(
            folder: documents, name: FileName(name), into: space.id.root, in: space.id,
            as: FileName(target ?? name))
    }

    /// Executes the queue until nothing waits.
    @discardableResult
    func drain() throws -> DrainReport { try client().drain(isRequested: true) }

    /// The names in a folder of the server, as the server says now.
    func listed(_ path: [String] = []) throws -> [String] {
        let client = try client()
        try client.refresh()
        let space = try client.space(named: nil)
        let item = try client.requireItem(at: FilePath(path.map { try FileName($0) }), in: space.id)
        return try client.store.children(of: item.id).map { $0.name?.name.description ?? "-" }
    }

    /// The bytes of a file at the server.
    func received(_ name: String) throws -> [UInt8] {
        let client = try client()
        try client.refresh()
        let space = try client.space(named: nil)
        let item = try client.requireItem(at: FilePath([FileName(name)]), in: space.id)
        let target = try ScratchFolder()
        _ = try client.get(item, into: target.path, as: FileName("x"), replaces: false)
        var report = try client.drain(isRequested: true)
        // A file that changes meanwhile, or a busy server, makes a download wait for its next try.
        for _ in 0..<50 where report.waiting > 0 {
            usleep(100_000)
            report = try client.drain(isRequested: true)
        }
        try require(report.done == 1 && report.waiting == 0, "\(report)")
        return try target.bytes(of: "x")
    }
}

extension Device {
    /// Makes a folder among the documents.
    func make(_ folder: String) { mkdir("\(documents)/\(folder)", 0o700) }
}
