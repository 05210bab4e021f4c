// SPDX-License-Identifier: MIT
internal import Chains

/// Reads the fields of a transaction from an RLP list in order. Each field must have its canonical form.
struct FieldReader {
    private let items: [RLP.Item]
    private var position = 0

    init(_ item: RLP.Item) throws {
        guard case .list(let items) = item else {
            throw EthereumError(.malformed, "A transaction is a list; this is a byte string.")
        }
        self.items = items
    }

    var count: Int { items.count }

    mutating func bytes(_ name: String) throws -> [UInt8] {
        guard case .bytes(let bytes) = try next(name) else {
            throw EthereumError(.malformed, "The transaction's \(name) is a list instead of bytes.")
        }
        return bytes
    }

    /// At most 256 bits without leading zeros.
    mutating func number(_ name: String) throws -> UInt256 {
        let bytes = try bytes(name)
        guard bytes.count <= 32, bytes.first != 0 else {
            throw EthereumError(.malformed, "The transaction's \(name) begins with a zero or has more than 256 bits.")
        }
        return try UInt256(bigEndian: bytes)
    }

    /// At most 64 bits without leading zeros.
    mutating func uint64(_ name: String) throws -> UInt64 {
        guard let value = try number(name).uint64 else {
            throw EthereumError(.tooLarge, "The transaction's \(name) has more than 64 bits.")
        }
        return value
    }

    /// Empty, or 20 bytes.
    mutating func recipient() throws -> Address? {
        let bytes = try bytes("recipient")
        return bytes.isEmpty ? nil : try Address(bytes)
    }

    mutating func accessList() throws -> [Transaction.AccessListEntry] {
        guard case .list(let entries) = try next("access list") else { throw Self.badAccessList }
        return try entries.map { entry in
            guard case .list(let pair) = entry, pair.count == 2, case .bytes(let address) = pair[0],
                case .list(let slots) = pair[1]
            else { throw Self.badAccessList }
            return Transaction.AccessListEntry(
                address: try Address(address),
                slots: try slots.map { slot in
                    guard case .bytes(let bytes) = slot, bytes.count == 32 else { throw Self.badAccessList }
                    return bytes
                })
        }
    }

    private mutating func next(_ name: String) throws -> RLP.Item {
        guard position < items.count else {
            throw EthereumError(.malformed, "The transaction ends before its \(name).")
        }
        defer { position += 1 }
        return items[position]
    }

    private static let badAccessList = EthereumError(
        .malformed, "The access list is not a list of addresses with slots of 32 bytes.")
}
