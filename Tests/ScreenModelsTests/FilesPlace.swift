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
import ScreenModels
import TestSupport
import Testing
import Tokens

/// A network whose hub has a file service on loopback, and the folders of a person.
@MainActor
final class FilesPlace {
    let network: TestNetwork
    private let folder: ScratchFolder
    private let service: TransferServer
    private let questions: FileQuestions

    init() throws {
        folder = try ScratchFolder()
        for name in ["files", "desk", "pocket"] { mkdir(folder.file(name), 0o700) }
        let store = try UploadStore(root: folder.file("files"), freeSpace: FreeSpaceRule(minimum: 0, percent: 0))
        let files = FileService(store: store, authority: Authority(socket: folder.file("socket")))
        service = try TransferServer(address: "127.0.0.1", port: 0, handler: files.handler)
        network = try TestNetwork(isServed: true, filesURL: "http://127.0.0.1:\(service.port)")
        questions = try FileQuestions(of: network.hub, at: folder.file("socket"))
    }

    isolated deinit {
        service.stop()
        questions.close()
        network.close()
    }

    /// Where files are received.
    var pocket: String { folder.file("pocket") }

    func write(_ content: [UInt8], to name: String) throws -> String {
        let path = folder.file("desk") + "/" + name
        try File.write(content, to: path, mode: 0o644)
        return path
    }

    /// Logs in with the password that every phone of a network has, and opens the own space.
    func enter(_ model: FilesModel) async throws -> FolderModel {
        await model.load()
        model.password = "lantern river 4827"
        await model.logIn()
        guard case .open(let space) = model.stage else {
            throw UnexpectedResult("\(model.stage) \(String(describing: model.refusal))")
        }
        let top = FolderModel(space.id.root, in: space.id, model.session)
        await top.load()
        return top
    }

    /// Another device of alice.
    func device(_ name: String) throws -> FilesDevice {
        let folder = folder.file(name)
        let account = HubAccount(folder: folder, store: try DriveStore(folder: folder), clock: network.time.clock) {
            _ in
        }
        try account.logIn(
            to: HubDescription(link: network.link), username: "alice", password: "lantern river 4827", device: name
        ) { throw UnexpectedResult("There is no second factor.") }
        return FilesDevice(folder: folder, clock: network.time.clock)
    }

    /// What another process finds in the drive of a phone.
    func device(inDriveOf name: String) throws -> FilesDevice {
        FilesDevice(folder: network.folder.file(name) + "/drive", clock: network.time.clock)
    }
}

/// A drive as another process uses it.
struct FilesDevice {
    let folder: String
    let clock: Clock

    func put(_ path: String, as name: String, drains: Bool = true) throws {
        let store = try DriveStore(folder: folder)
        let server = HubFileServer(account: HubAccount(folder: folder, store: store, clock: clock) { _ in })
        let client = DriveClient(
            folder: folder, store: store, server: server,
            environment: DriveEnvironment(clock: clock, random: .system, device: "other"))
        if drains { try client.refresh() }
        let space = try client.space(named: nil).id
        let slash = try #require(path.lastIndex(of: "/"))
        _ = try client.put(
            folder: String(path[..<slash]), name: FileName(String(path[path.index(after: slash)...])),
            into: space.root, in: space, as: FileName(name))
        guard drains else { return }
        let report = try client.drain(isRequested: true)
        try #require(report.waiting == 0 && report.failed == 0)
    }
}
