// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc
package import Logging
internal import WireGuard

/// Keeps the one tunnel of this machine for the user who brought it up, and answers requests about it.
///
/// Every configuration is read again by the rules of ``TunnelConfiguration``: a client may be any program of a user.
package final class TunnelHost {
    /// How long `up` and `status` wait for a peer's answer.
    private static let answerMilliseconds = 3_000
    private static let stepMicroseconds: useconds_t = 20_000

    private let now: () -> UInt64
    private let log: Log
    private var tunnel: (run: TunnelRun, owner: UInt32)?

    /// - Parameter now: seconds since 1970.
    package init(now: @escaping () -> UInt64, log: Log = .none) {
        self.now = now
        self.log = log
    }

    /// Whether a tunnel is up, for which ``keep()`` is worth calling.
    package var isUp: Bool { tunnel != nil }

    /// Answers a request of a user. Afterwards the tunnel is up, or down, as it says.
    package func answer(_ request: TunnelRequest, from user: UInt32) -> TunnelReply {
        do {
            return .status(try status(after: request, from: user))
        } catch let error as TunnelError {
            log.notice("A request of a user was refused", .error(error))
            return .refused(error)
        } catch let error as WireGuardError {
            log.notice("A configuration of a user was refused", .error(error))
            return .refused(TunnelError(.badConfiguration, error.message))
        } catch {
            log.error("A request of a user failed", .error(error))
            return .refused(TunnelError(.system, "The tunnel service failed. Try again."))
        }
    }

    /// Looks after the tunnel once a minute or so: a host at home that got another address is followed.
    package func keep() {
        dropEnded()
        // Safe: a device that does not answer is reported to the user who asks.
        try? tunnel?.run.follow(now: now())
    }

    /// Takes the tunnel down.
    package func stop() { tunnel = nil }

    private func status(after request: TunnelRequest, from user: UInt32) throws -> TunnelStatus {
        dropEnded()
        if let tunnel, tunnel.owner != user {
            if case .status = request { return TunnelStatus(.others) }
            throw TunnelError(
                .othersTunnel, "Another user of this device has a tunnel up. It ends when that user takes it down.")
        }
        switch request {
        case .up(let file):
            let configuration = try TunnelConfiguration(reading: file.withUnsafeBytes { Array($0) })
            tunnel = nil
            tunnel = (try TunnelRun(configuration, now: now()), user)
            log.info("The tunnel is up")
        case .down:
            tunnel = nil
            log.info("The tunnel is down")
        case .status:
            keep()
        }
        return try answered()
    }

    private func dropEnded() {
        guard let run = tunnel?.run, !run.isRunning else { return }
        tunnel = nil
        log.warning("The tunnel has ended by itself")
    }

    /// The status, for which a silent peer gets a packet and some time to answer.
    private func answered() throws -> TunnelStatus {
        guard let run = tunnel?.run else { return TunnelStatus(.off) }
        try run.probe(now: now())
        var waited = 0
        while true {
            let status = try run.status(now: now())
            guard status.state == .waiting, waited < Self.answerMilliseconds else { return status }
            usleep(Self.stepMicroseconds)
            waited += Int(Self.stepMicroseconds) / 1_000
        }
    }
}
