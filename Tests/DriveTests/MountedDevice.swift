// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import Glibc
import HubAPI
import Synchronization
import TestSupport
import Testing

// Swift's Glibc does not see sys/xattr.h. man 2 getxattr, setxattr, listxattr, removexattr
@_silgen_name("getxattr")
func getxattr(_: UnsafePointer<CChar>, _: UnsafePointer<CChar>, _: UnsafeMutableRawPointer?, _: Int) -> Int
@_silgen_name("setxattr")
func setxattr(
    _: UnsafePointer<CChar>, _: UnsafePointer<CChar>, _: UnsafeRawPointer, _: Int, _: Int32
) -> Int32
@_silgen_name("listxattr")
func listxattr(_: UnsafePointer<CChar>, _: UnsafeMutableRawPointer?, _: Int) -> Int
@_silgen_name("removexattr")
func removexattr(_: UnsafePointer<CChar>, _: UnsafePointer<CChar>) -> Int32

/// A device of ``DriveHome`` whose own space is a folder, answered for by threads of this process.
final class MountedDevice {
    let device: Device
    /// The mounted folder.
    let path: String
    let mount: DriveMount
    let notices: Notices
    private var thread = pthread_t()

    static var canMount: Bool { access("/dev/fuse", R_OK | W_OK) == 0 || getenv("CI") != nil }

    /// Short pauses, since tests do not wait for people.
    static var settings: MountSettings {
        var settings = MountSettings()
        settings.quietMilliseconds = 100
        settings.feedMilliseconds = 200
        settings.keptBytes = 0
        return settings
    }

    /// - Parameter onStep: called at each step of the thread that sends, and of the one that hears.
    init(
        _ device: Device, settings: MountSettings = MountedDevice.settings, hubPort: UInt16,
        onStep: @escaping @Sendable (DriveStep) throws -> Void = { _ in }
    ) throws {
        self.device = device
        path = device.folder + "-mounted"
        mkdir(path, 0o700)
        let notices = Notices()
        self.notices = notices
        mount = try DriveMount(
            folder: device.folder, at: path, space: nil, settings: settings,
            address: { ("127.0.0.1", "\(hubPort)") }, onNotice: notices.add,
            makeClient: { [folder = device.folder, name = device.name] in
                let store = try DriveStore(folder: folder)
                let account = try DriveAccount(folder: folder, store: store, clock: DriveHome.clock)
                return DriveClient(
                    folder: folder, store: store,
                    server: try account.makeServer(
                        folder: folder, clock: DriveHome.clock, random: .system, silenceSeconds: 20),
                    environment: DriveEnvironment(
                        clock: DriveHome.clock, random: .system, device: name, onStep: { try onStep($0) }))
            })
        let start = Unmanaged.passRetained(mount)
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let mount = Unmanaged<DriveMount>.fromOpaque(argument).takeRetainedValue()
                do { try mount.run() } catch { Issue.record("The mounted folder has ended: \(error)") }
                return nil
            }, start.toOpaque())
    }

    /// Takes the folder away, and waits until all is written down.
    func stop() {
        guard thread != 0 else { return }
        mount.end()
        pthread_join(thread, nil)
        thread = 0
    }

    deinit { stop() }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The value of an extended attribute; nil for none.
    func attribute(_ name: String, of file: String) -> String? {
        var value = [UInt8](repeating: 0, count: 256)
        let count = getxattr(self.file(file), name, &value, value.count)
        return count < 0 ? nil : String(decoding: value[..<count], as: UTF8.self)
    }

    func state(of file: String) -> String? { attribute("user.satchel.state", of: file) }

    func pin(_ file: String, _ word: String) -> Int32 {
        setxattr(self.file(file), "user.satchel.pin", word, word.utf8.count, 0) == 0 ? 0 : errno
    }

    /// Waits for what another thread brings about; an hour would be too short for no machine.
    func eventually(_ what: String, _ isSo: () throws -> Bool) throws {
        for _ in 0..<6_000 {
            if try isSo() { return }
            usleep(10_000)
        }
        let tasks = try device.client().store.tasks(.waiting) + device.client().store.tasks(.failed)
        throw UnexpectedResult(
            "It did not come to pass: \(what). \(Folder.names(in: path)) \(tasks.map { "\($0.state) \($0.message ?? "")" })"
        )
    }
}

/// What a mounted folder has told.
final class Notices: Sendable {
    private let told = Mutex<[MountNotice]>([])

    var all: [MountNotice] { told.withLock { $0 } }

    func add(_ notice: MountNotice) { told.withLock { $0.append(notice) } }
}

extension DriveHome {
    /// A device, mounted.
    func mounted(_ name: String, settings: MountSettings = MountedDevice.settings) throws -> MountedDevice {
        try MountedDevice(device(name), settings: settings, hubPort: port)
    }
}
