// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc

/// Asks the service of this machine's tunnel.
package struct TunnelClient: Sendable {
    /// Where the unit satchel-tunnel.socket listens.
    package static let usualSocket = "/run/satchel-tunnel/socket"
    /// Longer than the service takes to start a device, to look up a name and to wait for an answer.
    private static let timeoutSeconds = 60

    private let path: String

    package init(socket path: String = usualSocket) { self.path = path }

    /// - Returns: where the tunnel is afterwards.
    /// - Throws: ``TunnelError``, also the service's refusal.
    package func ask(_ request: TunnelRequest) throws -> TunnelStatus {
        guard let socket = UnixSocket(connectingTo: path, timeoutSeconds: Self.timeoutSeconds) else {
            throw Self.failure(errno)
        }
        guard request.encoded.withUnsafeBytes({ socket.write($0) }) else { throw Self.noAnswer }
        socket.finishWriting()
        guard let bytes = socket.read(maximum: TunnelReply.maximumBytes), !bytes.isEmpty else { throw Self.noAnswer }
        switch try TunnelReply(bytes) {
        case .status(let status): return status
        case .refused(let error): throw error
        }
    }

    private static let noAnswer = TunnelError(
        .noService, "The tunnel service gave no answer. See: journalctl -u satchel-tunnel")

    private static func failure(_ number: Int32) -> TunnelError {
        switch number {
        case EACCES, EPERM:
            TunnelError(
                .notAllowed,
                "This user may not bring up a tunnel. An administrator allows it: adduser USER netdev. Then log in again."
            )
        case ENOENT, ECONNREFUSED:
            TunnelError(
                .noService,
                "The tunnel service does not run. An administrator starts it: systemctl enable --now satchel-tunnel.socket"
            )
        default:
            TunnelError(
                .noService, "The tunnel service cannot be reached: \(String(cString: strerror(number))).")
        }
    }
}
