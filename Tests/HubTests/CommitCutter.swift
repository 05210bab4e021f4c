// SPDX-License-Identifier: MIT
import Glibc
import HubStorage
import PostgreSQL
import Synchronization
import TestSupport

/// A relay in front of a server's socket that, once armed, lets a COMMIT through and cuts the connection in place of
/// handing its answer back.
final class CommitCutter: Sendable {
    let isArmed = Atomic(false)
    let cuts = Atomic(0)
    private let folder: ScratchFolder
    private let listener: Int32
    private let target: String
    private let database: String

    /// The connection string of the relay.
    var text: String { "postgresql://satchel@/\(database)?host=\(folder.path)" }

    init(_ address: DatabaseAddress) throws {
        folder = try ScratchFolder()
        // The address is the private server's own form: …/<database>?host=<folder>.
        let text = address.secretText
        database = String(text.split(separator: "/")[2].split(separator: "?")[0])
        target = String(text.split(separator: "=").last ?? "") + "/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = folder.file(".s.PGSQL.5432")
        guard Self.with(path, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            throw UnexpectedResult("No relay can listen at \(path): \(errno).")
        }
        Self.onThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                guard Self.with(target, { connect(server, $0, $1) }) == 0 else {
                    close(client)
                    close(server)
                    continue
                }
                let isCut = Shared()
                Self.onThread { self.pump(from: client, to: server, isCut, isFromClient: true) }
                Self.onThread { self.pump(from: server, to: client, isCut, isFromClient: false) }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private final class Shared: Sendable {
        let isDue = Atomic(false)
    }

    private func pump(from: Int32, to: Int32, _ shared: Shared, isFromClient: Bool) {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(from, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            let bytes = Array(chunk[..<count])
            if isFromClient, Self.isCommit(bytes), isArmed.exchange(false, ordering: .relaxed) {
                shared.isDue.store(true, ordering: .relaxed)
            }
            // The answer to COMMIT has come, so it is done; the client never hears of it.
            if !isFromClient, shared.isDue.load(ordering: .relaxed) {
                cuts.add(1, ordering: .relaxed)
                break
            }
            guard write(to, bytes, count) == count else { break }
        }
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
    }

    /// The simple query `COMMIT`.
    private static func isCommit(_ bytes: [UInt8]) -> Bool {
        bytes.count == 12 && bytes[0] == UInt8(ascii: "Q") && Array(bytes[5..<11]) == Array("COMMIT".utf8)
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func onThread(_ body: @escaping @Sendable () -> Void) {
        final class Work: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                if let work = argument.map({ Unmanaged<Work>.fromOpaque($0).takeRetainedValue() }) { work.body() }
                return nil
            }, Unmanaged.passRetained(Work(body)).toOpaque())
        pthread_detach(thread)
    }
}
