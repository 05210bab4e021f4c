// SPDX-License-Identifier: MIT
package import Bytes

/// The children of a key that an exporter uses: `children` of an extended key in a barcode, such as `0/*` or `<0;1>/*`.
///
/// Source: BCR-2020-007, <https://github.com/BlockchainCommons/Research>.
package struct ChildPathRecord: Hashable, Sendable, CustomStringConvertible {
    private enum Step: Hashable {
        case index(UInt32), pair(UInt32, UInt32), range(UInt32, UInt32), any(isHardened: Bool)
    }

    private let steps: [Step]

    /// All addresses of the receiving branch: `0/*`.
    package static let receiving = ChildPathRecord([.index(0), .any(isHardened: false)])

    private init(_ steps: [Step]) { self.steps = steps }

    private static let laterTag: UInt64 = 40304

    /// Parses the map, with or without its tag.
    ///
    /// - Throws: ``ChainsError`` with `.badPath` for a value that is not a path.
    package init(_ value: CBORValue) throws {
        let map = value.content(ofTag: KeyPathRecord.tag) ?? value.content(ofTag: Self.laterTag) ?? value
        guard let items = map[1]?.array else { throw Self.malformed }
        var steps: [Step] = []
        var position = 0
        while position < items.count {
            // A pair contains its own hardened flags; any other item is followed by one.
            if let pair = items[position].array, pair.count == 4 {
                steps.append(.pair(try Self.index(pair[0], pair[1]), try Self.index(pair[2], pair[3])))
                position += 1
                continue
            }
            guard position + 1 < items.count, let isHardened = items[position + 1].bool else { throw Self.malformed }
            if let range = items[position].array {
                guard !range.isEmpty else {
                    steps.append(.any(isHardened: isHardened))
                    position += 2
                    continue
                }
                guard range.count == 2 else { throw Self.malformed }
                steps.append(
                    .range(try Self.index(range[0], items[position + 1]), try Self.index(range[1], items[position + 1]))
                )
            } else {
                steps.append(.index(try Self.index(items[position], items[position + 1])))
            }
            position += 2
        }
        self.steps = steps
    }

    private static func index(_ number: CBORValue, _ isHardened: CBORValue) throws -> UInt32 {
        guard let number = number.uint, number < UInt64(DerivationPath.hardened), let isHardened = isHardened.bool
        else {
            throw malformed
        }
        return UInt32(number) | (isHardened ? DerivationPath.hardened : 0)
    }

    private static var malformed: ChainsError {
        ChainsError(.badPath, "The children of the key are not a path of indexes, ranges and wildcards.")
    }

    /// The map with its tag.
    package var tagged: CBORValue {
        func pair(_ index: UInt32) -> [CBORValue] {
            [.unsigned(UInt64(index & ~DerivationPath.hardened)), .bool(index >= DerivationPath.hardened)]
        }
        let items = steps.flatMap { step -> [CBORValue] in
            switch step {
            case .index(let index): pair(index)
            case .pair(let one, let other): [.array(pair(one) + pair(other))]
            case .range(let low, let high): [.array([pair(low)[0], pair(high)[0]]), pair(low)[1]]
            case .any(let isHardened): [.array([]), .bool(isHardened)]
            }
        }
        return .tagged(KeyPathRecord.tag, .map([CBORValue.Entry(.unsigned(1), .array(items))]))
    }

    /// Whether these are this wallet's branches of an account, or only the receiving one: `<0;1>/*`, `0/*`.
    package var isUsualBranches: Bool {
        guard steps.count == 2, steps[1] == .any(isHardened: false) else { return false }
        return [.pair(0, 1), .range(0, 1), .index(0)].contains(steps[0])
    }

    /// The steps to the first child; nil where one is hardened, which a public key cannot derive.
    package var first: [UInt32]? {
        var path: [UInt32] = []
        for step in steps {
            switch step {
            case .index(let index), .pair(let index, _), .range(let index, _): path.append(index)
            case .any(let isHardened): path.append(isHardened ? DerivationPath.hardened : 0)
            }
        }
        return path.allSatisfy { $0 < DerivationPath.hardened } ? path : nil
    }

    /// In descriptor notation.
    package var description: String {
        func text(_ index: UInt32) -> String {
            index < DerivationPath.hardened ? "\(index)" : "\(index - DerivationPath.hardened)'"
        }
        return steps.map { step in
            switch step {
            case .index(let index): text(index)
            case .pair(let one, let other): "<\(text(one));\(text(other))>"
            case .range(let low, let high): "\(text(low))-\(text(high))"
            case .any(let isHardened): isHardened ? "*'" : "*"
            }
        }.joined(separator: "/")
    }
}
