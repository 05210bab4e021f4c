// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import FoundationEssentials
import Tokens

/// The golden vectors as they stand in `Vectors/tokens.json`; `Tests/Independent/verify_vectors.py` reads the same file.
struct VectorFile: Codable {
    /// A fixed key, worth nothing: whoever wants to can make the signatures again.
    struct Key: Codable {
        let name: String
        let scalar: String
        let key: String
    }

    /// One record, and what reading and verifying it yields.
    struct Vector: Codable {
        let name: String
        /// Which record it is, and so what is checked.
        let kind: String
        let bytes: String
        /// What the check needs beside the record: a request, a clock, a parent.
        let context: [String: String]
        /// What it yields; empty for a negative.
        let expect: [String: String]
        /// The code of the expected refusal, for a negative.
        let refusal: String?
    }

    let about: String
    let hubRootKey: String
    let hubId: String
    /// What every check may take for known.
    let announcements: [String]
    let keys: [Key]
    let positive: [Vector]
    let negative: [Vector]

    static let path: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts[parts.count - 1] = "Vectors/tokens.json"
        return parts.joined(separator: "/")
    }()

    static func read() throws -> VectorFile {
        try JSONDecoder().decode(VectorFile.self, from: Data(contentsOf: URL(filePath: path)))
    }

    func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data([10])).write(to: URL(filePath: Self.path))
    }

    /// The announced keys that every check starts from.
    func announced() throws -> AnnouncementSet {
        var announced = AnnouncementSet(rootKey: try P256.PublicKey(compressed: Hex.decode(hubRootKey)))
        for announcement in announcements { try announced.add(Announcement(decoding: Hex.decode(announcement))) }
        return announced
    }
}

/// Reads and verifies one vector with the module itself.
struct VectorCheck {
    let announced: AnnouncementSet

    /// - Returns: what the record yields, field by field.
    /// - Throws: the module's refusal.
    func yield(kind: String, bytes: [UInt8], context: [String: String]) throws -> [String: String] {
        switch kind {
        case "announcement": try announcement(bytes)
        case "certificate": try certificate(bytes)
        case "root": try root(bytes)
        case "transfer": try transfer(bytes, context)
        case "request": try request(bytes, context)
        case "payment": try payment(bytes, context)
        case "receipt": try receipt(bytes, context)
        case "decline": try decline(bytes, context)
        case "redemption": try redemption(bytes, context)
        case "hubReceipt": try hubReceipt(bytes)
        case "revocations": try revocations(bytes)
        case "fraudProof": try fraudProof(bytes)
        case "text": try text(bytes)
        default: throw TokensError(.internalFault, "There is no vector of kind \(kind).")
        }
    }

    private func announcement(_ bytes: [UInt8]) throws -> [String: String] {
        let record = try Announcement(decoding: bytes)
        var announced = announced
        try announced.add(record)
        return [
            "sequence": "\(record.sequence)", "keyId": "\(record.keyID)", "key": "\(record.key)",
            "purpose": "\(record.purpose.rawValue)", "useFrom": "\(record.useFrom.seconds)",
            "useUntil": "\(record.useUntil.seconds)", "acceptUntil": "\(record.acceptUntil.seconds)",
            "maxRootAmount": "\(record.maxRootAmount)",
        ]
    }

    private func certificate(_ bytes: [UInt8]) throws -> [String: String] {
        let record = try Certificate(decoding: bytes)
        try record.verify(by: announced)
        return [
            "key": "\(record.key)", "from": "\(record.from.seconds)", "until": "\(record.until.seconds)",
            "class": "\(record.keyClass.rawValue)", "cap": "\(record.cap)", "name": record.name ?? "",
        ]
    }

    private func root(_ bytes: [UInt8]) throws -> [String: String] {
        let record = try Root(decoding: bytes)
        let key = try announced.key(record.issuer, for: .issue, at: record.issuedAt)
        guard key.isValid(record.signature, for: SignatureContext.root.input(hub: announced.hub, record.body)) else {
            throw TokensError(.badSignature, "The root is not signed by the hub.")
        }
        return [
            "id": "\(record.id(hub: announced.hub))", "serial": "\(record.serial)", "amount": "\(record.amount)",
            "unit": "\(record.unit)", "policy": "\(record.policyID)", "owner": "\(record.owner)",
            "issuedAt": "\(record.issuedAt.seconds)", "acceptUntil": "\(record.acceptUntil.seconds)",
        ]
    }

    private func transfer(_ bytes: [UInt8], _ context: [String: String]) throws -> [String: String] {
        let record = try Transfer(decoding: bytes)
        let parent = try RecordID(Hex.decode(context["parent"] ?? ""))
        let signer = try P256.PublicKey(compressed: Hex.decode(context["signer"] ?? ""))
        guard record.isSigned(by: signer, parent: parent, hub: announced.hub) else {
            throw TokensError(.badSignature, "The transfer is not signed by its parent's owner.")
        }
        return [
            "id": "\(record.id(parent: parent, hub: announced.hub))", "lower": "\(record.range.lower)",
            "length": "\(record.range.length)", "recipient": "\(record.recipient)",
            "requestHash": "\(record.requestHash)", "time": "\(record.time.seconds)",
        ]
    }

