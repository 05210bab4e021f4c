// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import TestSupport
import Testing

/// The camera backup with the real programs. The client is killed again and again, and each photo is at the hub once.
/// `SATCHEL_KILLED_PHOTOS` says how many photos.
struct CameraKillTests {
    private static let count = getenv("SATCHEL_KILLED_PHOTOS").flatMap { Int(String(cString: $0)) } ?? 80
    /// How often the client is killed at most: then it may come to its end.
    private static let maximumKills = max(8, count / 40)
    /// 2024-05-01T12:00:00Z
    private static let may = 1_714_564_800

    /// Writes the photos, some of them larger than the hub keeps in its database, and returns their contents.
    private func take(_ folder: String) throws -> Set<String> {
        mkdir(folder, 0o700)
        var random = SeededRandom(seed: 23)
        var contents: Set<String> = []
        for number in 0..<Self.count {
            let content = random.block(number % 20 == 0 ? 40_000 : 100 + number % 900)
            let path = "\(folder)/IMG_\(number).jpg"
            try File.write(content, to: path, mode: 0o600)
            let time = timespec(tv_sec: Self.may + number, tv_nsec: 0)
            try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
            contents.insert(Hex.encode(SHA256.hash(content).bytes))
        }
        return contents
    }

    @Test func photosArriveOnceEachHoweverOftenTheClientIsKilled() throws {
        let network = try TestNetwork()
        let files = try network.openHubWithFiles()
        let alice = try network.person("alice")
        try alice.succeed("drive", "login", "--password-file", network.file("alice.password"), "--device", "phone")
        let contents = try take(network.file("camera"))
        try alice.succeed("drive", "camera", "add", network.file("camera"))
        let line = alice.commandLine(["drive", "camera", "run"])
        let clock = ContinuousClock()
        let start = clock.now
        var random = SeededRandom(seed: 24)
        var kills = 0
        while kills < Self.maximumKills {
            let client = try Running(
                line[0], Array(line.dropFirst()), environment: alice.environment(),
                complaints: network.file("client.log"))
            usleep(UInt32(50_000 + random.next() % 2_000_000))
            kill(client.pid, SIGKILL)
            if client.wait() != -SIGKILL { break }
            kills += 1
        }
        try alice.succeed("drive", "camera", "run")
        print("camera: \(Self.count) photos, \(kills) kills, \(clock.now - start)")
        let status = try alice.succeed("drive", "camera", "status", "--json").json()
        #expect(status[0]?["done"] == .number(Int64(Self.count)), "\(status)")
        let kept = try #require(try alice.succeed("drive", "ls", "/Photos/2024", "--json").json().list)
        #expect(kept.count == Self.count, "each photo is there once")
        #expect(Set(kept.compactMap { $0["content"]?.text }) == contents)
        #expect(try alice.succeed("drive", "trash", "--json").json().count == 0)
        #expect(files.stop() == 0)
    }
}
