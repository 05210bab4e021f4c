// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import HubAPI
import PeerSupport
import TestSupport
import Tokens

/// A BaluHost, and a device with a drive that is logged in to it.
final class BaluHome {
    let host: LocalBaluHost
    let device: Device
    private let scratch: ScratchFolder

    /// A content above this size goes in chunks. In bytes.
    static let wholeUpload: UInt64 = 100_000

    init(chunkBytes: Int = 65_536) throws {
        host = try LocalBaluHost(chunkBytes: chunkBytes)
        scratch = try ScratchFolder()
        device = try Device("laptop", in: scratch)
        device.maximumAppend = 150_000
        try Self.account(of: device).logIn(
            to: host.address, username: LocalBaluHost.username, password: LocalBaluHost.password, device: "laptop"
        ) { throw UnexpectedResult("There is no second factor.") }
        device.makeServer = { [device] in try Self.server(of: device) }
    }

    /// Another device that is not logged in.
    func fresh(_ name: String) throws -> Device { try Device(name, in: scratch) }

    static func account(of device: Device) throws -> BaluAccount {
        BaluAccount(folder: device.folder, store: try DriveStore(folder: device.folder), clock: DriveHome.clock)
    }

    static func server(of device: Device) throws -> BaluFileServer {
        var limits = BaluFileServer.Limits()
        limits.wholeUpload = wholeUpload
        // Another client's change is seen at once.
        limits.listSeconds = 0
        return try BaluFileServer(
            folder: device.folder, account: account(of: device), clock: DriveHome.clock, random: .system,
            limits: limits)
    }

    /// Executes the queue until nothing waits, a few times at most.
    func drainAll() throws {
        for _ in 0..<6 where try device.drain().waiting > 0 {}
    }

    /// What the server's disk has in a folder of the user, without the work folder.
    func shown(_ path: String = "") -> [String] {
        Folder.names(in: host.folder.file(LocalBaluHost.username + path)).filter { $0 != "satchel-work" }
    }

    func bytes(of path: String) throws -> [UInt8] {
        try host.folder.bytes(of: "\(LocalBaluHost.username)/\(path)")
    }
}
