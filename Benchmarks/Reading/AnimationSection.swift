// SPDX-License-Identifier: MIT
import Codes

/// Frames that an animated code has to show until its message has arrived, with three in ten lost at random.
enum AnimationSection {
    private static let loss = 0.3

    private struct Goal {
        let fragments: Int
        let runs: Int
        let framesPerFragment: Double
    }

    private static let goals = [
        Goal(fragments: 6, runs: 400, framesPerFragment: 1.70),
        Goal(fragments: 29, runs: 400, framesPerFragment: 1.68),
        Goal(fragments: 286, runs: 100, framesPerFragment: 1.52),
    ]

    static func run(_ options: Options) throws -> [Finding] {
        try goals.map { goal in
            let bytes = goal.fragments * ResourceSender.usualFragmentBytes - 20
            let runs = options.repetitions(goal.runs, quick: goal.runs / 10)
            var random = SeededRandom(seed: UInt64(goal.fragments))
            let shown = try (0..<runs).map { _ in
                let cbor = (0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                return try framesToArrive(
                    UniformResource(type: "bytes", cbor: cbor), fragments: goal.fragments, using: &random)
            }
            let mean = Double(shown.reduce(0, +)) / Double(runs * goal.fragments)
            let late = Double(shown.sorted()[(runs * 95 + 99) / 100 - 1]) / Double(goal.fragments)
            return Finding(
                .animation, "\(Text.count(goal.fragments)) parts, 30 % of the frames lost",
                "\(Text.ratio(mean)) frames a part, 95 of 100 within \(Text.ratio(late)) (\(runs) times)",
                target: "<= \(Text.ratio(goal.framesPerFragment))", ratio: goal.framesPerFragment / mean)
        }
    }

    private static func framesToArrive(
        _ resource: UniformResource, fragments: Int, using random: inout SeededRandom
    ) throws -> Int {
        var sender = try ResourceSender(resource)
        guard sender.count == fragments else {
            throw BenchError(.wrongResult, "A message has \(sender.count) parts instead of \(fragments).")
        }
        var receiver = ResourceReceiver()
        for shown in 1...20 * fragments {
            let frame = sender.next()
            if Double.random(in: 0..<1, using: &random) < loss { continue }
            if case .complete(let received) = try receiver.receive(frame.codeText) {
                guard received == resource else { throw BenchError(.wrongResult, "Another message arrived.") }
                return shown
            }
        }
        throw BenchError(.wrongResult, "An animated code never arrived.")
    }
}
