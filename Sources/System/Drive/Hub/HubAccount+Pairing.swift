// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
internal import Glibc
package import HubAPI
internal import Keys
package import NearbyProtocol

/// How this device joins an account by a code that another device of the account shows.
///
///     no pairing ──code read──▶ kept ──claimed──▶ digits shown ──owner confirms, session fetched──▶ logged in ──tunnel──▶ no pairing
///
/// | state | recovery |
/// |---|---|
/// | kept | the file `pairing` has the code and this device's secret; the same claim gets the same nonce |
/// | digits shown | the same |
/// | confirmed, the answer with the session is lost | asking again gets another session in place of the lost one |
/// | logged in, the file `pairing` is there | the session is kept; the tunnel is joined, and the file is removed |
extension HubAccount {
    /// What this device knows of a pairing under way. It lies in `pairing`, a file of mode 0600.
    private struct PendingPairing: Codable {
        var code: String
        var secret: Blob
        var device: String

        enum CodingKeys: String, CodingKey { case code = "code", secret = "secret", device = "device" }
    }

    private static let maximumPairingBytes = 4 << 10

    private var pairingPath: String { folder + "/pairing" }

    /// The code of a pairing that has not come to its end.
    ///
    /// - Throws: ``DriveError``.
    package var pendingPairing: PairingCode? {
        get throws { try pending().map { try PairingCode($0.code) } }
    }

    /// Claims a code for this device, and gives the six digits that the device shows. The same code again gives the same digits.
    ///
    /// The hub's root key proves itself before the token is sent.
    ///
    /// - Parameters:
    ///   - device: this device's name, in the list of devices.
    ///   - random: the source of this device's secret.
    /// - Throws: ``DriveError``; `HubProblem` when the hub refuses. A code that is over is forgotten.
    package func claim(_ code: PairingCode, device: String, random: RandomSource) throws -> SessionDigits {
        guard !isLoggedIn else {
            throw DriveError(.refused, "This drive is logged in already. To pair it again, run: satchel drive logout")
        }
        try requireSameAccount(code.hub, nil)
        let pairing = try kept(code) ?? begin(code, device: device, random: random)
        let secret = SHA256.hash(pairing.secret.bytes).bytes
        try learnKeys(of: code.hub)
        try store.set("hub", to: code.hub.link)
        let claim = PairingClaim(
            token: Blob(code.token), secret: HashedSecret(hash: Blob(secret), name: pairing.device))
        let nonce = try askForPairing { try $0.ask(Routes.claimPairing, claim) }
        guard nonce.nonce.bytes.count == PairingNonce.count else {
            throw DriveError(.foreignAnswer, "The hub has answered with a nonce of another length.")
        }
        try onStep(.codeClaimed)
        return SessionDigits(
            pairing: code.hash.bytes, nonce: nonce.nonce.bytes, rootKey: code.hub.rootKey.compressed, secret: secret)
    }

    /// Fetches this device's session.
    ///
    /// - Returns: whether the device is logged in now; false while the owner has not confirmed it.
    /// - Throws: ``DriveError``; `HubProblem` when the hub refuses. A code that is over is forgotten.
    package func collectSession() throws -> Bool {
        guard !isLoggedIn else { return true }
        guard let pairing = try pending() else {
            throw DriveError(.notLoggedIn, "No pairing is under way. Run: satchel drive pair")
        }
        let proof = PairingProof(secret: pairing.secret)
        guard let session = try askForPairing({ try $0.ask(Routes.collectPairing, proof) }).session else {
            return false
        }
        try onStep(.sessionCollected)
        do {
            guard session.scope == .files else {
                throw DriveError(.refused, "The hub has not restricted the session to files. Update the hub.")
            }
            guard let hub = try hub else { throw DriveError(.storage, "The drive has lost its hub. Pair again.") }
            try requireSameAccount(hub, session.username)
        } catch {
            // The session of another account must not stay in its list of devices.
            _ = try ask { try $0.ask(Routes.logout, RefreshToken(refreshToken: session.refreshToken)) }
            try endPairing()
            throw error
        }
        try store.set("username", to: session.username)
        try store.set("device", to: pairing.device)
        try keep(session)
        return true
    }

    /// Forgets the code and this device's secret. Without a pairing nothing happens.
    ///
    /// - Throws: ``DriveError`` with `.storage`.
    package func endPairing() throws {
        guard unlink(pairingPath) == 0 || errno == ENOENT else {
            throw DriveError(.storage, "The file '\(pairingPath)' cannot be removed. Remove it by hand.")
        }
    }

    // MARK: - Private

    private func begin(_ code: PairingCode, device: String, random: RandomSource) throws -> PendingPairing {
        let pairing = PendingPairing(
            code: code.text, secret: Blob(random.bytes(PairingProof.secretCount)), device: device)
        do {
            try AtomicFile.write(Wire.encode(pairing), to: pairingPath)
        } catch let error as KeysError {
            throw DriveError.translating(error)
        }
        try onStep(.pairingKept)
        return pairing
    }

    private func kept(_ code: PairingCode) throws -> PendingPairing? {
        guard let pairing = try pending(), pairing.code == code.text else { return nil }
        return pairing
    }

    private func pending() throws -> PendingPairing? {
        guard access(pairingPath, F_OK) == 0 else { return nil }
        do {
            return try Wire.read(
                PendingPairing.self, from: AtomicFile.read(pairingPath, maximumCount: Self.maximumPairingBytes))
        } catch is UnreadableMessage {
            throw DriveError(.storage, "The file '\(pairingPath)' is damaged. Remove it, and pair with a new code.")
        } catch let error as KeysError {
            throw DriveError.translating(error)
        }
    }

    /// Asks, and forgets a code about which the hub will never say anything else.
    private func askForPairing<Output>(_ body: (HubCaller) throws -> HubAnswer<Output>) throws -> Output {
        do {
            return try ask(body).get()
        } catch let problem as HubProblem {
            if [.notFound, .tooLate, .idempotencyConflict, .sessionEnded].contains(problem.code) { try endPairing() }
            throw problem
        } catch let none as NoAnswer {
            throw DriveError.translating(none)
        }
    }
}
