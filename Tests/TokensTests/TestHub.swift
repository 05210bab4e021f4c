// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Money
import Tokens

/// A hub, and people with pseudonyms, all of whose keys follow from their names: the same in every run.
struct TestHub {
    static let now = Timestamp(seconds: 1_795_180_000)
    static let usd = currency(840)

    let rootKey: P256.PrivateKey
    let issuing: WorkingKey
    let certifying: WorkingKey
    let receipting: WorkingKey
    let revoking: WorkingKey
    let announcements: [Announcement]
    let announced: AnnouncementSet

    var id: HubID { announced.hub }

    init(_ name: String = "hub", acceptDays: UInt64 = 120) throws {
        rootKey = Self.key(name + " root")
        issuing = WorkingKey(Self.key(name + " issue"))
        certifying = WorkingKey(Self.key(name + " certify"))
        receipting = WorkingKey(Self.key(name + " receipt"))
        revoking = WorkingKey(Self.key(name + " revoke"))
        let keys = [
            (issuing, Announcement.Purpose.issue), (certifying, .certify), (receipting, .receipt), (revoking, .revoke),
        ]
        var announcements: [Announcement] = []
        for (index, (key, purpose)) in keys.enumerated() {
            announcements.append(
                try Self.announce(
                    key, purpose, sequence: UInt64(index + 1), rootKey: rootKey, acceptDays: acceptDays))
        }
        var announced = AnnouncementSet(rootKey: rootKey.publicKey)
        for announcement in announcements { try announced.add(announcement) }
        self.announcements = announcements
        self.announced = announced
    }

    /// Announces a working key in use from ten days ago until in sixty days.
    static func announce(
        _ key: WorkingKey, _ purpose: Announcement.Purpose, sequence: UInt64, rootKey: P256.PrivateKey,
        acceptDays: UInt64 = 120, maxRootAmount: UInt64 = 50_000
    ) throws -> Announcement {
        try Announcement.issue(
            sequence: sequence, key: key.key.publicKey, id: key.id, purpose: purpose,
            useFrom: now.subtracting(seconds: 10 * Timestamp.secondsPerDay), useUntil: now.adding(days: 60),
            acceptUntil: now.adding(days: acceptDays), maxRootAmount: maxRootAmount, rootKey: rootKey)
    }

    static func currency(_ number: UInt16) -> Currency {
        do { return try Currency(numeric: number) } catch { fatalError("Currency \(number) is in ISO 4217: \(error)") }
    }

    static func key(_ name: String) -> P256.PrivateKey {
        P256.PrivateKey.derived(
            seed: SecretBytes(Array("satchel test keys, worth nothing".utf8)), info: Array(name.utf8))
    }

    /// Sixteen bytes that follow from a label.
    static func sixteen(_ label: String) -> [UInt8] { Array(SHA256.hash(Array(label.utf8)).bytes.prefix(16)) }

    func certificate(
        _ name: String, from: Timestamp = now, until: Timestamp = now.adding(days: 14),
        keyClass: Certificate.KeyClass = .hardware, cap: UInt64 = 5_000, merchant: String? = nil,
        signer: WorkingKey? = nil
    ) throws -> Certificate {
        try Certificate.issue(
            to: Self.key(name).publicKey, from: from, until: until, keyClass: keyClass, cap: cap, name: merchant,
            signer: signer ?? certifying, hub: id)
    }

    func root(
        _ owner: String = "alice", amount: UInt64 = 10_000, serial: String = "serial", unit: UInt16 = 840,
        policy: UInt64 = 1, issuedAt: Timestamp = now, acceptUntil: Timestamp = now.adding(days: 30),
        signer: WorkingKey? = nil
    ) throws -> Root {
        try Root.issue(
            serial: Serial(Self.sixteen(serial)), amount: amount, unit: Self.currency(unit), policyID: policy,
            owner: Self.key(owner).publicKey, issuedAt: issuedAt, acceptUntil: acceptUntil, signer: signer ?? issuing,
            hub: id)
    }

    func request(
        _ payee: String, units: Int64, unit: UInt16 = 840, nonce: String = "nonce", time: Timestamp = now,
        sequence: UInt64 = 4, revocations: RevocationList? = nil, certificate: Certificate? = nil
    ) throws -> PaymentRequest {
        try PaymentRequest(
            hub: id, amount: Amount(minorUnits: units, currency: Self.currency(unit)),
            certificate: certificate ?? self.certificate(payee), nonce: Nonce(Self.sixteen(nonce)), time: time,
            announcementSequence: sequence, revocations: revocations)
    }

