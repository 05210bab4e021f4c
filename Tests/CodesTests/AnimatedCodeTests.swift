// SPDX-License-Identifier: MIT
import Codes
import TestSupport
import Testing

/// Sender and receiver with a bad camera between them.
struct AnimatedCodeTests {
    /// How many frames were shown until the message was there.
    private func framesToCompletion(
        _ message: [UInt8], fragmentBytes: Int, loss: Double, after last: UInt32 = 0, using random: inout SeededRandom
    ) throws -> Int {
        var sender = try FountainEncoder(message, maximumFragmentBytes: fragmentBytes, after: last)
        var receiver = FountainDecoder(for: sender.part(1))
        for shown in 1...20 * sender.stream.count {
            let part = sender.next()
            if Double.random(in: 0..<1, using: &random) < loss { continue }
            if case .complete(let received) = receiver.receive(part) {
                #expect(received == message)
                return shown
            }
        }
        Issue.record("never completed")
        return .max
    }

    struct Goal: Sendable {
        let count: Int
        let bytes: Int
        let runs: Int
        let framesPerFragment: Double
    }

    static let goals = [
        Goal(count: 6, bytes: 2_000, runs: 400, framesPerFragment: 1.70),
        Goal(count: 29, bytes: 10_000, runs: 400, framesPerFragment: 1.68),
        Goal(count: 60, bytes: 21_000, runs: 100, framesPerFragment: 1.60),
        Goal(count: 286, bytes: 100_000, runs: 40, framesPerFragment: 1.52),
    ]

    @Test(arguments: goals)
    func atThirtyPercentLossFewFramesSuffice(goal: Goal) throws {
        let (count, bytes, runs, target) = (goal.count, goal.bytes, goal.runs, goal.framesPerFragment)
        var random = SeededRandom(seed: 5)
        let fragmentBytes = (bytes + count - 1) / count
        var shown = 0
        for _ in 0..<runs {
            shown += try framesToCompletion(
                random.bytes(bytes), fragmentBytes: fragmentBytes, loss: 0.3, using: &random)
        }
        let ratio = Double(shown) / Double(runs * count)
        print("animated code, \(count) fragments, 30 % loss: \(ratio) frames a fragment")
        #expect(ratio <= target)
    }

