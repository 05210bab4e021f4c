// SPDX-License-Identifier: MIT
import FuzzEntries
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
    private var state: UInt64

    init(seed: UInt64) { state = seed }

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

    /// SplitMix64 (Steele, Lea, Flood 2014).
    private mutating func next(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
