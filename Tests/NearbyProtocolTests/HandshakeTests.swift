// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import NearbyProtocol
import Testing
import Tokens

struct HandshakeTests {
    private struct Published: Decodable {
        struct Message: Decodable { let payload, ciphertext: HexBytes }
        let protocol_name: String
        let init_prologue, init_ephemeral, resp_ephemeral, handshake_hash: HexBytes
        let init_psks: [HexBytes]?
        let messages: [Message]
    }

    @Test func theHandshakesMatchTheVectorsOfOthers() throws {
        let vectors: [Published] = try NearbyVectors.load("cacophony.json")
        #expect(vectors.count == 2)
        for vector in vectors {
            let secret = vector.init_psks.map { SecretBytes($0[0].bytes) }
            func side(_ role: NoiseHandshake.Role, _ key: HexBytes) throws -> NoiseHandshake {
                NoiseHandshake(
                    role, secret: secret, prologue: vector.init_prologue.bytes,
                    key: try X25519.PrivateKey(SecretBytes(key.bytes)))
            }
            var initiator = try side(.initiator, vector.init_ephemeral)
            var responder = try side(.responder, vector.resp_ephemeral)
            let messages = vector.messages
            #expect(try initiator.write(payload: messages[0].payload.bytes) == messages[0].ciphertext.bytes)
            #expect(try responder.read(messages[0].ciphertext.bytes) == messages[0].payload.bytes)
            #expect(try responder.write(payload: messages[1].payload.bytes) == messages[1].ciphertext.bytes)
            #expect(try initiator.read(messages[1].ciphertext.bytes) == messages[1].payload.bytes)
            #expect(initiator.hash == vector.handshake_hash.bytes && responder.hash == initiator.hash)
            var (one, other) = (initiator.ciphers(), responder.ciphers())
            for (index, message) in messages.dropFirst(2).enumerated() {
                if index.isMultiple(of: 2) {
                    #expect(try one.sending.seal(message.payload.bytes) == message.ciphertext.bytes)
                    #expect(try other.receiving.open(message.ciphertext.bytes) == message.payload.bytes)
                } else {
                    #expect(try other.sending.seal(message.payload.bytes) == message.ciphertext.bytes)
                    #expect(try one.receiving.open(message.ciphertext.bytes) == message.payload.bytes)
                }
            }
        }
    }

    @Test func bothSidesDeriveTheSameFromARequestAsAnotherImplementation() throws {
        let vectors = try NearbyVectors.load()
        for vector in vectors.derivations {
            let keys = MeetingKeys(request: vector.request.bytes, hub: try vectors.hub)
            #expect(keys.secret == SecretBytes(vector.secret.bytes))
            #expect(keys.serviceID == vector.uuid.bytes)
            #expect(keys.serviceID[6] >> 4 == 8 && keys.serviceID[8] >> 6 == 2)
            #expect(keys.networkName == Hex.encode(vector.lan.bytes))
            #expect(keys.listedName == "Wallet_" + Hex.encode(vector.name.bytes))
            #expect(ListedName(announced: keys.listedName)?.text == keys.listedName)
        }
        for strange in [
            "", "Wallet_", "Wallet_12", "Wallet_0123456g", "wallet_01234567", "Wallet_012345678", "Wallet_ÄÄÄÄ",
        ] {
            #expect(ListedName(announced: strange) == nil)
        }
    }

    @Test func sessionsAreThoseOfAnotherImplementationToTheByte() throws {
        let vectors = try NearbyVectors.load()
        for vector in vectors.sessions {
            let secret = vector.mode == 0 ? try vectors.keys.secret : nil
            var payer = PayerGreeting(secret: secret, random: .fixed(vector.payerKey.bytes))
            #expect(payer.hello.encoded == vector.hello.bytes)
            var payee = try PayeeGreeting(
                answering: payer.hello, secret: try vectors.keys.secret, random: .fixed(vector.payeeKey.bytes))
            #expect(payee.message == vector.first.bytes)
            var (second, payerChannel) = try payer.answer(payee.message)
            #expect(second == vector.second.bytes)
            var payeeChannel = try payee.finish(second)
            #expect(payerChannel.digits.text == vector.digits && payeeChannel.digits == payerChannel.digits)
            for message in vector.messages {
                let plain = try #require(try SessionMessage(decoding: message.plain.bytes))
                #expect(plain.encoded == message.plain.bytes)
                if message.from == "payer" {
                    #expect(try payerChannel.seal(plain) == message.sealed.bytes)
                    #expect(try payeeChannel.open(message.sealed.bytes) == plain)
                } else {
                    #expect(try payeeChannel.seal(plain) == message.sealed.bytes)
                    #expect(try payerChannel.open(message.sealed.bytes) == plain)
                }
            }
        }
    }

    @Test func everyWrongMessageOfAGreetingIsRefused() throws {
        let vectors = try NearbyVectors.load()
        for refused in vectors.negative {
            let session = try vectors.session(refused.session)
            let keys = try vectors.keys
            let secret = session.mode == 0 ? keys.secret : nil
            var payer = PayerGreeting(secret: secret, random: .fixed(session.payerKey.bytes))
            var payee = try PayeeGreeting(
                answering: payer.hello, secret: keys.secret, random: .fixed(session.payeeKey.bytes))
            switch refused.step {
            case "hello":
                var machine = PayeeMachine(
                    request: try vectors.request, hub: try vectors.hub, isListed: true, random: .system)
                #expect(machine.called(1, from: "a", at: .zero) == [])
                #expect(machine.received(1, refused.bytes.bytes, at: .zero) == [.close(1)], "\(refused.name)")
            case "first":
                #expect(throws: NearbyError.self, "\(refused.name)") { try payer.answer(refused.bytes.bytes) }
            case "second":
                #expect(throws: NearbyError.self, "\(refused.name)") { try payee.finish(refused.bytes.bytes) }
            default:
                var (_, channel) = try session.channels(keys)
                #expect(throws: NearbyError.self, "\(refused.name)") { try channel.open(refused.bytes.bytes) }
            }
        }
    }

    /// Equal digits would need another key of the payer, and the payee knows a hash of it before it shows its own.
    @Test func aPayerCannotChangeItsKeyAfterHello() throws {
        let vectors = try NearbyVectors.load()
        var honest = PayerGreeting(secret: nil, random: .system)
        var payee = try PayeeGreeting(answering: honest.hello, secret: try vectors.keys.secret, random: .system)
        // The same prologue and another key: everything else about this answer is right.
        var other = NoiseHandshake(
            .responder, secret: nil, prologue: Array("satchel/near/1".utf8) + honest.hello.encoded,
            key: X25519.PrivateKey(random: .system))
        _ = try other.read(payee.message)
        let answer = try other.write()
        #expect(throws: NearbyError.self) { try payee.finish(answer) }
        #expect(throws: Never.self) { try payee.finish(honest.answer(payee.message).answer) }
    }
}
