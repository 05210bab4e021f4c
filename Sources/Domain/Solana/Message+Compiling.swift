// SPDX-License-Identifier: MIT

extension Message {
    /// Compiles instructions into a legacy message, byte for byte as the SDK's `Message::new_with_blockhash` does.
    ///
    /// - Throws: ``SolanaError`` with `.tooLarge` above 256 accounts.
    package static func legacy(_ instructions: [Instruction], payer: Address, blockhash: Blockhash) throws -> Message {
        var roster = Roster(payer: payer)
        for instruction in instructions { roster.add(instruction) }
        roster.arrange()
        return try roster.message(.legacy, instructions, blockhash: blockhash, lookups: [], lookedUp: [])
    }

    /// Compiles instructions into a message of version 0, byte for byte as the SDK's `v0::Message::try_compile` does:
    /// an account that does not sign and is not called is taken from the first table that has it.
    ///
    /// - Throws: ``SolanaError`` with `.tooLarge` above 256 accounts.
    package static func version0(
        _ instructions: [Instruction], payer: Address, blockhash: Blockhash, tables: [LookupTable] = []
    ) throws -> Message {
        var roster = Roster(payer: payer)
        for instruction in instructions { roster.add(instruction) }
        roster.arrange()
        var lookups: [Lookup] = []
        var writable: [Address] = []
        var readonly: [Address] = []
        for table in tables {
            let changed = roster.drain(from: table, isWritable: true)
            let read = roster.drain(from: table, isWritable: false)
            guard !changed.isEmpty || !read.isEmpty else { continue }
            lookups.append(Lookup(table: table.address, writable: changed.map(\.index), readonly: read.map(\.index)))
            writable += changed.map(\.address)
            readonly += read.map(\.address)
        }
        return try roster.message(
            .zero, instructions, blockhash: blockhash, lookups: lookups, lookedUp: writable + readonly)
    }
}

/// The accounts of a message during its compilation.
///
/// A plain array: a message has a handful of accounts, at most 256, and searching them is faster than hashing.
private struct Roster {
    struct Entry {
        let address: Address
        var isSigner: Bool
        var isWritable: Bool
        var isCalled: Bool

        /// Signers come first; in each half, writable accounts come first.
        var rank: Int { (isSigner ? 0 : 2) + (isWritable ? 0 : 1) }
    }

    /// The payer stays first; ``arrange()`` sorts the others.
    private var entries: [Entry]

    init(payer: Address) {
        entries = []
        entries.reserveCapacity(8)
        entries.append(Entry(address: payer, isSigner: true, isWritable: true, isCalled: false))
    }

    mutating func add(_ instruction: Instruction) {
        let program = place(of: instruction.program)
        entries[program].isCalled = true
        for account in instruction.accounts {
            let place = place(of: account.address)
            if account.isSigner { entries[place].isSigner = true }
            if account.isWritable { entries[place].isWritable = true }
        }
    }

    private mutating func place(of address: Address) -> Int {
        for index in entries.indices where entries[index].address == address { return index }
        entries.append(Entry(address: address, isSigner: false, isWritable: false, isCalled: false))
        return entries.count - 1
    }

    mutating func arrange() {
        entries[1...].sort { left, right in
            left.rank == right.rank ? left.address < right.address : left.rank < right.rank
        }
    }

    /// Removes the accounts that the table holds; in address order, like the entries.
    mutating func drain(from table: LookupTable, isWritable: Bool) -> [(address: Address, index: UInt8)] {
        var drained: [(address: Address, index: UInt8)] = []
        entries.removeAll { entry in
            guard !entry.isSigner, !entry.isCalled, entry.isWritable == isWritable,
                let index = table.index(of: entry.address)
            else { return false }
            drained.append((entry.address, index))
            return true
        }
        return drained
    }

    func message(
        _ version: Message.Version, _ instructions: [Instruction], blockhash: Blockhash, lookups: [Message.Lookup],
        lookedUp: [Address]
    ) throws -> Message {
        guard entries.count + lookedUp.count <= Message.maximumAccountCount else {
            throw SolanaError(.tooLarge, "A transaction names at most 256 accounts.")
        }
        let longest = instructions.reduce(instructions.count) { max($0, $1.accounts.count, $1.data.count) }
        guard longest <= Message.maximumListCount else {
            throw SolanaError(.tooLarge, "An instruction has more accounts or data than any transaction can hold.")
        }
        guard !entries[0].isCalled else {
            throw SolanaError(.malformed, "The program that is called cannot pay the fee.")
        }
        var signers = 0
        var readonlySigners = 0
        var readonlyOthers = 0
        var accounts: [Address] = []
        accounts.reserveCapacity(entries.count)
        for entry in entries {
            accounts.append(entry.address)
            if entry.isSigner { signers += 1 }
            if entry.isSigner && !entry.isWritable { readonlySigners += 1 }
            if !entry.isSigner && !entry.isWritable { readonlyOthers += 1 }
        }
        guard signers < 128 else {
            throw SolanaError(.tooLarge, "A transaction has at most 127 signers.")
        }
        let all = lookedUp.isEmpty ? accounts : accounts + lookedUp
        var calls: [Message.Call] = []
        calls.reserveCapacity(instructions.count)
        for instruction in instructions {
            var indexes: [UInt8] = []
            indexes.reserveCapacity(instruction.accounts.count)
            for account in instruction.accounts { indexes.append(Self.index(of: account.address, in: all)) }
            calls.append(
                Message.Call(
                    program: Self.index(of: instruction.program, in: all), accounts: indexes, data: instruction.data))
        }
        return Message(
            compiled: version,
            header: Message.Header(
                signerCount: signers, readonlySignerCount: readonlySigners, readonlyNonSignerCount: readonlyOthers),
            accounts: accounts, blockhash: blockhash, calls: calls, lookups: lookups)
    }

    private static func index(of address: Address, in all: [Address]) -> UInt8 {
        for index in all.indices where all[index] == address { return UInt8(index) }
        preconditionFailure("An account of an instruction is not in its own message.")
    }
}
