// SPDX-License-Identifier: MIT
internal import Bytes

extension Message {
    /// The top bit of the first byte marks a version; a legacy message begins with its signer count.
    private static let versionBit: UInt8 = 0x80

    /// Parses a message that fills the bytes exactly.
    ///
    /// - Throws: ``SolanaError`` with `.malformed`, `.tooLarge` above a packet's 1,232 bytes, `.unsupported` for a
    ///   version after 0.
    package init(parsing bytes: [UInt8]) throws {
        guard bytes.count <= Transaction.maximumCount else {
            throw SolanaError(.tooLarge, "A message of \(bytes.count) bytes cannot be in any transaction.")
        }
        var reader = ByteReader(bytes)
        self = try SolanaError.reading("message") {
            let message = try Message(from: &reader)
            try reader.finish()
            return message
        }
    }

    /// Reads a message and leaves the bytes after it.
    init(from reader: inout ByteReader) throws {
        var version = Version.legacy
        var first = try reader.byte()
        if first & Self.versionBit != 0 {
            guard first == Self.versionBit else {
                throw SolanaError(
                    .unsupported, "Messages of version \(first & ~Self.versionBit) are not known to this wallet.")
            }
            version = .zero
            first = try reader.byte()
        }
        let header = Header(
            signerCount: Int(first), readonlySignerCount: Int(try reader.byte()),
            readonlyNonSignerCount: Int(try reader.byte()))
        let accounts = try reader.list(itemCount: Bytes32.count) { Address(try Bytes32(from: &$0)) }
        let blockhash = Blockhash(try Bytes32(from: &reader))
        let calls = try reader.list(itemCount: 3) { reader in
            let program = try reader.byte()
            let accounts = try reader.bytes(CompactCount.read(from: &reader))
            return Call(program: program, accounts: accounts, data: try reader.bytes(CompactCount.read(from: &reader)))
        }
        var lookups: [Lookup] = []
        if version == .zero {
            lookups = try reader.list(itemCount: Bytes32.count + 2) { reader in
                let table = Address(try Bytes32(from: &reader))
                let writable = try reader.bytes(CompactCount.read(from: &reader))
                return Lookup(
                    table: table, writable: writable, readonly: try reader.bytes(CompactCount.read(from: &reader)))
            }
        }
        try self.init(
            version: version, header: header, accounts: accounts, blockhash: blockhash, calls: calls, lookups: lookups)
    }

    /// The bytes that are signed.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encodedCount)
        append(to: &bytes)
        assert(bytes.count == encodedCount, "A message is not as long as it was counted.")
        return bytes
    }

    /// The size of ``encoded``.
    var encodedCount: Int {
        func list(_ bytes: [UInt8]) -> Int { CompactCount.byteCount(bytes.count) + bytes.count }
        var count = 3 + CompactCount.byteCount(accounts.count) + (accounts.count + 1) * Bytes32.count
        count += CompactCount.byteCount(calls.count)
        for call in calls { count += 1 + list(call.accounts) + list(call.data) }
        guard version == .zero else { return count }
        count += 1 + CompactCount.byteCount(lookups.count)
        for lookup in lookups { count += Bytes32.count + list(lookup.writable) + list(lookup.readonly) }
        return count
    }

    func append(to bytes: inout [UInt8]) {
        if version == .zero { bytes.append(Self.versionBit) }
        bytes.append(UInt8(header.signerCount))
        bytes.append(UInt8(header.readonlySignerCount))
        bytes.append(UInt8(header.readonlyNonSignerCount))
        CompactCount.append(accounts.count, to: &bytes)
        for account in accounts { account.key.append(to: &bytes) }
        blockhash.key.append(to: &bytes)
        CompactCount.append(calls.count, to: &bytes)
        for call in calls {
            bytes.append(call.program)
            CompactCount.append(call.accounts.count, to: &bytes)
            bytes.append(contentsOf: call.accounts)
            CompactCount.append(call.data.count, to: &bytes)
            bytes.append(contentsOf: call.data)
        }
        guard version == .zero else { return }
        CompactCount.append(lookups.count, to: &bytes)
        for lookup in lookups {
            lookup.table.key.append(to: &bytes)
            CompactCount.append(lookup.writable.count, to: &bytes)
            bytes.append(contentsOf: lookup.writable)
            CompactCount.append(lookup.readonly.count, to: &bytes)
            bytes.append(contentsOf: lookup.readonly)
        }
    }
}

extension ByteReader {
    /// Reads a counted list. A count too large for the remaining bytes is refused before any allocation.
    fileprivate mutating func list<Item>(itemCount: Int, _ item: (inout ByteReader) throws -> Item) throws -> [Item] {
        let count = try CompactCount.read(from: &self)
        guard count <= remaining / itemCount else {
            throw SolanaError(.malformed, "A list claims \(count) items; the bytes end before.")
        }
        var items: [Item] = []
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try item(&self)) }
        return items
    }
}

extension SolanaError {
    /// Runs a parser and translates its errors to ``SolanaError``.
    static func reading<Value>(_ what: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as BytesError {
            throw SolanaError(.malformed, "This is not a Solana \(what): \(error.message)", cause: error)
        }
    }
}
