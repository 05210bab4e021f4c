// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Solana

/// Fixed keys and accounts, worth nothing.
enum Fixture {
    static func key(_ number: UInt8) throws -> Ed25519.PrivateKey {
        try Ed25519.PrivateKey(seed: SecretBytes([UInt8](repeating: number, count: 32)))
    }

    static func address(_ number: UInt8) throws -> Address { try Address(key(number).publicKey.bytes) }

    static let mint: Address = .wrappedNativeMint

    static let lifetime = Lifetime.recent(.zero, lastValidBlockHeight: 100)

    static func nonce(authority: Address) throws -> NonceAccount {
        NonceAccount(
            address: try address(40), authority: authority, value: try Blockhash([UInt8](repeating: 8, count: 32)))
    }

    static func mint(
        program: Address = .tokenProgram, decimals: UInt8 = 6, extensions: [TokenExtension] = []
    ) -> Mint {
        Mint(address: mint, program: program, decimals: decimals, supply: 1_000_000_000, extensions: extensions)
    }

    static func account(
        of owner: Address, units: UInt64 = 0, program: Address = .tokenProgram, extensions: [TokenExtension] = []
    ) throws -> TokenAccount {
        TokenAccount(
            address: try ProgramAddress.associatedTokenAccount(owner: owner, mint: mint, program: program),
            program: program, mint: mint, owner: owner, units: units, extensions: extensions)
    }

    static func nativeTransfer(
        _ amount: NativeTransfer.Amount, balance: UInt64 = 1_000_000_000, recipientBalance: UInt64 = 5_000_000,
        to recipient: Address? = nil, memo: String? = nil
    ) throws -> NativeTransfer {
        NativeTransfer(
            sender: try address(1), balance: Lamports(balance), recipient: try recipient ?? address(2),
            recipientBalance: Lamports(recipientBalance), amount: amount, memo: memo)
    }

    static func tokenTransfer(
        _ amount: TokenTransfer.Amount, units: UInt64 = 5_000_000, balance: UInt64 = 1_000_000_000,
        mint: Mint = mint(), recipientAccount: TokenTransfer.RecipientAccount = .missing, memo: String? = nil
    ) throws -> TokenTransfer {
        TokenTransfer(
            sender: try address(1), balance: Lamports(balance),
            source: try account(of: address(1), units: units, program: mint.program), mint: mint,
            recipient: try address(2), recipientAccount: recipientAccount, amount: amount, memo: memo)
    }

    static func facts(mint: Mint? = nil, kinds: [Address: AccountFacts.Kind] = [:]) throws -> AccountFacts {
        AccountFacts(
            own: [try address(1)], kinds: kinds, mints: mint.map { [$0.address: $0] } ?? [:])
    }
}

/// The code of the refusal, nil when nothing was refused.
func refusal(_ body: () throws -> some Any) -> SolanaError.Code? {
    do {
        _ = try body()
        return nil
    } catch { return (error as? SolanaError)?.code }
}
