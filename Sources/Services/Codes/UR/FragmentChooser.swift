// SPDX-License-Identifier: MIT

/// Determines the fragments that a part mixes; both sides compute them from the part's number. BCR-2024-001.
struct FragmentChooser {
    let count: Int
    private let checksum: UInt32
    private let degrees: AliasTable

    /// - Parameter count: the number of fragments of the message; at least one.
    init(count: Int, checksum: UInt32) {
        self.count = count
        self.checksum = checksum
        degrees = AliasTable(weights: (1...count).map { 1 / Double($0) })
    }

    /// The number of fragments that a part mixes.
    func degree(ofPart number: UInt32) -> Int {
        guard number > count else { return 1 }
        var random = Xoshiro256(seed: seed(number))
        return degrees.draw(using: &random) + 1
    }

    /// The fragments of a part, each once; part n up to the count is fragment n alone.
    func fragments(ofPart number: UInt32) -> [Int] {
        precondition(number > 0, "Parts are numbered from 1.")
        guard number > count else { return [Int(number) - 1] }
        var random = Xoshiro256(seed: seed(number))
        let degree = degrees.draw(using: &random) + 1
        return Self.shuffled(count: count, taking: degree, using: &random)
    }

    /// The first indexes of a shuffle, drawn without replacement.
    static func shuffled(count: Int, taking wanted: Int, using random: inout Xoshiro256) -> [Int] {
        var left = Array(0..<count)
        var taken: [Int] = []
        taken.reserveCapacity(wanted)
        while taken.count < wanted {
            taken.append(left.remove(at: random.nextIndex(below: left.count)))
        }
        return taken
    }

    private func seed(_ number: UInt32) -> [UInt8] {
        [number, checksum].flatMap { word in (0..<4).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }
}
