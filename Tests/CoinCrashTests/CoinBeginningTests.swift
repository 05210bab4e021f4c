// SPDX-License-Identifier: MIT
import Chains
import CoinCrashRig
import Coins
import CrashRig
import Glibc
import TestSupport
import Testing
import Wallet

/// Processes killed while they make a phrase, an account or an address: nothing of it is ever half.
struct CoinBeginningTests {
    private func run(
        _ operation: CoinOperation, _ network: Network, in folder: ScratchFolder, killAt: Int, seed: UInt64
    )
        throws -> (outcome: Outcome, steps: [String])
    {
        let trace = folder.file("trace")
        unlink(trace)
        var order = CoinOrder(operation, in: folder.path)
        order.network = network.name
        order.seed = seed
        order.killAt = killAt
        order.trace = trace
        let outcome = try Child("CoinCrashDriver", order.words).finish()
        return (outcome, File.lines(trace))
    }

    private func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder(in: .memory)
        mkdir(folder.file(CoinHand.person), 0o700)
        return folder
    }

    /// The first address that a phrase has, in a wallet that never died.
    private func address(of phrase: String, on network: Network) throws -> String {
        let folder = try folder()
        let hand = try CoinHand(folder.path)
        try hand.coins.restorePhrase(phrase)
        return try hand.coins.receiveAddress(of: try hand.coins.addAccount(on: network).id).address
    }

    @Test(arguments: [Network.bitcoin, .ethereum, .solana])
    func aBeginningKilledAnywhereEndsWithOnePhraseAndOneAccount(network: Network) throws {
        var step = 0
        while true {
            step += 1
            let folder = try folder()
            let (first, steps) = try run(.begin, network, in: folder, killAt: step, seed: 1)
            let kept = try Self.look(folder) { try $0.hasPhrase ? $0.revealPhrase().text : nil }
            #expect((kept != nil) == steps.contains("phraseKept"), "\(steps)")
            let (second, _) = try run(.begin, network, in: folder, killAt: 0, seed: 2)
            guard case .shown(let shown) = second else { throw UnexpectedResult("It did not go on: \(second.brief)") }
            let phrase = try Self.look(folder) { try $0.revealPhrase().text }
            #expect(kept == nil || kept == phrase)
            #expect(try Self.look(folder) { try $0.accounts().count } == 1)
            #expect(try address(of: phrase, on: network) == shown)
            guard case .killed(let seen) = first else { break }
            #expect(seen == nil || seen == shown)
        }
        #expect(step > (network.chain == .bitcoin ? 7 : 5))
    }

    @Test func anAddressThatSomebodySawIsNeverGivenAgain() throws {
        for step in 1...3 {
            let folder = try folder()
            let (begun, _) = try run(.begin, .bitcoin, in: folder, killAt: 0, seed: 1)
            guard case .shown(let first) = begun else { throw UnexpectedResult(begun.brief) }
            let (outcome, steps) = try run(.address, .bitcoin, in: folder, killAt: step, seed: 2)
            guard case .killed(let seen) = outcome else {
                throw UnexpectedResult("Not killed at \(step): \(outcome.brief)")
            }
            #expect(steps.last == ["addressGiving", "addressGiven", "shown"][step - 1])
            let (again, _) = try run(.address, .bitcoin, in: folder, killAt: 0, seed: 3)
            guard case .shown(let second) = again else { throw UnexpectedResult(again.brief) }
            #expect(second != first && second != seen)
        }
    }

    @Test func aSecondProcessIsRefusedUntilTheFirstIsGone() throws {
        let folder = try folder()
        _ = try run(.begin, .solana, in: folder, killAt: 0, seed: 1)
        let holder = try Child("CoinCrashDriver", CoinOrder(.hold, in: folder.path).words)
        #expect(holder.firstLine() == "open")
        guard case .refused(let code, let message) = try run(.address, .solana, in: folder, killAt: 0, seed: 2).outcome
        else { throw UnexpectedResult("Two processes had the wallet at once.") }
        #expect(code == "inUse", "\(message)")
        #expect(holder.end() == .killed(shown: "open"))
        guard case .shown = try run(.address, .solana, in: folder, killAt: 0, seed: 3).outcome else {
            throw UnexpectedResult("The lock outlived its process.")
        }
    }

    private static func look<R>(_ folder: ScratchFolder, _ body: (CoinWallet) throws -> R) throws -> R {
        let hand = try CoinHand(folder.path)
        defer { withExtendedLifetime(hand) {} }
        return try body(hand.coins)
    }
}
