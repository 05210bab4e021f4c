// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import Terminal

/// Where a serving hub has its certificate from, and whether there is a newer one.
struct CredentialSource {
    private enum Kind {
        case plain
        /// The newest channel key that the root key has announced.
        case own
        case files(certificate: String, key: String)
    }

    private let kind: Kind
    /// What tells that something has changed: the key that is announced, or the times of the files.
    private var seen: [Int] = []
    private var pin: String?

    /// - Parameter settings: what counts when the command line says nothing of it.
    init(_ invocation: Invocation, _ settings: HubSettings) throws {
        let isSaid = invocation.has(.tls) || invocation.has(.certificate) || invocation.has(.privateKey)
        let wish =
            isSaid
            ? (invocation.has(.tls), invocation.value(.certificate), invocation.value(.privateKey))
            : (settings.isProved, settings.certificate, settings.privateKey)
        switch wish {
        case (false, nil, nil): kind = .plain
        case (true, nil, nil): kind = .own
        case (false, .some(let certificate), .some(let key)): kind = .files(certificate: certificate, key: key)
        default:
            throw Failure(
                .usage, "Say either --tls, for the hub's own keys, or both --certificate and --private-key.")
        }
    }

    var isPlain: Bool { if case .plain = kind { true } else { false } }
    var isOwn: Bool { if case .own = kind { true } else { false } }

    /// The credentials as they are now; nil for plain HTTP.
    mutating func read(_ hub: Hub) throws -> ServerCredentials? {
        let credentials: ServerCredentials
        switch kind {
        case .plain: return nil
        case .own: credentials = try hub.channelCredentials()
        case .files(let certificate, let key):
            seen = Self.times(certificate, key)
            credentials = try ServerCredentials(
                certificates: try TextFile.bytes(of: certificate, maximumBytes: ServerCredentials.maximumPEMBytes),
                privateKey: try TextFile.bytes(of: key, maximumBytes: ServerCredentials.maximumPEMBytes))
        }
        pin = credentials.pin
        return credentials
    }

    /// The credentials if they are others than those read last.
    mutating func readIfChanged(_ hub: Hub) throws -> ServerCredentials? {
        if case .files(let certificate, let key) = kind, Self.times(certificate, key) == seen { return nil }
        let before = pin
        guard let credentials = try read(hub) else { return nil }
        // A certificate is renewed for the same key as well; our own changes with its key only.
        return isOwn && credentials.pin == before ? nil : credentials
    }

    /// When the files were changed last, to the nanosecond, and which files they are. stat(2)
    private static func times(_ paths: String...) -> [Int] {
        paths.flatMap { path -> [Int] in
            var status = stat()
            guard stat(path, &status) == 0 else { return [] }
            return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
    }
}
