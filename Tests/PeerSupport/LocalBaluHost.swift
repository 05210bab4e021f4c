// SPDX-License-Identifier: MIT
package import TestSupport

/// A BaluHost with its known faults, on loopback. Gone with this value.
package final class LocalBaluHost {
    /// What it keeps, as its disk has it.
    package let folder: ScratchFolder
    private let process: PeerProcess

    /// The users that it has; the second one has a second factor.
    package static let (username, password) = ("alice", "Seven-purple-kettles1")
    package static let (cautious, cautiousPassword, cautiousCode) = ("bob", "Eight-purple-kettles1", "246810")

    private let scheme: String

    /// - Parameters:
    ///   - chunkBytes: how large its chunks are; 32 MiB at a real one.
    ///   - credentials: files with its certificate and key; without them it speaks plain HTTP.
    package init(chunkBytes: Int = 1 << 20, credentials: (certificate: String, key: String)? = nil) throws {
        folder = try ScratchFolder()
        scheme = credentials == nil ? "http" : "https"
        process = try PeerProcess(
            "baluhost.py", [folder.path, "\(chunkBytes)"] + (credentials.map { [$0.certificate, $0.key] } ?? []))
    }

    package var port: UInt16 { process.port }

    package var address: String { "\(scheme)://127.0.0.1:\(process.port)" }

    /// The text in a pairing picture.
    package func pairingCode() throws -> String { try process.ask("code") }

    /// Access tokens that were given so far are over.
    package func expireTokens() throws { try arrange("expire") }

    /// What lies in the server's memory alone is gone.
    package func restart() throws { try arrange("restart") }

    /// The next requests whose address holds `part`, percent-encoded, are told to wait.
    package func limit(_ part: String, count: Int) throws { try arrange("limit \(part) \(count)") }

    /// The next request whose path holds `part` is executed, and its answer breaks off.
    package func loseAnswer(to part: String) throws { try arrange("lose \(part)") }

    /// The same, but nothing of the answer is sent: libcurl repeats the request by itself.
    package func doubleRequest(to part: String) throws { try arrange("reset \(part)") }

    /// It no longer knows the checksum of a file.
    package func forgetChecksum(of path: String) throws { try arrange("unsum \(path)") }

    /// Another client writes a file.
    package func write(_ text: String, to path: String) throws { try arrange("write \(path) \(text)") }

    package func setQuota(_ bytes: Int) throws { try arrange("quota \(bytes)") }

    /// How many requests it has answered.
    package func requests() throws -> Int { Int(try process.ask("requests")) ?? 0 }

    private func arrange(_ line: String) throws {
        guard try process.ask(line) == "done" else { throw PeerError("baluhost.py does not know '\(line)'.") }
    }
}
