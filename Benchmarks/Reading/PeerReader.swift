// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import PeerSupport
import Scanner
import Barcodes
import SyntheticPhotos

/// Another's reader of codes in a process of its own: frames go in, what it saw and how long it took comes out.
///
/// `peers.py` and `Tests/ZXingPeer` speak the same lines.
final class PeerReader {
    struct Answer {
        /// Of a processor.
        let microseconds: UInt64
        let symbols: [Symbol]
        /// It aborted on the frame.
        let hasDied: Bool
    }

    let name: String
    private let pid: pid_t
    private let channel: Int32
    private var received: [UInt8] = []

    init(_ name: String, _ words: [String]) throws {
        self.name = name
        (pid, channel) = try PeerChannel.open(words)
    }

    deinit {
        close(channel)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Shows it a photo and waits for its answer.
    func read(_ shot: Shot) throws -> Answer {
        let words = [
            shot.subject.rawValue, shot.setting.name, "\(shot.number)", shot.symbol.symbology.rawValue,
            Hex.encode(shot.symbol.bytes),
        ]
        try put(Array("\(shot.image.width) \(shot.image.height) \(words.joined(separator: "|"))\n".utf8))
        try put(shot.image.pixels)
        let line = try line()
        guard line != "died" else { return Answer(microseconds: 0, symbols: [], hasDied: true) }
        let parts = line.split(separator: " ")
        guard let first = parts.first, let time = UInt64(first) else {
            throw BenchError(.wrongResult, "The reader \(name) said '\(line)' and not how long it took.")
        }
        return Answer(
            microseconds: time, symbols: try parts.dropFirst().map { try symbol(String($0)) }, hasDied: false)
    }

    private func symbol(_ text: String) throws -> Symbol {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, let bytes = try? Hex.decode(halves[1]) else {
            throw BenchError(.wrongResult, "The reader \(name) said '\(text)', which is no symbol.")
        }
        // A kind that nobody asked for is in no photo, so any other name will do for it.
        return Symbol(Symbology(rawValue: halves[0]) ?? .maxiCode, bytes)
    }

    private func put(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw BenchError(.system, "The reader \(name) ended; run it by hand to see why.") }
            rest = rest.dropFirst(count)
        }
    }

    private func line() throws -> String {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                return line
            }
            let count = recv(channel, &chunk, chunk.count, 0)
            guard count > 0 else { throw BenchError(.system, "The reader \(name) ended; run it by hand to see why.") }
            received += chunk[..<count]
        }
    }
}
