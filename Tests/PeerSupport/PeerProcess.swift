// SPDX-License-Identifier: MIT
import Glibc
import TestSupport

/// One program of `Tests/Peers`, from its start until this value goes.
final class PeerProcess {
    /// Where it listens on 127.0.0.1.
    let port: UInt16

    private static let startSeconds = 60

    private let name: String
    private let pid: pid_t
    private let channel: Int32
    private var collected: [UInt8] = []

    /// Returns when the program is ready to be asked.
    init(_ name: String, _ words: [String], python: String = Peers.python) throws {
        guard access(python, X_OK) == 0 else {
            throw PeerError("\(python) is missing, and with it the chains to test against: run Scripts/setup --tests.")
        }
        let (pid, channel) = try PeerChannel.open([python, "-B", "\(Peers.folder)/\(name)"] + words)
        do {
            var text: [UInt8] = []
            let line = try Self.line(from: channel, &text, seconds: Self.startSeconds, name)
            let parts = line.split(separator: " ")
            guard parts.count == 2, parts[0] == "ready", let port = UInt16(parts[1]) else {
                throw PeerError("\(name) said '\(line)' and not where it listens.")
            }
            (self.name, self.pid, self.channel, self.port, collected) = (name, pid, channel, port, text)
        } catch {
            // A thrown error in an initializer runs no deinit.
            Self.end(pid, channel)
            throw error
        }
    }

    deinit { Self.end(pid, channel) }

    /// Sends a line and waits for one.
    func ask(_ text: String, seconds: Int = 30) throws -> String {
        let bytes = Array((text + "\n").utf8)
        guard send(channel, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw PeerError("\(name) has gone away.")
        }
        return try Self.line(from: channel, &collected, seconds: seconds, name)
    }

    private static func line(from channel: Int32, _ text: inout [UInt8], seconds: Int, _ name: String) throws -> String
    {
        while true {
            if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: text[..<end], as: UTF8.self)
                text.removeSubrange(...end)
                return line
            }
            var waiting = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(seconds * 1_000)) > 0 else {
                throw PeerError("\(name) said nothing for \(seconds) seconds.")
            }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = recv(channel, &chunk, chunk.count, 0)
            guard count > 0 else { throw PeerError("\(name) ended: what it complained about stands above.") }
            text += chunk[..<count]
        }
    }

    /// The end of its input ends the program.
    private static func end(_ pid: pid_t, _ channel: Int32) {
        close(channel)
        var status: Int32 = 0
        for _ in 0..<200 {
            if waitpid(pid, &status, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(pid, SIGKILL)
        waitpid(pid, &status, 0)
    }
}
