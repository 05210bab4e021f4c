// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import NearbyProtocol
import Tokens

/// What a device nearby sends over a link.
extension FuzzEntry {
    /// Joined chunks are what would be cut again, and no message is longer than the limit.
    func nearbyChunk(_ input: [UInt8]) {
        let limit = 600
        var joiner = Chunks.Joiner()
        var rest = input[...]
        // The first byte of each part says how long the chunk is.
        while let count = rest.first {
            let chunk = Array(rest.dropFirst().prefix(Int(count) * 3))
            rest = rest.dropFirst(1 + Int(count) * 3)
            do {
                guard let message = try joiner.add(chunk, limit: limit) else { continue }
                precondition(!message.isEmpty && message.count <= limit, "nearbyChunk: out of bounds")
            } catch {
                precondition(error is NearbyError, "nearbyChunk: an error of another kind")
                break
            }
        }
        frames(of: input, limit)
    }

    private func frames(of input: [UInt8], _ limit: Int) {
        var (whole, single) = (Frames.Collector(), Frames.Collector())
        whole.add(input)
        func all(_ collector: inout Frames.Collector) -> [[UInt8]] {
            var messages: [[UInt8]] = []
            do {
                while let message = try collector.next(limit: limit) { messages.append(message) }
            } catch {
                precondition(error is NearbyError, "nearbyChunk: an error of another kind")
            }
            return messages
        }
        let messages = all(&whole)
        var later: [[UInt8]] = []
        for byte in input {
            single.add([byte])
            later += all(&single)
        }
        precondition(messages == Array(later.prefix(messages.count)), "nearbyChunk: another cut, other messages")
        precondition(messages.allSatisfy { !$0.isEmpty && $0.count <= limit }, "nearbyChunk: out of bounds")
    }

    /// A message is refused or written back; a payee and a payer survive it in every state.
    func nearbyMessage(_ input: [UInt8]) {
        do {
            if let message = try SessionMessage(decoding: input) {
                precondition(message.encoded == input, "nearbyMessage: what was accepted is not what would be written")
            }
        } catch {
            precondition(error is NearbyError, "nearbyMessage: an error of another kind")
        }
        guard let hub = Self.nearbyHub, let request = Self.nearbyRequest else { return }
        var payee = PayeeMachine(request: request, hub: hub, isListed: true, random: Self.nearbyRandom)
        var payer = PayerMachine(.seen(request.encoded), hub: hub, random: Self.nearbyRandom, at: .zero)
        _ = payee.called(1, from: "fuzz", at: .zero)
        for action in payee.received(1, input, at: .zero) {
            if case .take = action { preconditionFailure("nearbyMessage: a payment without a session") }
        }
        _ = payer.linked(at: .zero)
        for action in payer.received(input, at: .zero) {
            if case .pay = action { preconditionFailure("nearbyMessage: paid without a session") }
        }
        // A greeting costs four agreements of keys, so one input of eight goes through it.
        if input.reduce(0, ^) & 7 == 0 { inside(input, hub, request) }
    }

    /// The same bytes from a device that has the session's keys.
    private func inside(_ input: [UInt8], _ hub: HubID, _ request: PaymentRequest) {
        var payee = PayeeMachine(request: request, hub: hub, isListed: false, random: Self.nearbyRandom)
        let keys = MeetingKeys(request: request.encoded, hub: hub)
        do {
            let key = X25519.PrivateKey(random: Self.nearbyRandom)
            var greeting = PayerGreeting(secret: keys.secret, random: Self.nearbyRandom)
            var cheat = NoiseHandshake(
                .responder, secret: keys.secret, prologue: Array("satchel/near/1".utf8) + greeting.hello.encoded,
                key: key)
            _ = payee.called(1, from: "fuzz", at: .zero)
            guard case .send(_, let first)? = payee.received(1, greeting.hello.encoded, at: .zero).first else { return }
            _ = try cheat.read(first)
            _ = try cheat.write()
            _ = payee.received(1, try greeting.answer(first).answer, at: .zero)
            var sending = cheat.ciphers().sending
            _ = payee.received(1, try sending.seal(input), at: .zero)
            for second in [200, 400] { _ = payee.tick(at: .seconds(second)) }
            precondition(payee.nextTick == nil, "nearbyMessage: a session without an end")
        } catch { preconditionFailure("nearbyMessage: the honest part failed: \(error)") }
    }

    private static let nearbyRandom = RandomSource { [UInt8](repeating: 7, count: $0) }
    // Safe: 32 bytes are a hub's id.
    private static let nearbyHub = try? HubID([UInt8](repeating: 3, count: 32))
    private static let nearbyRequest: PaymentRequest? = {
        // Safe: without a golden request nothing is fuzzed, and the seeds are then empty, which a test reports.
        goldenVectors { $0 == "request" }.lazy.compactMap { try? PaymentRequest(decoding: $0) }.first
    }()

    static let nearbyChunkSeeds: [[UInt8]] = [
        [1, 0, 7, 8], [1, 1, 7, 8, 1, 0, 9, 9], [0, 3, 1, 2, 3, 0, 1, 9], [2, 1, 1, 1, 1, 1, 1, 2, 0, 1, 1, 1, 1, 1],
    ]

    static var nearbyMessageSeeds: [[UInt8]] {
        [
            [5, 1], [6], [7], [0, 1], [128], [1, 0] + [UInt8](repeating: 5, count: 32),
            [UInt8](repeating: 9, count: 48),
        ]
            + goldenVectors { $0 == "payment" }.map { [2] + $0 } + goldenVectors { $0 == "request" }.map { [1] + $0 }
    }
}
