// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc
internal import Synchronization

/// Why a transfer ends early. Nothing more can be sent to the client.
package enum TransferBreak: Error, Equatable, Sendable {
    /// The client or the network has closed the connection.
    case gone
    /// The client transfers too few bytes.
    case slow
    /// The server is stopping.
    case stopping
}

/// The handle of a connection for other threads: they can only cut it off.
package final class TransferLine: Sendable {
    /// nil once it is closed, because the number may then belong to another file.
    private let descriptor: Mutex<Int32?>

    init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    /// Ends the connection. Its own thread notices at once.
    package func cut() {
        descriptor.withLock { if let number = $0 { _ = shutdown(number, Int32(SHUT_RDWR)) } }
    }

    func close() {
        descriptor.withLock {
            if let number = $0 { _ = Glibc.close(number) }
            $0 = nil
        }
    }
}

/// Reads and writes one connection with blocking calls, with or without TLS. Belongs to one thread.
///
/// C: man 2 recv, send; `SSL_read`, <https://docs.openssl.org/3.0/man3/SSL_read/>
final class TransferConnection {
    let line: TransferLine
    /// The client's address, without the port.
    let address: String

    private let descriptor: Int32
    let limits: TransferLimits
    private let isStopping: @Sendable () -> Bool
    private var session: OpaquePointer?
    var hasTLS: Bool { session != nil }
    /// Input that is not consumed yet: `input[taken..<filled]`.
    private var input = [UInt8](repeating: 0, count: inputBytes)
    private var taken = 0
    private var filled = 0
    private var pace: TransferPace

    /// The longest time that one call blocks, and thus the delay after which a stop of the server is noticed.
    static let tickMilliseconds = 250
    private static let inputBytes = 64 << 10

    init(
        _ descriptor: Int32, address: String, limits: TransferLimits, isStopping: @escaping @Sendable () -> Bool
    ) {
        self.descriptor = descriptor
        self.address = address
        self.limits = limits
        self.isStopping = isStopping
        line = TransferLine(descriptor)
        pace = TransferPace(limits)
        var tick = timeval(tv_sec: 0, tv_usec: Self.tickMilliseconds * 1_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &tick, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit {
        if let session { SSL_free(session) }
        line.close()
    }

    /// Milliseconds of a monotonic clock.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }

    // MARK: - TLS

    /// Performs the TLS handshake.
    func handshake(with protection: Protection) throws(TransferBreak) {
        guard let session = SSL_new(protection.credentials.context) else { throw .gone }
        self.session = session
        guard SSL_set_fd(session, descriptor) == 1 else { throw .gone }
        // Several records with one call to the kernel. Safe here: no one waits for the descriptor while bytes lie in the
        // session.
        SSL_set_default_read_buffer_len(session, Self.inputBytes)
        SSL_set_read_ahead(session, 1)
        _ = satchel_tls_keep_buffers(session)
        let start = Self.now
        while true {
            ERR_clear_error()
            let code = SSL_accept(session)
            if code == 1 { return }
            guard isWaiting(session, code), Self.now - start < limits.headMilliseconds, !isStopping() else {
                throw .gone
            }
        }
    }

    private func isWaiting(_ session: OpaquePointer, _ code: Int32) -> Bool {
        let reason = SSL_get_error(session, code)
        return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE
    }

    // MARK: - Reading

    /// The next head, including its empty line; nil if the client sends none or the server stops.
    ///
    /// - Throws: ``TransferRefusal`` with 400, 408 or 431.
    func readHead() throws -> [UInt8]? {
        let start = Self.now
        var seen = 0
        while true {
            let bytes = Array(input[taken..<filled])
            do throws(Refusal) {
                let end = try bytes.withUnsafeBufferPointer { bytes throws(Refusal) in
                    try RequestGate.findEnd(of: bytes, from: seen, limit: limits.headBytes)
                }
                if let end {
                    taken += end
                    return Array(bytes[..<end])
                }
            } catch {
                throw TransferRefusal(error.status, error.message)
            }
            seen = bytes.count
            let waited = Self.now - start
            if bytes.isEmpty {
                guard waited < limits.idleMilliseconds, !isStopping() else { return nil }
            } else {
                guard waited < limits.headMilliseconds else {
                    throw TransferRefusal(408, "The request head took too long.")
                }
            }
            guard try fill() else { return nil }
        }
    }

    /// Passes the input to `body`, waiting for some. `body` returns how many bytes it consumed.
    ///
    /// - Throws: ``TransferBreak``.
    func take(_ body: (UnsafeRawBufferPointer) throws -> Int) throws {
        while taken == filled {
            guard !isStopping() else { throw TransferBreak.stopping }
            let start = Self.now
            guard try fill() else { throw TransferBreak.gone }
            if pace.count(milliseconds: Self.now - start, bytes: filled - taken) {
                throw TransferBreak.slow
            }
        }
        taken += try input.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[taken..<filled])) }
    }

    /// Waits for at most one tick. Returns false at the end of the connection.
    private func fill() throws(TransferBreak) -> Bool {
        if taken == filled { (taken, filled) = (0, 0) }
        if filled == input.count {
            input.replaceSubrange(0..<(filled - taken), with: input[taken..<filled])
            (taken, filled) = (0, filled - taken)
        }
        let (session, descriptor, filledBefore) = (session, descriptor, filled)
        let count = input.withUnsafeMutableBytes { buffer -> Int in
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filledBefore...])
            guard let session else { return recv(descriptor, room.baseAddress, room.count, 0) }
            ERR_clear_error()
            return Int(SSL_read(session, room.baseAddress, Int32(room.count)))
        }
        if count > 0 {
            filled += count
            return true
        }
        if let session { return isWaiting(session, Int32(count)) }
        return count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    // MARK: - Writing

    /// - Throws: ``TransferBreak``.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransferBreak) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let start = Self.now
            let count: Int
            if let session {
                ERR_clear_error()
                count = Int(SSL_write(session, rest.baseAddress, Int32(min(rest.count, 1 << 20))))
                guard count > 0 || isWaiting(session, Int32(count)) else { throw .gone }
            } else {
                count = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                guard count > 0 || errno == EAGAIN || errno == EINTR else { throw .gone }
            }
            done += max(0, count)
            if pace.count(milliseconds: Self.now - start, bytes: max(0, count)) { throw .slow }
        }
    }

    func write(_ bytes: [UInt8]) throws(TransferBreak) {
        try bytes.withUnsafeBufferPointer { bytes throws(TransferBreak) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Shuts down sending, and reads for a moment: a client that is still sending would otherwise lose the answer.
    /// RFC 9112, section 9.6
    func linger() {
        if let session { _ = SSL_shutdown(session) }
        _ = shutdown(descriptor, Int32(SHUT_WR))
        var waste = [UInt8](repeating: 0, count: 16 << 10)
        for _ in 0..<64 where recv(descriptor, &waste, waste.count, 0) <= 0 { break }
    }
}
