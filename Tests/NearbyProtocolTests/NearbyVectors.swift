// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials
import NearbyProtocol
import Testing
import Tokens

/// `Vectors/nearby.json`, which another implementation has written.
struct NearbyVectors: Decodable {
    struct Derivation: Decodable {
        let request, secret, uuid, lan, name: HexBytes
    }

    struct Session: Decodable {
        struct Message: Decodable {
            let from: String
            let plain, sealed: HexBytes
        }

        let name: String
        let mode: UInt8
        let payerKey, payeeKey, hello, first, second, hash: HexBytes
        let digits: String
        let messages: [Message]
    }

    struct Refused: Decodable {
        let name, session, step: String
        let bytes: HexBytes
    }

    struct Plain: Decodable {
        let name: String
        let bytes: HexBytes
    }

    let hubId: HexBytes
    let derivations: [Derivation]
    let sessions: [Session]
    let negative: [Refused]
    let skipped: [HexBytes]
    let negativePlain: [Plain]

    static func load() throws -> NearbyVectors { try load("nearby.json") }

    static func load<T: Decodable>(_ name: String) throws -> T {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return try JSONDecoder().decode(T.self, from: Data(contentsOf: URL(filePath: "/\(folder)/Vectors/\(name)")))
    }

    func session(_ name: String) throws -> Session { try #require(sessions.first { $0.name == name }) }

    /// The request of the sessions, which is the first of the derivations.
    var request: PaymentRequest { get throws { try PaymentRequest(decoding: derivations[0].request.bytes) } }
    var hub: HubID { get throws { try HubID(hubId.bytes) } }
    var keys: MeetingKeys { get throws { MeetingKeys(request: derivations[0].request.bytes, hub: try hub) } }
    /// The payment that answers it.
    var payment: [UInt8] { get throws { Array(try session("seen").messages[1].plain.bytes.dropFirst()) } }
    var receipt: [UInt8] { get throws { Array(try session("seen").messages[3].plain.bytes.dropFirst()) } }
    var decline: [UInt8] { get throws { Array(try session("listed").messages[2].plain.bytes.dropFirst()) } }
}

/// Bytes that a JSON file writes as hexadecimal text.
struct HexBytes: Decodable, Sendable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        bytes = try Hex.decode(decoder.singleValueContainer().decode(String.self))
    }
}

extension RandomSource {
    /// Gives these bytes, again and again.
    static func fixed(_ bytes: [UInt8]) -> RandomSource { RandomSource { _ in bytes } }
}

extension NearbyVectors.Session {
    /// Both sides after the greeting, with the keys of the vector.
    func channels(_ keys: MeetingKeys) throws -> (payer: SecureChannel, payee: SecureChannel) {
        let secret = mode == 0 ? keys.secret : nil
        var payer = PayerGreeting(secret: secret, random: .fixed(payerKey.bytes))
        var payee = try PayeeGreeting(answering: payer.hello, secret: keys.secret, random: .fixed(payeeKey.bytes))
        let (second, payerChannel) = try payer.answer(payee.message)
        return (payerChannel, try payee.finish(second))
    }
}
