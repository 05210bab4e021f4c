// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubStorage
import Terminal
import Tokens

/// The source of a serving hub's certificate. Tells when there is a newer one.
struct CredentialSource {
    private enum Kind {
        case plain
        /// Plain HTTP behind a proxy that shows this certificate.
        case proxy(certificate: String)
        /// The newest channel key that the root key has announced.
        case own
        /// - isAnnounced: the hub shows the certificate only if the root key has announced its key.
        case files(certificate: String, key: String, isAnnounced: Bool)
    }

    private let kind: Kind
    /// The times of the files and the sequence of announcements at the last look. A difference means a possible change.
    private var seen: [Int] = []
    /// The shown certificate: its pin, and the times of its files.
    private var shown: (pin: String, times: [Int])?

    /// - Parameter settings: used when the command line has none of these options.
    init(_ invocation: Invocation, _ settings: HubSettings) throws {
        let isSaid = invocation.has(.tls) || invocation.has(.certificate) || invocation.has(.privateKey)
        let wish =
            isSaid
            ? (invocation.has(.tls), invocation.value(.certificate), invocation.value(.privateKey))
            : (settings.isProved, settings.certificate, settings.privateKey)
        switch wish {
        case (false, nil, nil): kind = settings.proxyCertificate.map { .proxy(certificate: $0) } ?? .plain
        case (true, nil, nil): kind = .own
        case (let isAnnounced, .some(let certificate), .some(let key)):
            kind = .files(certificate: certificate, key: key, isAnnounced: isAnnounced)
        default:
            throw Failure(
                .usage,
                "Use --tls alone for the hub's own keys, or both --certificate and --private-key, with or without --tls."
            )
        }
    }

    var isPlain: Bool {
        switch kind {
        case .plain, .proxy: true
        case .own, .files: false
        }
    }

    /// Whether a link may tell wallets to trust announced keys only.
    var isProved: Bool {
        switch kind {
        case .own, .files(_, _, isAnnounced: true): true
        case .plain, .proxy, .files: false
        }
    }

    /// The certificate whose key has to be announced, or nil.
    var announced: String? {
        switch kind {
        case .proxy(let certificate), .files(let certificate, _, isAnnounced: true): certificate
        case .plain, .own, .files: nil
        }
    }

    /// The present credentials; nil for plain HTTP.
    ///
    /// - Throws: also when a certificate's key has to be announced and is not.
    mutating func read(_ hub: Hub) throws -> ServerCredentials? {
        let times = times
        seen = look(hub, times)
        let credentials: ServerCredentials
        switch kind {
        case .plain, .proxy: return nil
        case .own: credentials = try hub.channelCredentials()
        case .files(let certificate, let key, let isAnnounced):
            let chain = try TextFile.bytes(of: certificate, maximumBytes: ServerCredentials.maximumPEMBytes)
            credentials = try ServerCredentials(
                certificates: chain,
                privateKey: try TextFile.bytes(of: key, maximumBytes: ServerCredentials.maximumPEMBytes))
            if isAnnounced { try hub.requireAnnounced(CertificateKey(chain, from: certificate)) }
        }
        shown = (credentials.pin, times)
        return credentials
    }

    /// The present credentials if they differ from the shown ones, or nil.
    ///
    /// - Throws: once for each state of the files and the announcements.
    mutating func readIfChanged(_ hub: Hub) throws -> ServerCredentials? {
        let before = shown
        switch kind {
        case .plain: return nil
        case .own: break
        case .proxy(let certificate):
            let fresh = look(hub, times)
            guard fresh != seen else { return nil }
            seen = fresh
            try hub.requireAnnounced(CertificateKey(reading: certificate))
            return nil
        case .files: if look(hub, times) == seen { return nil }
        }
        guard let credentials = try read(hub), let shown else { return nil }
        // A renewed certificate may have the same key. The hub's own certificate changes only with its key.
        return shown.pin == before?.pin && shown.times == before?.times ? nil : credentials
    }

    private func look(_ hub: Hub, _ times: [Int]) -> [Int] {
        announced == nil ? times : times + [Int(hub.announcementSequence)]
    }

    private var times: [Int] {
        switch kind {
        case .plain, .own: []
        case .proxy(let certificate): Self.times(certificate)
        case .files(let certificate, let key, _): Self.times(certificate, key)
        }
    }

    /// The inodes of the files, and their times of change to the nanosecond. stat(2)
    private static func times(_ paths: String...) -> [Int] {
        paths.flatMap { path -> [Int] in
            var status = stat()
            guard stat(path, &status) == 0 else { return [] }
            return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
    }
}

extension CertificateKey {
    /// Reads the first certificate of the file.
    init(reading path: String) throws {
        try self.init(try TextFile.bytes(of: path, maximumBytes: ServerCredentials.maximumPEMBytes), from: path)
    }
}

extension Hub {
    /// The end of the root key's announcement of the certificate's key.
    ///
    /// - Throws: `HubError` with `.keyExpired` and the command to run.
    @discardableResult
    func requireAnnounced(_ certificate: CertificateKey) throws -> Timestamp {
        guard let until = announcedUntil(certificate.key) else {
            throw HubError(
                .keyExpired,
                "The key of the certificate '\(certificate.path)' is not announced. Wallets that know the hub by its root key would refuse it. Run `satchel-hub announce-certificate \(certificate.path)` with the root key."
            )
        }
        return until
    }
}
