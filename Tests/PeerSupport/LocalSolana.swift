// SPDX-License-Identifier: MIT
package import Bytes
import TestSupport

/// A Solana chain of one test. Gone with this value.
package final class LocalSolana {
    /// The token programs.
    package enum TokenProgram: String, CaseIterable, Sendable {
        case token = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
        case token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
    }

    /// What the chain says it is.
    package static let genesisHash = "9E7LsmGHmkCGHs5gPSRJrZQjHMMExWFZC73cSvKoFmmB"

    private let folder: ScratchFolder
    private let node: PeerProcess
    private let calls: PeerCalls

    package init() throws {
        folder = try ScratchFolder()
        node = try PeerProcess("solana_node.py", [folder.path])
        calls = PeerCalls(url: "http://127.0.0.1:\(node.port)/", authorization: nil)
    }

    package var url: String { "http://127.0.0.1:\(node.port)/" }

    package func fund(_ address: String, lamports: UInt64) throws {
        _ = try call("requestAirdrop", .string(address), .number(lamports))
    }

    /// Makes the recent blockhash too old, as a minute and a half would.
    package func expireBlockhash() throws { _ = try call("test_expireBlockhash") }

    /// Lets the node accept the next transactions and lose them.
    package func lose(_ count: Int) throws { _ = try call("test_lose", .number(count)) }

    /// Makes a token; the address of its mint.
    package func createMint(decimals: Int = 6, program: TokenProgram = .token) throws -> String {
        try call("test_createMint", .number(decimals), .string(program.rawValue)).string ?? ""
    }

    /// Makes a durable nonce that an address advances; the address of its account.
    package func createNonce(authority: String) throws -> String {
        try call("test_createNonce", .string(authority)).string ?? ""
    }

    /// Mints to the associated account of an owner; that account's address.
    @discardableResult
    package func giveTokens(_ mint: String, to owner: String, amount: UInt64) throws -> String {
        try call("test_giveTokens", .string(mint), .string(owner), .number(amount)).string ?? ""
    }

    /// Any method of the node.
    package func call(_ method: String, _ params: JSONValue...) throws -> JSONValue { try calls.call(method, params) }
}
