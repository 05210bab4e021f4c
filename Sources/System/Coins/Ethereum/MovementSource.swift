// SPDX-License-Identifier: MIT
internal import Bytes

/// Where a movement of an account was seen. Kept as the id of its record: a transaction's is its hash, of 32 bytes or more, and
/// each of the others begins with a byte that says what it is.
enum MovementSource: Hashable {
    /// A transaction that was made for it.
    case transaction([UInt8])
    /// A block of which no transaction shows it: a contract paid, or was paid.
    case block(UInt64)
    /// What a validator got paid out, by its place among all withdrawals of the network. EIP-4895
    case withdrawal(UInt64)
    /// Blocks behind one, nil for before the first, up to another; the server does not say which one. The time of the first is
    /// in seconds since 1970.
    case between(after: UInt64?, UInt64, since: UInt64?)
    /// Blocks that were not read yet.
    case unread

    var id: [UInt8] {
        switch self {
        case .transaction(let hash): hash
        case .block(let number): [1] + Self.bytes(number)
        case .withdrawal(let index): [2] + Self.bytes(index)
        // Both are bounded far below the largest number, which stands for nil.
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

    /// What a list shows in the place of a transaction's id; nil for a transaction.
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
