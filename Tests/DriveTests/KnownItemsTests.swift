// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import Glibc
import HubAPI
import SQLite
import TestSupport
import Testing

/// A device that knows many items opens its folder without a network, and hears of one more. `SATCHEL_KNOWN_ITEMS` says how
/// many; `make soak` has a million.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct KnownItemsTests {
    private static let count = getenv("SATCHEL_KNOWN_ITEMS").flatMap { Int(String(cString: $0)) } ?? 20_000
    private static let each = 1_000

    /// Puts folders with a thousand files each into what the device knows, as if the server had told of them.
    private static func fill(_ device: Device, _ space: SpaceID) throws {
        let database = try Database(path: device.folder + "/drive.sqlite")
        let folders = "WITH RECURSIVE f(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM f WHERE n < \(count / each))"
        let files = "WITH RECURSIVE f(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM f WHERE n < \(count))"
        // The generation is that of the enumeration that the device has seen.
        let generation = "(SELECT generation FROM space WHERE id = ?1)"
        try database.transaction {
            try database.run(
                """
                INSERT INTO item (id, space, parent, name, kind, state, rev, changed, generation)
                \(folders) SELECT CAST(printf('folder%010d', n) AS BLOB), ?1, ?2, CAST(printf('folder %04d', n) AS BLOB), 0, 0,
                    1, 1700000000, \(generation) FROM f
                """, [.blob(space.bytes), .blob(space.root.bytes)])
            try database.run(
                """
                INSERT INTO item (id, space, parent, name, kind, state, rev, changed, content, size, version, executable, generation)
                \(files) SELECT CAST(printf('file%012d', n) AS BLOB), ?1,
                    CAST(printf('folder%010d', 1 + (n - 1) / \(each)) AS BLOB), CAST(printf('photo %07d.jpg', n) AS BLOB), 1, 0, 1,
                    1700000000, CAST(printf('%032d', n) AS BLOB), n, 1, 0, \(generation) FROM f
                """, [.blob(space.bytes)])
        }
    }

    private static func milliseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }

    @Test func manyKnownItemsAreThereWithoutANetworkAndChangesStillAppear() throws {
        let home = try DriveHome()
        let (writer, laptop) = (try home.device("desk"), try home.device("laptop"))
        for device in [writer, laptop] { try device.client().refresh() }
        let space = try laptop.client().space(named: nil).id
        try Self.fill(laptop, space)
        home.stop()
        let began = Self.milliseconds()
        let mounted = try MountedDevice(laptop, hubPort: home.port)
        let isUp = Self.milliseconds()
        let folders = Folder.names(in: mounted.path)
        let isListed = Self.milliseconds()
        #expect(folders.count == Self.count / Self.each && folders.first == "folder 0001")
        let last = "folder \(String(repeating: "0", count: 4 - "\(folders.count)".count))\(folders.count)"
        let names = Folder.names(in: mounted.file(last))
        #expect(names.count == Self.each)
        var status = stat()
        #expect(stat(mounted.file("folder 0001/photo 0000007.jpg"), &status) == 0 && status.st_size == 7)
        let file = open(mounted.file("folder 0001/photo 0000007.jpg"), O_RDONLY | O_CLOEXEC)
        var byte: UInt8 = 0
        #expect(read(file, &byte, 1) == -1 && errno == EHOSTUNREACH, "its bytes are at the hub alone")
        close(file)
        try home.start()
        try writer.write(Array("new".utf8), to: "a note")
        try writer.order("a note")
        let sent = Self.milliseconds()
        #expect(try writer.drain().done == 1)
        try mounted.eventually("the new file") { stat(mounted.file("a note"), &status) == 0 }
        let isHeard = Self.milliseconds()
        print(
            "\(Self.count) known items: mounted in \(isUp - began) ms, first listing in \(isListed - isUp) ms,",
            "a change of another device after \(isHeard - sent) ms")
        #expect(Folder.names(in: mounted.path).count == folders.count + 1)
    }
}
