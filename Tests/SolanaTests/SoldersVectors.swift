// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials

import Solana

/// What `solders` makes of seeded inputs; see `Vectors/README.md`.
struct SoldersVectors: Decodable {
    struct InstructionRow: Decodable {
        let program: Int
        let accounts: [[Int]]
        let data: String
    }

    struct TableRow: Decodable {
        let address: Int
        let addresses: [Int]
    }

    struct MessageRow: Decodable {
        let version: String
        let payer: Int
        let blockhash: String
        let instructions: [InstructionRow]
        let tables: [TableRow]?
        let signers: [Int]?
        let bytes: String
        let id: String?
    }

    struct NamedRow: Decodable {
        let name: String
        let amount: String
        let space: UInt64
        let instruction: InstructionRow
    }

    struct ProgramAddressRow: Decodable {
        let seeds: [String]
        let program: Int
        let address: String
        let bump: UInt8
    }

    struct AssociatedRow: Decodable {
        let owner: String
        let mint: String
        let program: String
        let address: String
    }

    struct CurveRow: Decodable {
        let bytes: String
        let isOnCurve: Bool
    }

    struct AccountRow: Decodable {
        let kind: String
        let address: String
        let owner: String
        let data: String
        let lamports: String
        let more: [String: String]
    }

    let messages: [MessageRow]
    let instructions: [NamedRow]
    let transactions: [MessageRow]
    let programAddresses: [ProgramAddressRow]
    let associated: [AssociatedRow]
    let curve: [CurveRow]
    let curveBits: [String]
    let accounts: [AccountRow]
    let seeds: [String]
    let pool: [String]

    static func read() throws -> SoldersVectors {
        let path = #filePath.dropLast("SoldersVectors.swift".count) + "Vectors/solders.json"
        return try JSONDecoder().decode(SoldersVectors.self, from: Data(contentsOf: URL(filePath: String(path))))
    }

    func address(_ index: Int) throws -> Address { try Address(parsing: pool[index]) }

    func key(_ index: Int) throws -> Ed25519.PrivateKey {
        try Ed25519.PrivateKey(seed: SecretBytes(Base64.decode(seeds[index])))
    }

    func instruction(_ row: InstructionRow) throws -> Instruction {
        Instruction(
            program: try address(row.program),
            accounts: try row.accounts.map {
                Instruction.Account(try address($0[0]), isSigner: $0[1] & 2 != 0, isWritable: $0[1] & 1 != 0)
            }, data: try Base64.decode(row.data))
    }

    func tables(_ row: MessageRow) throws -> [LookupTable] {
        try (row.tables ?? []).map {
            LookupTable(address: try address($0.address), addresses: try $0.addresses.map(address))
        }
    }

    func message(_ row: MessageRow) throws -> Message {
        let instructions = try row.instructions.map(instruction)
        let blockhash = try Blockhash(Base64.decode(row.blockhash))
        return row.version == "legacy"
            ? try .legacy(instructions, payer: address(row.payer), blockhash: blockhash)
            : try .version0(instructions, payer: address(row.payer), blockhash: blockhash, tables: tables(row))
    }
}
