// SPDX-License-Identifier: MIT
internal import Bytes

/// A list of addresses on the chain, with which a message of version 0 names an account in one byte.
package struct LookupTable: Hashable, Sendable {
    /// The table's address.
    package let address: Address
    package let addresses: [Address]
    /// The slot of its deactivation; nil while it is active.
    package let deactivationSlot: UInt64?
    /// The slot of its last extension; entries added in it can be used from the next slot on.
    package let lastExtendedSlot: UInt64
    /// The index of the first entry added in ``lastExtendedSlot``.
    package let lastExtendedStart: Int

    /// An index is one byte.
    package static let maximumCount = 256
    /// The size of the fields before the addresses. Source: `LOOKUP_TABLE_META_SIZE` of the SDK.
    private static let headerCount = 56

    package init(address: Address, addresses: [Address]) {
        self.address = address
        self.addresses = addresses
        deactivationSlot = nil
        lastExtendedSlot = 0
        lastExtendedStart = 0
    }

    /// Parses the data of a table's account.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for anything but an initialised table, `.badAddress` when another
    ///   program owns the account.
    package init(address: Address, owner: Address, data: [UInt8]) throws {
        guard owner == .lookupTableProgram else {
            throw SolanaError(.badAddress, "\(address) is not a lookup table: \(owner) owns it.")
        }
        guard data.count >= Self.headerCount, (data.count - Self.headerCount) % Bytes32.count == 0,
            (data.count - Self.headerCount) / Bytes32.count <= Self.maximumCount
        else {
            throw SolanaError(
                .malformed, "A lookup table has 56 bytes and up to 256 addresses, not \(data.count) bytes.")
        }
        var reader = ByteReader(data)
        self = try SolanaError.reading("lookup table") {
            guard try reader.uint32LE() == 1 else {
                throw SolanaError(.malformed, "The account \(address) is not an initialised lookup table.")
            }
            let deactivation = try reader.uint64LE()
            let extended = try reader.uint64LE()
            let start = Int(try reader.byte())
            guard try reader.byte() <= 1 else {
                throw SolanaError(.malformed, "The authority of the lookup table \(address) is malformed.")
            }
            // The authority or none, then padding.
            try reader.skip(Self.headerCount - reader.position)
            var addresses: [Address] = []
            addresses.reserveCapacity(reader.remaining / Bytes32.count)
            while !reader.isAtEnd { addresses.append(Address(try Bytes32(from: &reader))) }
            return LookupTable(
                address: address, addresses: addresses, deactivationSlot: deactivation == .max ? nil : deactivation,
                lastExtendedSlot: extended, lastExtendedStart: start)
        }
    }

    private init(
        address: Address, addresses: [Address], deactivationSlot: UInt64?, lastExtendedSlot: UInt64,
        lastExtendedStart: Int
    ) {
        self.address = address
        self.addresses = addresses
        self.deactivationSlot = deactivationSlot
        self.lastExtendedSlot = lastExtendedSlot
        self.lastExtendedStart = lastExtendedStart
    }

    func index(of address: Address) -> UInt8? {
        for index in addresses.indices.prefix(Self.maximumCount) where addresses[index] == address {
            return UInt8(index)
        }
        return nil
    }
}

extension Message {
    /// Every account of the message in index order: the written-out ones, then the tables' writable, then read-only
    /// ones.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` when a table is missing or too short.
    package func allAccounts(tables: [LookupTable]) throws -> [Address] {
        guard !lookups.isEmpty else { return accounts }
        var writable: [Address] = []
        var readonly: [Address] = []
        for lookup in lookups {
            guard let table = tables.first(where: { $0.address == lookup.table }) else {
                throw SolanaError(.malformed, "The lookup table \(lookup.table) of this message is not known.")
            }
            for (indexes, isWritable) in [(lookup.writable, true), (lookup.readonly, false)] {
                for index in indexes {
                    guard Int(index) < table.addresses.count else {
                        throw SolanaError(.malformed, "The lookup table \(lookup.table) has no entry \(index).")
                    }
                    if isWritable {
                        writable.append(table.addresses[Int(index)])
                    } else {
                        readonly.append(table.addresses[Int(index)])
                    }
                }
            }
        }
        return accounts + writable + readonly
    }

    /// The calls as instructions, with the permissions of every account.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` when a table is missing or too short.
    package func instructions(tables: [LookupTable] = []) throws -> [Instruction] {
        let all = try allAccounts(tables: tables)
        let writableFromTables = lookups.reduce(0) { $0 + $1.writable.count }
        return calls.map { call in
            Instruction(
                program: all[Int(call.program)],
                accounts: call.accounts.map { index in
                    let index = Int(index)
                    let isWritable =
                        index < accounts.count ? isWritable(index) : index < accounts.count + writableFromTables
                    return Instruction.Account(
                        all[index], isSigner: index < header.signerCount, isWritable: isWritable)
                },
                data: call.data)
        }
    }
}