    @Test func joiningLateCostsLittle() throws {
        var random = SeededRandom(seed: 6)
        let message = random.bytes(35_000)
        let shown = try framesToCompletion(message, fragmentBytes: 350, loss: 0, after: 100, using: &random)
        #expect(shown <= 120)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func aChannelThatDropsRepeatsReordersCorruptsAndMixesStillDelivers(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        func resource(_ type: String) throws -> UniformResource {
            try UniformResource(type: type, cbor: random.bytes(Int.random(in: 400...6_000, using: &random)))
        }
        let wanted = try resource("psbt")
        let foreign = try [resource("psbt"), resource("crypto-account")]
        var sender = try ResourceSender(wanted, maximumFragmentBytes: 100)
        var others = try foreign.map { try ResourceSender($0, maximumFragmentBytes: 100) }
        var receiver = ResourceReceiver(types: ["psbt"])
        var held: [String] = []
        var completed: Set<UniformResource> = []
        for _ in 0..<40 * sender.count where !completed.contains(wanted) {
            held.append(sender.next().codeText)
            if Int.random(in: 0..<5, using: &random) == 0 {
                held.append(others[Int.random(in: 0..<2, using: &random)].next().text)
            }
            guard held.count >= 4 else { continue }
            held.shuffle(using: &random)
            while held.count > 2, let frame = held.popLast() {
                var letters = Array(frame.utf8)
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3: continue
                case 3: letters[Int.random(in: 0..<letters.count, using: &random)] ^= 1
                case 4: held.append(frame)
                default: break
                }
                let progress = receiver.progress
                do {
                    if case .complete(let resource) = try receiver.receive(String(decoding: letters, as: UTF8.self)) {
                        completed.insert(resource)
                    }
                } catch {
                    // A frame that is refused changes nothing.
                    #expect(receiver.progress == progress)
                }
            }
        }
        #expect(completed.contains(wanted))
        #expect(completed.isSubset(of: [wanted, foreign[0]]))
    }

    @Test func aForeignFrameNeverResetsProgress() throws {
        var random = SeededRandom(seed: 7)
        let mine = try UniformResource(type: "psbt", cbor: random.bytes(2_000))
        var sender = try ResourceSender(mine, maximumFragmentBytes: 100)
        var receiver = ResourceReceiver()
        for _ in 0..<15 { #expect(try receiver.receive(sender.next().text) == .learnt) }
        let before = receiver.progress
        #expect(before == 0.75)
        // Far more messages than are collected side by side, two frames of each.
        for _ in 0..<20 {
            let foreign = try UniformResource(type: "psbt", cbor: random.bytes(900))
            var other = try ResourceSender(foreign, maximumFragmentBytes: 100)
            for _ in 0..<2 { _ = try receiver.receive(other.next().text) }
            #expect(receiver.progress == before)
        }
        for _ in 0..<4 { _ = try receiver.receive(sender.next().text) }
        #expect(try receiver.receive(sender.next().text) == .complete(mine))
    }

    @Test func aRunOfAnotherMessageMovesTheProgressAndBackAgain() throws {
        var random = SeededRandom(seed: 8)
        var first = try ResourceSender(
            UniformResource(type: "psbt", cbor: random.bytes(1_000)), maximumFragmentBytes: 100)
        var second = try ResourceSender(
            UniformResource(type: "psbt", cbor: random.bytes(2_000)), maximumFragmentBytes: 100)
        var receiver = ResourceReceiver()
        for _ in 0..<9 { _ = try receiver.receive(first.next().text) }
        for _ in 0..<3 { _ = try receiver.receive(second.next().text) }
        #expect(receiver.progress == 0.15)
        for _ in 0..<3 { _ = try receiver.receive(first.next().text) }
        #expect(receiver.progress == 1 || receiver.progress == 0.9)
    }

    @Test func progressIsTheShareOfWhatIsKnown() throws {
        var sender = try FountainEncoder((0..<200).map { UInt8($0) }, maximumFragmentBytes: 10)
        var receiver = FountainDecoder(for: sender.part(1))
        for index in 1...10 {
            let part = sender.next()
            #expect(receiver.receive(part) == .learnt)
            #expect(receiver.progress == Double(index) / 20)
            #expect(receiver.receive(part) == .ignored)
        }
    }

    @Test func aForgedFrameIsNoticedAndTheMessageStillArrives() throws {
        let message = (0..<200).map { UInt8($0) }
        var sender = try FountainEncoder(message, maximumFragmentBytes: 10)
        var receiver = FountainDecoder(for: sender.part(1))
        // The same stream and number, another fragment: only the message's checksum can tell.
        var forged = sender.part(3).cbor
        forged[forged.count - 1] ^= 1
        #expect(receiver.receive(try FountainPart(cbor: forged)) == .learnt)
        var outcomes: [FountainDecoder.Outcome] = []
        for _ in 0..<60 { outcomes.append(receiver.receive(sender.next())) }
        #expect(outcomes.contains(.damaged))
        #expect(outcomes.last == .complete(message))
    }

    @Test func theLargestMessageIsSentAndReceived() throws {
        var random = SeededRandom(seed: 9)
        let message = random.bytes(1 << 20)
        var sender = try FountainEncoder(message, maximumFragmentBytes: 512)
        #expect(sender.stream.count == 2_048)
        var receiver = FountainDecoder(for: sender.part(1))
        var shown = 0
        while true {
            shown += 1
            let part = sender.next()
            // Every second fragment is lost on the first round.
            if shown <= 2_048, !shown.isMultiple(of: 20) || shown.isMultiple(of: 40) {
                if case .complete = receiver.receive(part) { break }
            } else if shown > 2_048, case .complete(let received) = receiver.receive(part) {
                #expect(received == message)
                break
            }
            guard shown < 6_000 else {
                Issue.record("never completed")
                break
            }
        }
        #expect(throws: CodesError.self) { try FountainEncoder(message + [0], maximumFragmentBytes: 1_000) }
        #expect(throws: CodesError.self) { try FountainEncoder(message, maximumFragmentBytes: 500) }
    }
}
