// SPDX-License-Identifier: MIT
internal import Bytes

/// Where a movement of an account was seen. It is stored as the id of its record: a transaction's is its hash, of 32
/// bytes or more, and each other case starts with a byte that names it.
enum MovementSource: Hashable {
    /// A transaction that was made for it.
    case transaction([UInt8])
    /// A block in which no transaction explains it: a contract paid, or was paid.
    case block(UInt64)
    /// A validator's payout, by its index among all withdrawals of the network. EIP-4895
    case withdrawal(UInt64)
    /// A range of blocks: after the first, or from the start for nil, up to the second. The server does not say which
    /// one. `since` is the time of the first, in seconds since 1970.
    case between(after: UInt64?, UInt64, since: UInt64?)
    /// Blocks that were not read yet.
    case unread

    var id: [UInt8] {
        switch self {
        case .transaction(let hash): hash
        case .block(let number): [1] + Self.bytes(number)
        case .withdrawal(let index): [2] + Self.bytes(index)
        // Both are bounded far below the largest number, which encodes nil.
        case .between(let first, let last, let since):
            [3] + Self.bytes(first ?? .max) + Self.bytes(last) + Self.bytes(since ?? .max)
        case .unread: [4]
        }
    }

    init(id: [UInt8]) {
        func number(_ place: Int) -> UInt64 { id[(1 + 8 * place)..<(9 + 8 * place)].reduce(0) { $0 << 8 | UInt64($1) } }
        func known(_ number: UInt64) -> UInt64? { number == .max ? nil : number }
        self =
            switch (id.first, id.count) {
            case (1, 9): .block(number(0))
            case (2, 9): .withdrawal(number(0))
            case (3, 25): .between(after: known(number(0)), number(1), since: known(number(2)))
            case (4, 1): .unread
            default: .transaction(id)
            }
    }

    private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    /// The text that a list shows instead of a transaction id; nil for a transaction.
    var text: String? {
        switch self {
        case .transaction: nil
        case .block(let number): "block-\(number)"
        case .withdrawal(let index): "withdrawal-\(index)"
        case .between(let first, let last, _): "blocks-\(first.map { $0 + 1 } ?? 0)-\(last)"
        case .unread: "unread"
        }
    }
}
