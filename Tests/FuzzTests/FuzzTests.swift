// SPDX-License-Identifier: MIT
import FuzzEntries
import TestSupport
import Testing

/// Every fuzz entry with its seeds and a fixed run of mutations; `make fuzz` goes on from there.
struct FuzzTests {
    static let rounds = 20_000

    @Test(arguments: FuzzEntry.allCases)
    func mutatedInputNeverBreaksAParser(_ entry: FuzzEntry) {
        var mutator = Mutator(seed: 1)
        let seeds = entry.seeds
        for seed in seeds { entry.run(seed) }
        for round in 0..<Self.rounds {
            entry.run(mutator.mutate(seeds.isEmpty ? [] : seeds[round % seeds.count]))
        }
    }
}

/// Flips, cuts, repeats and splices bytes; the same seed gives the same inputs.
struct Mutator {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func mutate(_ seed: [UInt8]) -> [UInt8] {
        var bytes = seed
        for _ in 0...next(4) {
            switch next(6) {
            case 0 where !bytes.isEmpty: bytes[next(bytes.count)] ^= 1 << UInt8(next(8))
            case 1 where !bytes.isEmpty: bytes[next(bytes.count)] = [0, 0x1f, 0x7f, 0x80, 0xff, 0x5b, 0x9b][next(7)]
            case 2 where !bytes.isEmpty: bytes.removeSubrange(next(bytes.count)...)
            case 3 where !bytes.isEmpty:
                let from = next(bytes.count)
                let to = min(bytes.count, from + 1 + next(16))
                bytes.insert(contentsOf: Array(bytes[from..<to]), at: next(bytes.count))
            case 4 where !bytes.isEmpty: bytes.remove(at: next(bytes.count))
            default: bytes.insert(UInt8(next(256)), at: next(bytes.count + 1))
            }
        }
        return bytes
    }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
