// SPDX-License-Identifier: MIT
internal import Crypto

/// Program-derived addresses: hashes of seeds off the curve, so that no private key exists and only the program signs.
///
/// Source: `Pubkey::find_program_address` of the SDK.
package enum ProgramAddress {
    /// The bump is one of the sixteen seeds that the chain allows.
    package static let maximumSeedCount = 15
    package static let maximumSeedLength = 32
    private static let mark = [UInt8]("ProgramDerivedAddress".utf8)

    /// The first address off the curve, counting the bump down from 255.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for more or longer seeds than the chain allows.
    package static func find(seeds: [[UInt8]], program: Address) throws -> (address: Address, bump: UInt8) {
        guard seeds.count <= maximumSeedCount, seeds.allSatisfy({ $0.count <= maximumSeedLength }) else {
            throw SolanaError(.malformed, "A program address has at most 15 seeds of 32 bytes.")
        }
        var input: [UInt8] = []
        input.reserveCapacity(seeds.reduce(54) { $0 + $1.count })
        for seed in seeds { input.append(contentsOf: seed) }
        return try find(joined: &input, program: program)
    }

    /// A wallet's associated token account for a mint.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for a token program that is neither of the two.
    package static func associatedTokenAccount(
        owner: Address, mint: Address, program: Address = .tokenProgram
    ) throws -> Address {
        guard program == .tokenProgram || program == .token2022Program else {
            throw SolanaError(.malformed, "\(program) is not a token program.")
        }
        var input: [UInt8] = []
        input.reserveCapacity(150)
        owner.key.append(to: &input)
        program.key.append(to: &input)
        mint.key.append(to: &input)
        return try find(joined: &input, program: .associatedTokenProgram).address
    }

    private static func find(joined input: inout [UInt8], program: Address) throws -> (address: Address, bump: UInt8) {
        let bumpIndex = input.count
        input.append(0)
        program.key.append(to: &input)
        input.append(contentsOf: mark)
        for bump in (UInt8.min...UInt8.max).reversed() {
            input[bumpIndex] = bump
            let candidate = SHA256.hash(input).bytes
            if !Ed25519.isOnCurve(candidate) { return (try Address(candidate), bump) }
        }
        throw SolanaError(.malformed, "No bump takes these seeds off the curve.")
    }
}