    private func request(_ bytes: [UInt8], _ context: [String: String]) throws -> [String: String] {
        let record = try PaymentRequest(decoding: bytes)
        try RequestCheck(
            record, announced: announced, revocations: list(context), at: now(context)
        ).requireAcceptable()
        return [
            "hash": "\(record.hash(hub: announced.hub))", "unit": "\(record.unit)", "units": "\(record.units)",
            "payee": "\(record.payee)", "name": record.certificate.name ?? "", "nonce": "\(record.nonce)",
            "time": "\(record.time.seconds)", "announcementSequence": "\(record.announcementSequence)",
            "revocationHash": Hex.encode(record.revocationHash),
        ]
    }

    private func payment(_ bytes: [UInt8], _ context: [String: String]) throws -> [String: String] {
        let request = try PaymentRequest(decoding: Hex.decode(context["request"] ?? ""))
        let held = Set((context["held"] ?? "").split(separator: ",").map(String.init))
        var cache = VerifiedRecordCache()
        let verified = try PaymentVerifier(announced: announced, revocations: list(context)).verify(
            UnverifiedPayment(decoding: bytes), for: request, at: now(context), cache: &cache,
            isHeld: { held.contains("\($0)") })
        return [
            "ids": verified.recordIDs.map(\.description).joined(separator: ","), "units": "\(request.units)",
            "spendableUntil": verified.tokens.map { "\($0.spendableUntil.seconds)" }.joined(separator: ","),
            "news": verified.news.map { "\($0.sequence)" }.joined(separator: ","),
            "revocations": verified.revocations.map { "\($0.sequence)" } ?? "",
        ]
    }

    private func receipt(_ bytes: [UInt8], _ context: [String: String]) throws -> [String: String] {
        let record = try Receipt(decoding: bytes)
        guard
            record.isSigned(by: try P256.PublicKey(compressed: Hex.decode(context["payee"] ?? "")), hub: announced.hub)
        else {
            throw TokensError(.badSignature, "The receipt is not signed by the payee.")
        }
        return [
            "ids": record.recordIDs.map(\.description).joined(separator: ","), "time": "\(record.time.seconds)",
        ]
    }

    private func decline(_ bytes: [UInt8], _ context: [String: String]) throws -> [String: String] {
        let record = try Decline(decoding: bytes)
        guard
            record.isSigned(by: try P256.PublicKey(compressed: Hex.decode(context["payee"] ?? "")), hub: announced.hub)
        else {
            throw TokensError(.badSignature, "The decline is not signed by the payee.")
        }
        return ["ids": record.recordIDs.map(\.description).joined(separator: ",")]
    }

    private func redemption(_ bytes: [UInt8], _ context: [String: String]) throws -> [String: String] {
        let record = try Redemption(decoding: bytes)
        var cache = VerifiedRecordCache()
        let path = try RedemptionVerifier(announced: announced).verify(record, at: now(context), cache: &cache)
        return [
            "id": "\(path.leafID)", "root": "\(path.rootID)", "account": "\(record.account)",
            "nonce": "\(record.nonce)",
            "lower": "\(path.range.lower)", "length": "\(path.range.length)",
        ]
    }

    private func hubReceipt(_ bytes: [UInt8]) throws -> [String: String] {
        let record = try HubReceipt(decoding: bytes)
        try record.verify(by: announced)
        return [
            "id": "\(record.recordID)", "outcome": "\(record.outcome.rawValue)", "units": "\(record.units)",
            "time": "\(record.time.seconds)",
        ]
    }

    private func revocations(_ bytes: [UInt8]) throws -> [String: String] {
        let record = try RevocationList(decoding: bytes)
        try record.verify(by: announced)
        return [
            "sequence": "\(record.sequence)", "time": "\(record.time.seconds)", "count": "\(record.count)",
            "shortHash": Hex.encode(record.shortHash),
        ]
    }

    private func fraudProof(_ bytes: [UInt8]) throws -> [String: String] {
        let record = try FraudProof(decoding: bytes)
        try record.verify(by: announced)
        return ["parent": "\(record.parent)", "culprit": "\(record.culprit.key)"]
    }

    /// The vector's bytes are the text in UTF-8.
    private func text(_ bytes: [UInt8]) throws -> [String: String] {
        let envelope = try Envelope(text: String(decoding: bytes, as: UTF8.self))
        return ["kind": String(envelope.kind.rawValue), "record": Hex.encode(envelope.encoded)]
    }

    private func now(_ context: [String: String]) -> Timestamp {
        Timestamp(seconds: context["now"].flatMap { UInt64($0) } ?? TestHub.now.seconds)
    }

    private func list(_ context: [String: String]) throws -> RevocationList? {
        try context["revocations"].map { try RevocationList(decoding: Hex.decode($0)) }
    }
}
