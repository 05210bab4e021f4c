// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Money
import Tokens

/// A hub's keys without the hub, and people whose keys follow from their numbers: makes payments to measure.
struct Issuer {
    static let now = Timestamp(seconds: 1_795_180_000)

    let currency: Currency
    let issuing: WorkingKey
    let certifying: WorkingKey
    let announced: AnnouncementSet

    var hub: HubID { announced.hub }

    init() throws {
        currency = try Currency(code: "USD")
        let rootKey = Self.key("hub root")
        issuing = WorkingKey(Self.key("hub issue"))
        certifying = WorkingKey(Self.key("hub certify"))
        var announced = AnnouncementSet(rootKey: rootKey.publicKey)
        for (index, (key, purpose)) in [(issuing, Announcement.Purpose.issue), (certifying, .certify)].enumerated() {
            try announced.add(
                try Announcement.issue(
                    sequence: UInt64(index + 1), key: key.key.publicKey, id: key.id, purpose: purpose,
                    useFrom: Self.now, useUntil: Self.now.adding(days: 60), acceptUntil: Self.now.adding(days: 120),
                    maxRootAmount: LimitPolicy.standard.perRoot, rootKey: rootKey))
        }
        self.announced = announced
    }

    static func key(_ name: String) -> P256.PrivateKey {
        P256.PrivateKey.derived(
            seed: SecretBytes(Array("satchel benchmark keys, worth nothing".utf8)), info: Array(name.utf8))
    }

    /// Sixteen bytes that follow from a label.
    static func sixteen(_ label: String) -> [UInt8] { Array(SHA256.hash(Array(label.utf8)).bytes.prefix(16)) }

    func certificate(_ key: P256.PublicKey) throws -> Certificate {
        try Certificate.issue(
            to: key, from: Self.now, until: Self.now.adding(days: 14), keyClass: .software,
            cap: LimitPolicy.standard.perPayment, signer: certifying, hub: hub)
    }

    func root(_ label: String, owner: P256.PublicKey, amount: UInt64) throws -> Root {
        try Root.issue(
            serial: Serial(Self.sixteen("serial " + label)), amount: amount, unit: currency,
            policyID: LimitPolicy.standard.id, owner: owner, issuedAt: Self.now,
            acceptUntil: Self.now.adding(days: LimitPolicy.standard.acceptDays), signer: issuing, hub: hub)
    }

    func request(_ label: String, payee: P256.PublicKey, units: UInt64) throws -> PaymentRequest {
        try PaymentRequest(
            hub: hub, amount: try Amount(units: units, currency: currency), certificate: try certificate(payee),
            nonce: Nonce(Self.sixteen("nonce " + label)), time: Self.now,
            announcementSequence: announced.highestSequence,
            revocations: nil)
    }

    /// The coin after its holder has handed some units on; the certificate is made as needed.
    func hand(
        _ token: OfflineToken, from holder: P256.PrivateKey, _ range: UnitRange, to recipient: P256.PublicKey,
        for hash: RequestHash
    ) throws -> OfflineToken {
        let body = Transfer.body(range: range, to: recipient, requestHash: hash, time: Self.now)
        let transfer = try Transfer.sign(body: body, parent: token.id(hub: hub), hub: hub, key: holder)
        return try token.extended(
            by: transfer, certificate: token.transfers.isEmpty ? nil : try certificate(holder.publicKey))
    }

    /// Where in its parent each transfer of a payment begins.
    enum Start {
        /// At the lowest unit: the first payment that each holder makes, as the wallet's rules have it.
        case first
        /// Anywhere: payments of holders who have paid before.
        case later
    }

    /// A request and the one-coin payment that answers it, with amounts drawn at random within the policy.
    func payment(
        _ label: String, hops: Int, start: Start, random: inout SeededRandom
    ) throws -> (request: PaymentRequest, payment: UnverifiedPayment) {
        let people = (0...hops).map { Self.key("\(label) person \($0)") }
        let units = UInt64.random(in: 300...2_000, using: &random)
        let request = try request(label, payee: people[hops].publicKey, units: units)
        let amount = UInt64.random(in: 10_000...LimitPolicy.standard.perRoot, using: &random)
        var token = try OfflineToken(root: try root(label, owner: people[0].publicKey, amount: amount))
        for hop in 1...hops {
            let isLast = hop == hops
            let length = units + UInt64(hops - hop) * 501
            let slack = start == .first ? 0 : token.range.length - length
            let lower = token.range.lower + UInt64.random(in: 0...slack, using: &random)
            token = try hand(
                token, from: people[hop - 1], try UnitRange(lower: lower, length: length), to: people[hop].publicKey,
                for: isLast ? request.hash(hub: hub) : RequestHash(Self.sixteen("\(label) hash \(hop)")))
        }
        return (request, try UnverifiedPayment(tokens: [token]))
    }
}
