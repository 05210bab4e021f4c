// SPDX-License-Identifier: MIT
import Bytes
import Solana
import Testing

/// Account data that the programs themselves wrote.
struct AccountTests {
    let vectors: SoldersVectors

    init() throws {
        vectors = try SoldersVectors.read()
    }

    private func rows(_ kind: String) -> [SoldersVectors.AccountRow] { vectors.accounts.filter { $0.kind == kind } }

    private func mint(_ row: SoldersVectors.AccountRow) throws -> Mint {
        try Mint(
            address: Address(parsing: row.address), owner: Address(parsing: row.owner), data: Base64.decode(row.data))
    }

    private func account(_ row: SoldersVectors.AccountRow) throws -> TokenAccount {
        try TokenAccount(
            address: Address(parsing: row.address), owner: Address(parsing: row.owner), data: Base64.decode(row.data))
    }

    @Test func mintsOfBothProgramsAreRead() throws {
        #expect(rows("mint").count == 9)
        for row in rows("mint") {
            let mint = try mint(row)
            #expect("\(mint.decimals)" == row.more["decimals"])
            #expect(mint.freezeAuthority != nil && mint.mintAuthority != nil)
            if let supply = row.more["supply"] { #expect("\(mint.supply)" == supply) }
        }
    }

    @Test func theExtensionsThatAPayerMustKnowAreRead() throws {
        func mintNamed(_ name: String) throws -> Mint {
            try mint(#require(rows("mint").first { $0.more["extension"] == name }))
        }
        let fee = try #require(try mintNamed("fee").transferFee)
        #expect(fee.newer.basisPoints == 150 && fee.newer.maximum == 5000)
        #expect(fee.most(on: 1) == 1 && fee.most(on: 1000) == 15 && fee.most(on: .max) == 5000)
        #expect(try mintNamed("hook").transferHook?.text == vectors.pool[22])
        #expect(try !mintNamed("nonTransferable").isTransferable)
        #expect(try mintNamed("delegate").permanentDelegate?.text == vectors.pool[21])
        #expect(try mintNamed("frozen").extensions == [.defaultFrozen])
        #expect(try mintNamed("interest").extensions == [.scaledDisplay])
    }

    @Test func tokenAccountsAreReadAndStandWhereTheyAreDerived() throws {
        #expect(rows("account").count == 7)
        for row in rows("account") {
            let account = try account(row)
            #expect(account.mint.text == row.more["mint"])
            #expect(account.owner.text == row.more["holder"])
            #expect("\(account.units)" == row.more["units"])
            let derived = try ProgramAddress.associatedTokenAccount(
                owner: account.owner, mint: account.mint, program: account.program)
            #expect(derived == account.address)
        }
    }

    @Test func theDepositOfATokenAccountIsKnownBeforehand() throws {
        for row in rows("account") {
            let mint = try mint(#require(rows("mint").first { $0.address == row.more["mint"] }))
            #expect(try mint.associatedAccountCount == Base64.decode(row.data).count, "\(row.more)")
            #expect(try "\(Rent.standard.minimum(for: mint.associatedAccountCount).units)" == row.lamports)
        }
    }

    @Test func aMintIsNotTakenForAnAccountNorTheReverse() throws {
        for row in rows("mint") { #expect(throws: SolanaError.self) { try account(row) } }
        for row in rows("account") { #expect(throws: SolanaError.self) { try mint(row) } }
        for row in rows("mint") + rows("account") {
            let kind = AccountFacts.Kind(
                owner: try Address(parsing: row.owner), isExecutable: false, data: try Base64.decode(row.data))
            #expect(kind == (row.kind == "mint" ? .mint : .tokenAccount))
        }
    }

    @Test func dataOfAnotherProgramOrCutShortIsRefused() throws {
        for row in rows("mint") + rows("account") {
            let data = try Base64.decode(row.data)
            let address = try Address(parsing: row.address)
            let owner = try Address(parsing: row.owner)
            #expect(throws: SolanaError.self) { try Mint(address: address, owner: .systemProgram, data: data) }
            #expect(throws: SolanaError.self) { try TokenAccount(address: address, owner: .memoProgram, data: data) }
            for count in stride(from: 0, to: min(data.count, 166), by: 5) where count != 82 && count != 165 {
                let cut = Array(data.prefix(count))
                #expect(throws: SolanaError.self) { try Mint(address: address, owner: owner, data: cut) }
                #expect(throws: SolanaError.self) { try TokenAccount(address: address, owner: owner, data: cut) }
            }
        }
    }

    @Test func aNonceIsRead() throws {
        let row = try #require(rows("nonce").first)
        let data = try Base64.decode(row.data)
        let address = try Address(parsing: row.address)
        let nonce = try NonceAccount(address: address, owner: .systemProgram, data: data)
        #expect(nonce.authority.text == row.more["authority"])
        #expect(nonce.value.bytes == Array(data[40..<72]))
        #expect(throws: SolanaError.self) {
            try NonceAccount(address: address, owner: .systemProgram, data: [UInt8](repeating: 0, count: 80))
        }
        #expect(throws: SolanaError.self) { try NonceAccount(address: address, owner: .tokenProgram, data: data) }
    }

    @Test func aLookupTableIsRead() throws {
        let row = try #require(rows("table").first)
        let data = try Base64.decode(row.data)
        let table = try LookupTable(
            address: Address(parsing: row.address), owner: Address(parsing: row.owner), data: data)
        #expect(table.addresses.map(\.text).joined(separator: ",") == row.more["entries"])
        #expect(table.deactivationSlot == nil)
        #expect(throws: SolanaError.self) {
            try LookupTable(address: table.address, owner: .lookupTableProgram, data: Array(data.dropLast()))
        }
        #expect(throws: SolanaError.self) {
            try LookupTable(address: table.address, owner: .systemProgram, data: data)
        }
    }

    @Test func rentIsWhatTheNetworksAsk() throws {
        #expect(try Rent.standard.minimum(for: 0).units == 890_880)
        #expect(try Rent.standard.minimum(for: 165).units == 2_039_280)
        #expect(try Rent.standard.minimum(for: 80).units == 1_447_680)
        #expect(throws: SolanaError.self) { try Rent(lamportsPerByte: .max).minimum(for: 1) }
    }
}
