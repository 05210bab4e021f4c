// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import Money
import Tokens

/// A hub's directory with accounts, and redemptions that its wallets have ready to upload, as whole HTTP requests.
///
/// Each redemption is of a root of its own, so the hub has verified none of its signatures before.
struct HubStock {
    /// Root to hub: the owner gives its own token back. Two signatures.
    let direct: [[UInt8]]
    /// Root to payee to hub: a payee redeems what it was paid. Four signatures.
    let received: [[UInt8]]

    static let accounts = 32
    /// Minor units of each root; small, because an account may have 2,000.00 out at once when it is no longer young.
    private static let units: UInt64 = 100

    /// Makes the hub in an empty directory and closes it again.
    init(directory: String, direct directCount: Int, received receivedCount: Int) throws {
        let clock = Clock { Timestamp(seconds: Stopwatch.civilSeconds) }
        let currency = try Currency(code: "USD")
        let stock = try TransferStock(directory: directory, accounts: Self.accounts, senders: Self.accounts)
        var configuration = HubConfiguration()
        configuration.accessTokenLife = HubProcess.sessionMinutes * 60
        configuration.youngDays = 0
        let hub = try Hub.open(directory: directory, configuration: configuration, clock: clock)
        defer { hub.close() }
        let people = try (0..<Self.accounts).map { number in
            let session = stock.session(number)
            return Person(
                hub: hub, caller: HubCaller(hub.pipe), session: session,
                account: try AccountID(session.account.bytes), currency: currency, clock: clock)
        }
        var direct: [[UInt8]] = []
        var received: [[UInt8]] = []
        for (number, person) in people.enumerated() {
            direct += try person.directRedemptions(Self.share(of: directCount, number), units: Self.units)
            let payee = people[(number + 1) % people.count]
            received += try person.payments(Self.share(of: receivedCount, number), to: payee, units: Self.units)
        }
        var random = SeededRandom(seed: 1)
        self.direct = direct.shuffled(using: &random)
        self.received = received.shuffled(using: &random)
    }

    private static func share(of total: Int, _ number: Int) -> Int {
        total / accounts + (number < total % accounts ? 1 : 0)
    }
}

/// One account of the hub with what its wallet would do.
private struct Person {
    let hub: Hub
    let caller: HubCaller
    let session: Session
    let account: AccountID
    let currency: Currency
    let clock: Clock

    func directRedemptions(_ count: Int, units: UInt64) throws -> [[UInt8]] {
        try buy(count, units: units).map { token, key in
            try redemption(of: token, key: key, certificate: nil)
        }
    }

    /// Redemptions, by a payee, of coins that this person paid.
    func payments(_ count: Int, to payee: Person, units: UInt64) throws -> [[UInt8]] {
        let tokens = try buy(count, units: units)
        let pseudonyms = try payee.certify(count)
        return try zip(tokens, pseudonyms).map { bought, pseudonym in
            let paid = try hand(
                bought.token, key: bought.key, certificate: nil, to: pseudonym.key.publicKey,
                for: RequestHash(random: .system))
            return try payee.redemption(of: paid, key: pseudonym.key, certificate: pseudonym.certificate)
        }
    }

    private func buy(_ count: Int, units: UInt64) throws -> [(token: OfflineToken, key: P256.PrivateKey)] {
        var bought: [(token: OfflineToken, key: P256.PrivateKey)] = []
        while bought.count < count {
            let keys = (0..<min(16, count - bought.count)).map { _ in P256.PrivateKey(random: .system) }
            let pieces = try keys.map { key in
                PurchaseOrder.Piece(
                    amount: try Amount(units: units, currency: currency), owner: Blob(key.publicKey.compressed))
            }
            let answer = try caller.call(
                Routes.purchase, PurchaseOrder(id: OperationID(at: clock.now(), random: .system), pieces: pieces),
                as: proof)
            bought += try zip(answer.roots, keys).map { root, key in
                (try OfflineToken(root: try Root(decoding: root.bytes)), key)
            }
        }
        return bought
    }

    private func certify(_ count: Int) throws -> [(key: P256.PrivateKey, certificate: Certificate)] {
        var certified: [(key: P256.PrivateKey, certificate: Certificate)] = []
        while certified.count < count {
            let keys = (0..<min(64, count - certified.count)).map { _ in P256.PrivateKey(random: .system) }
            let answer = try caller.call(
                Routes.certificates, CertificateOrder(keys: keys.map { Blob($0.publicKey.compressed) }),
                as: proof)
            certified += try zip(keys, answer.certificates).map { key, certificate in
                (key, try Certificate(decoding: certificate.bytes))
            }
        }
        return certified
    }

    private func hand(
        _ token: OfflineToken, key: P256.PrivateKey, certificate: Certificate?, to recipient: P256.PublicKey,
        for hash: RequestHash
    ) throws -> OfflineToken {
        let body = Transfer.body(range: token.range, to: recipient, requestHash: hash, time: clock.now())
        let transfer = try Transfer.sign(body: body, parent: token.id(hub: hub.id), hub: hub.id, key: key)
        return try token.extended(by: transfer, certificate: certificate)
    }

    /// The whole HTTP request that uploads a coin for this person's account.
    private func redemption(of token: OfflineToken, key: P256.PrivateKey, certificate: Certificate?) throws -> [UInt8] {
        let nonce = Nonce(random: .system)
        let binding = Redemption.binding(account: account, nonce: nonce, hub: hub.id)
        let given = try hand(token, key: key, certificate: certificate, to: hub.rootKey, for: binding)
        let item = try Redemption(account: account, nonce: nonce, token: given).encoded
        return try HubRequest.bytes(Routes.redeem, Redemptions(items: [Blob(item)]), as: proof)
    }

    private var proof: CallerProof { CallerProof(session, at: clock.now().seconds) }
}