    /// The coin after its holder handed a range on; the holder's certificate is made as needed.
    func hand(
        _ token: OfflineToken, from holder: String, _ lower: UInt64, _ length: UInt64, to recipient: P256.PublicKey,
        for hash: RequestHash, time: Timestamp = now, certificate: Certificate? = nil
    ) throws -> OfflineToken {
        let body = Transfer.body(
            range: try UnitRange(lower: lower, length: length), to: recipient, requestHash: hash, time: time)
        let transfer = try Transfer.sign(body: body, parent: token.id(hub: id), hub: id, key: Self.key(holder))
        let needed = token.transfers.isEmpty ? nil : try certificate ?? self.certificate(holder)
        return try token.extended(by: transfer, certificate: needed)
    }

    /// A root of alice's that has passed through `hops - 1` people and pays the request; the last range is
    /// `lower + 7 * (hops - 1)` and as long as the request is large.
    func token(
        hops: Int, for request: PaymentRequest, root: Root? = nil, lower: UInt64 = 0,
        certificates: [Int: Certificate] = [:]
    ) throws -> OfflineToken {
        var token = try OfflineToken(root: try root ?? self.root())
        for hop in 1...hops {
            let isLast = hop == hops
            let slack = UInt64(hops - hop) * 501
            token = try hand(
                token, from: Self.person(hop - 1), lower + 7 * UInt64(hop - 1), request.units + slack,
                to: isLast ? request.payee : Self.key(Self.person(hop)).publicKey,
                for: isLast ? request.hash(hub: id) : RequestHash(Self.sixteen("earlier request \(hop)")),
                certificate: certificates[hop - 1])
        }
        return token
    }

    /// Alice owns the roots; the others follow.
    static func person(_ index: Int) -> String { ["alice", "bob", "carol", "dave", "erin", "frank", "grace"][index] }

    func verifier(revocations: RevocationList? = nil) -> PaymentVerifier {
        PaymentVerifier(announced: announced, revocations: revocations)
    }

    /// Verifies with a fresh cache and an empty wallet.
    @discardableResult
    func verify(
        _ payment: UnverifiedPayment, for request: PaymentRequest, at now: Timestamp = now,
        revocations: RevocationList? = nil, held: Set<RecordID> = []
    ) throws -> VerifiedPayment {
        var cache = VerifiedRecordCache()
        return try verifier(revocations: revocations).verify(
            payment, for: request, at: now, cache: &cache, isHeld: held.contains)
    }
}

/// The code of the refusal, or nil when nothing was refused.
func refusal<T>(_ body: () throws -> T) -> TokensError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as TokensError {
        return error.code
    } catch {
        return nil
    }
}

/// Records that the module's own builders refuse to make, put together byte by byte.
enum Forged {
    /// A transfer whose numbers nobody checked, properly signed.
    static func transfer(
        lower: UInt64, length: UInt64, to: P256.PublicKey, hash: RequestHash, parent: RecordID, hub: HubID,
        key: P256.PrivateKey, time: Timestamp = TestHub.now
    ) throws -> [UInt8] {
        var body = CBORWriter()
        body.array(5)
        body.uint(lower)
        body.uint(length)
        body.bytes(to.compressed)
        body.bytes(hash.bytes)
        body.uint(time.seconds)
        let signature = try key.sign(SignatureContext.transfer.input(hub: hub, parent.bytes, body.encoded))
        return signed(body.encoded, signature.raw)
    }

    /// `[body, sig]`.
    static func signed(_ body: [UInt8], _ signature: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.bytes(body)
        writer.bytes(signature)
        return writer.encoded
    }

    /// A payment of raw records.
    static func payment(
        version: UInt64 = 1, _ tokens: [(root: [UInt8], transfers: [[UInt8]], certificates: [[UInt8]])]
    ) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(1 + 3 * tokens.count)
        writer.uint(version)
        for token in tokens {
            writer.raw(token.root)
            writer.array(token.transfers.count)
            for transfer in token.transfers { writer.raw(transfer) }
            writer.array(token.certificates.count)
            for certificate in token.certificates { writer.raw(certificate) }
        }
        return writer.encoded
    }

    /// The other signature that plain ECDSA would accept: n - s.
    static func highS(_ signature: P256.Signature) throws -> [UInt8] {
        let order = try Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        var borrow = 0
        var high: [UInt8] = []
        for (n, s) in zip(order.reversed(), signature.raw[32...].reversed()) {
            let difference = Int(n) - Int(s) - borrow
            borrow = difference < 0 ? 1 : 0
            high.append(UInt8((difference + 256) % 256))
        }
        return Array(signature.raw[..<32]) + high.reversed()
    }

    /// A copy with one byte changed.
    static func changed(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        var copy = bytes
        copy[index] = copy[index] ^ 1
        return copy
    }
}
