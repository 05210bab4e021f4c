// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Solana
import TestSupport
import Testing

/// Messages that validators refuse unread are refused here too.
struct MessageTests {
    private static let key = (1...6).map { number in [UInt8](repeating: UInt8(number), count: 32) }

    /// One signer, one recipient, the system program, a transfer.
    private func transferBytes(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> [UInt8] {
        var bytes = try Message.legacy(
            [SystemProgram.transfer(from: Address(Self.key[0]), to: Address(Self.key[1]), Lamports(5))],
            payer: Address(Self.key[0]), blockhash: Blockhash(Self.key[5])
        ).encoded
        change(&bytes)
        return bytes
    }

    private func code(_ bytes: [UInt8]) -> SolanaError.Code? {
        do {
            _ = try Message(parsing: bytes)
            return nil
        } catch { return (error as? SolanaError)?.code }
    }

    @Test(arguments: [
        (0, "00"), (1, "01"), (42, "2a"), (127, "7f"), (128, "8001"), (16383, "ff7f"), (16384, "808001"),
        (65534, "feff03"), (65535, "ffff03"),
    ])
    func countsAreCompact(count: Int, hex: String) throws {
        var bytes: [UInt8] = []
        CompactCount.append(count, to: &bytes)
        #expect(Hex.encode(bytes) == hex)
    }

    @Test func everyCountComesBack() throws {
        for count in 0...65535 {
            var bytes: [UInt8] = []
            CompactCount.append(count, to: &bytes)
            var reader = ByteReader(bytes)
            let read = try CompactCount.read(from: &reader)
            guard read == count, reader.isAtEnd else {
                Issue.record("\(count) came back as \(read)")
                return
            }
        }
    }

    @Test(arguments: ["8000", "808000", "ff00", "808080", "80808001", "ffff04", "ffff7f"])
    func aCountInAnotherFormIsRefused(hex: String) throws {
        var reader = ByteReader(try Hex.decode(hex))
        #expect(throws: SolanaError.self) { try CompactCount.read(from: &reader) }
    }

    @Test func aTransferIsRead() throws {
        let message = try Message(parsing: transferBytes())
        #expect(message.version == .legacy)
        #expect(message.accounts.count == 3)
        #expect(try message.feePayer == Address(Self.key[0]))
        #expect(message.isWritable(0) && message.isWritable(1) && !message.isWritable(2))
    }

    @Test func everyShorterInputIsRefused() throws {
        let bytes = try transferBytes()
        for count in bytes.indices { #expect(code(Array(bytes.prefix(count))) == .malformed, "\(count) bytes") }
        #expect(code(bytes + [0]) == .malformed)
    }

    @Test func whatValidatorsRefuseUnreadIsRefused() throws {
        // The header: no signer; all signers read-only; more read-only accounts than there are.
        #expect(code(try transferBytes { $0[0] = 0 }) == .malformed)
        #expect(code(try transferBytes { $0[1] = 1 }) == .malformed)
        #expect(code(try transferBytes { $0[2] = 3 }) == .malformed)
        // The call: the payer as a program, a program and an account that are not there.
        let call = 3 + 1 + 96 + 32 + 1
        #expect(code(try transferBytes { $0[call] = 0 }) == .malformed)
        #expect(code(try transferBytes { $0[call] = 3 }) == .malformed)
        #expect(code(try transferBytes { $0[call + 2] = 3 }) == .malformed)
        // The same account twice.
        #expect(code(try transferBytes { $0.replaceSubrange(36..<68, with: Self.key[0]) }) == .malformed)
    }

    @Test func laterVersionsAreCalledUnsupported() throws {
        #expect(code([0x81] + (try transferBytes())) == .unsupported)
        #expect(code([0xFF] + Array("solana offchain".utf8)) == .unsupported)
    }

    @Test func aMessageAboveAPacketIsRefused() {
        #expect(code([UInt8](repeating: 1, count: 1233)) == .tooLarge)
    }

    @Test func anEmptyLookupIsRefused() throws {
        var bytes: [UInt8] = [0x80] + (try transferBytes())
        #expect(code(bytes + [0]) == nil)
        bytes += [1] + Self.key[3] + [0, 0]
        #expect(code(bytes) == .malformed)
    }

    @Test func aProgramNeverComesFromATable() throws {
        let program = try Address(Self.key[2])
        let table = LookupTable(
            address: try Address(Self.key[3]), addresses: [program, try Address(Self.key[4])])
        let message = try Message.version0(
            [Instruction(program: program, accounts: [.writable(try Address(Self.key[4]))], data: [])],
            payer: Address(Self.key[0]), blockhash: .zero, tables: [table])
        #expect(message.accounts.contains(program))
        #expect(message.lookups.map(\.writable) == [[1]])
        #expect(try message.allAccounts(tables: [table]).last == Address(Self.key[4]))
        #expect(throws: SolanaError.self) { try message.allAccounts(tables: []) }
        let short = LookupTable(address: table.address, addresses: [program])
        #expect(throws: SolanaError.self) { try message.allAccounts(tables: [short]) }
    }

    @Test func aTransactionAboveAPacketIsNotEncoded() throws {
        let big = try Message.legacy(
            [
                MemoProgram.note(String(repeating: "a", count: 560)),
                MemoProgram.note(String(repeating: "b", count: 560)),
            ],
            payer: Address(Self.key[0]), blockhash: .zero)
        #expect { try Transaction(big).encoded } throws: { ($0 as? SolanaError)?.code == .tooLarge }
    }

    @Test func listsThatNoCountHoldsAreRefused() throws {
        let huge = Instruction(program: .memoProgram, accounts: [], data: [UInt8](repeating: 0, count: 65_536))
        #expect(throws: SolanaError.self) {
            try Message.legacy([huge], payer: Address(Self.key[0]), blockhash: .zero)
        }
        let many = try (0..<300).map { number in
            Instruction.Account.readonly(try Address(SHA256.hash([UInt8(number & 255), UInt8(number >> 8)]).bytes))
        }
        let crowded = Instruction(program: .memoProgram, accounts: many, data: [])
        #expect(throws: SolanaError.self) {
            try Message.legacy([crowded], payer: Address(Self.key[0]), blockhash: .zero)
        }
    }

    @Test func aTransactionNeedsASignatureForEachSigner() throws {
        let message = try transferBytes()
        let zeros = [UInt8](repeating: 0, count: 64)
        #expect(try Transaction(parsing: [1] + zeros + message).missingSigners == [Address(Self.key[0])])
        #expect(throws: SolanaError.self) { try Transaction(parsing: [0] + message) }
        #expect(throws: SolanaError.self) { try Transaction(parsing: [2] + zeros + zeros + message) }
        #expect(throws: SolanaError.self) { try Transaction(parsing: [0x81, 0] + zeros + message) }
    }

    @Test func randomChangesNeverDecodeToOtherBytes() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            let bytes = try transferBytes { bytes in
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let message = try? Message(parsing: bytes) else { continue }
            #expect(message.encoded == bytes)
        }
    }
}
