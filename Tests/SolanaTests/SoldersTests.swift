// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Solana
import Testing

/// The same bytes as the SDK, on every seeded case.
struct SoldersTests {
    let vectors: SoldersVectors

    init() throws {
        vectors = try SoldersVectors.read()
    }

    @Test func messagesAreCompiledAsTheSDKDoes() throws {
        for (number, row) in vectors.messages.enumerated() {
            #expect(try vectors.message(row).encoded == Base64.decode(row.bytes), "message \(number)")
        }
    }

    @Test func messagesAreReadBackFromTheSDKsBytes() throws {
        for (number, row) in vectors.messages.enumerated() {
            let bytes = try Base64.decode(row.bytes)
            guard bytes.count <= Transaction.maximumCount else { continue }
            let message = try Message(parsing: bytes)
            #expect(message.encoded == bytes, "message \(number)")
            #expect(try message == vectors.message(row), "message \(number)")
        }
    }

    @Test func theInstructionsOfAMessageComeBackWithTheirPrograms() throws {
        for row in vectors.messages {
            let instructions = try row.instructions.map(vectors.instruction)
            let again = try vectors.message(row).instructions(tables: vectors.tables(row))
            #expect(again.map(\.program) == instructions.map(\.program))
            #expect(again.map(\.data) == instructions.map(\.data))
            #expect(again.map { $0.accounts.map(\.address) } == instructions.map { $0.accounts.map(\.address) })
            for (compiled, asked) in zip(again, instructions) {
                // A right asked for once holds wherever the account stands.
                #expect(zip(compiled.accounts, asked.accounts).allSatisfy { $0.isSigner || !$1.isSigner })
                #expect(zip(compiled.accounts, asked.accounts).allSatisfy { $0.isWritable || !$1.isWritable })
            }
        }
    }

    @Test func systemAndBudgetInstructionsAreTheSDKs() throws {
        let (a, b, c) = (try vectors.address(0), try vectors.address(13), try vectors.address(14))
        for row in vectors.instructions {
            let amount = Lamports(try #require(UInt64(row.amount)))
            let made: Instruction? =
                switch row.name {
                case "transfer": SystemProgram.transfer(from: a, to: b, amount)
                case "createAccount": SystemProgram.createAccount(payer: a, new: b, amount, space: row.space, owner: c)
                case "assign": SystemProgram.assign(a, to: c)
                case "initializeNonce": SystemProgram.initializeNonce(b, authority: a)
                case "advanceNonce": SystemProgram.advanceNonce(b, authority: a)
                case "withdrawNonce": SystemProgram.withdrawNonce(b, authority: a, to: c, amount)
                case "unitLimit": ComputeBudgetProgram.unitLimit(UInt32(row.space))
                case "unitPrice": ComputeBudgetProgram.unitPrice(amount.units)
                default: nil
                }
            #expect(try made == vectors.instruction(row.instruction), "\(row.name)")
        }
    }

    @Test func signedTransactionsAreTheSDKs() throws {
        for (number, row) in vectors.transactions.enumerated() {
            let bytes = try Base64.decode(row.bytes)
            let message = try vectors.message(row)
            let keys = try #require(row.signers).map(vectors.key)
            let review = try Review(message, on: .solanaDevnet, knowing: AccountFacts(own: [message.feePayer]))
            let signed = try review.approve(acknowledging: Set(review.warnings)).signed(by: keys)
            #expect(try signed.encoded == bytes, "transaction \(number)")
            #expect(signed.id == row.id)
            #expect(try Transaction(parsing: bytes) == signed)
            #expect(try signed.isValid == signed.isComplete)
            #expect(signed.missingSigners.count == message.header.signerCount - keys.count)
        }
    }

    @Test func programAddressesAreTheSDKs() throws {
        for row in vectors.programAddresses {
            let found = try ProgramAddress.find(
                seeds: row.seeds.map(Base64.decode), program: vectors.address(row.program))
            #expect(found.address.text == row.address)
            #expect(found.bump == row.bump)
        }
    }

    @Test func associatedTokenAccountsAreTheSDKs() throws {
        for row in vectors.associated {
            let address = try ProgramAddress.associatedTokenAccount(
                owner: Address(parsing: row.owner), mint: Address(parsing: row.mint),
                program: Address(parsing: row.program))
            #expect(address.text == row.address)
            #expect(!address.isOnCurve)
        }
    }

    @Test func theCurveIsTheSDKs() throws {
        for row in vectors.curve {
            #expect(try Address(Base64.decode(row.bytes)).isOnCurve == row.isOnCurve, "\(row.bytes)")
        }
    }

    @Test func eightThousandHashesAreOnTheCurveOrNotAsTheSDKSays() throws {
        var bits: [Bool] = []
        for row in vectors.curveBits {
            for byte in try Hex.decode(row) { bits += (0..<8).map { byte << $0 & 0x80 != 0 } }
        }
        #expect(bits.count == 8192)
        for (number, isOnCurve) in bits.enumerated() {
            let input = withUnsafeBytes(of: UInt32(number).littleEndian) { SHA256.hash(Array($0)).bytes }
            #expect(try Address(input).isOnCurve == isOnCurve, "number \(number)")
        }
    }
}
