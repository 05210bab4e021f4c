// SPDX-License-Identifier: MIT
import Chains
import CoinCrashRig
import Coins
import CrashRig
import Glibc
import PeerSupport
import TestSupport
import Testing
import Wallet

/// Chains that break off, disks that are full, wallets that were rolled back: a sentence, and nothing paid twice.
@Suite(.needsPeers) struct CoinFaultTests {
    enum Kind: CaseIterable, Sendable {
        case bitcoin, ethereum, solana

        func side() throws -> any ChainSide {
            switch self {
            case .bitcoin: try BitcoinSide()
            case .ethereum: try EthereumSide()
            case .solana: try SolanaSide()
            }
        }
    }

    private func noting(_ round: CoinRound, _ what: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw UnexpectedResult("\(what): \(error)\n\(round.stepLog.joined(separator: "\n"))")
        }
    }

    private func send(_ coins: CoinWallet, _ round: CoinRound) throws -> SendStatus {
        try coins.send(
            try coins.plan(
                SendDraft(
                    account: 1, recipients: [.init(to: round.shop, .exactly(round.side.amount))],
                    fee: .custom(round.side.fees[0]))
            ).approvedWhole())
    }

    // MARK: - A chain that breaks off

    @Test(arguments: Kind.allCases) func noAnswerThatBreaksOffLosesOrDoublesAPayment(kind: Kind) throws {
        let side = try kind.side()
        let proxy = try CuttingProxy(to: side.url)
        var number = 0
        var wasAsked = true
        while wasAsked {
            number += 1
            for cut in CuttingProxy.Cut.allCases {
                let round = try CoinRound(side, url: proxy.url)
                try round.insist(.refresh)
                proxy.spoil(number, cut)
                try noting(round, "answer \(number), \(cut)") {
                    let outcome = try round.run(.send)
                    wasAsked = proxy.count >= number
                    switch outcome {
                    case .shown: break
                    case .refused(let code, let message):
                        try require(
                            ["unreachable", "lyingServer"].contains(code) && wasAsked, "\(code): \(message)")
                    default: throw UnexpectedResult(outcome.brief)
                    }
                    proxy.spoil(0, cut)
                    try round.insist(.refresh)
                    if try round.sends().isEmpty { try round.insist(.send) }
                    try round.settle(payments: 1)
                }
            }
        }
        #expect(number > 2)
    }

    @Test(arguments: Kind.allCases) func aRefreshThatBreaksOffKeepsWhatWasKnown(kind: Kind) throws {
        let side = try kind.side()
        let proxy = try CuttingProxy(to: side.url)
        let round = try CoinRound(side, url: proxy.url)
        try round.insist(.refresh)
        try round.insist(.send)
        try side.mine()
        // The first one finds the payment in its block, and asks more than those after it.
        try round.insist(.refresh)
        proxy.spoil(0, .half)
        try round.insist(.refresh)
        let count = proxy.count
        let known = try round.look { try $0.balances(of: 1, refreshing: false).balances.first?.confirmed.value }
        for number in stride(from: 1, through: count, by: max(1, count / 8)) {
            proxy.spoil(number, .half)
            let balances = try round.look { try $0.balances(of: 1) }
            let reason = balances.staleBecause?.code
            // Ethereum's balance takes two answers; those after them are the history's, which says itself what it lacks.
            let isOfHistory = kind == .ethereum && number > 2
            #expect(reason == .unreachable || reason == .lyingServer || reason == nil && isOfHistory, "\(number)")
            #expect(balances.balances.first?.confirmed.value == known)
        }
        proxy.spoil(0, .half)
        try round.settle(payments: 1)
    }

    // MARK: - A full disk

    @Test(arguments: Kind.allCases) func aPaymentOnAFullDiskHappensOnceOrNotAtAll(kind: Kind) throws {
        let side = try kind.side()
        for step in 1...5 {
            let round = try CoinRound(side)
            try round.insist(.refresh)
            let outcome = try round.run(.send) { $0.fullAt = step }
            let kept = try round.sends().count
            try noting(round, "full at step \(step)") {
                switch outcome {
                case .shown: try require(kept == 1 && step == 5, "What was shown is not kept.")
                case .refused(let code, let message):
                    try require(["storage", "storageFull"].contains(code), "\(code): \(message)")
                    try require(kept == (step == 1 ? 0 : 1), "\(kept) payments are kept.")
                    try require(
                        kept == 0 || message.contains("Payment 1 is signed and kept"), "Nobody hears of it: \(message)")
                default: throw UnexpectedResult(outcome.brief)
                }
                try round.insist(.refresh)
                if kept == 0 { try round.insist(.send) }
                try round.settle(payments: 1)
            }
        }
    }

    @Test(arguments: Kind.allCases) func aFullFileSystemBroadcastsNothingThatIsNotKept(kind: Kind) throws {
        let side = try kind.side()
        let round = try CoinRound(side)
        try round.insist(.refresh)
        let home = "\(round.folder.path)/\(CoinHand.person)"
        try Folder.copy(home, to: round.folder.file("aside"))
        guard Glibc.mount("none", home, "tmpfs", 0, "size=2m,mode=0700") == 0 else {
            print("SKIPPED: a full file system needs the right to mount one (errno \(errno)).")
            return
        }
        defer { umount2(home, Int32(MNT_DETACH)) }
        for name in Folder.names(in: round.folder.file("aside")) {
            try Folder.copy(round.folder.file("aside/\(name)"), to: "\(home)/\(name)")
        }
        fill("\(home)/filler")
        guard case .refused(let code, let message) = try round.run(.send) else {
            throw UnexpectedResult("A payment was made on a full disk.")
        }
        #expect(code == "storageFull", "\(message)")
        unlink("\(home)/filler")
        let wasKept = try round.sends().count == 1
        #expect(try wasKept || side.made(by: round.address).isEmpty)
        try round.insist(.refresh)
        if !wasKept { try round.insist(.send) }
        try round.settle(payments: 1)
    }

    private func fill(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        for size in [4_096, 1] {
            let bytes = [UInt8](repeating: 0x2a, count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
    }

    // MARK: - Yesterday's files

    /// Brings the files of before back after a payment was sent.
    private func rolledBack(_ side: any ChainSide) throws -> CoinRound {
        let round = try CoinRound(side)
        try round.insist(.refresh)
        let wallet = Scene(round.folder.path).wallet(CoinHand.person)
        try Folder.copy(wallet, to: round.folder.file("yesterday"))
        try round.insist(.send)
        Folder.remove(wallet)
        try Folder.copy(round.folder.file("yesterday"), to: wallet)
        return round
    }

    /// On Solana too, while its blockhash is the latest: the same bytes are the same payment.
    @Test(arguments: Kind.allCases) func aRolledBackWalletThatPaysTheSameAgainPaysOnce(kind: Kind) throws {
        let round = try rolledBack(try kind.side())
        let outcome = try round.run(.send)
        switch outcome {
        case .shown, .refused("refused", _): break
        default: throw UnexpectedResult(outcome.brief)
        }
        try noting(round, "rolled back") { try round.settle(payments: 1) }
    }

    @Test(arguments: [Kind.bitcoin, .ethereum]) func aRolledBackWalletCannotSpendTheSameMoneyTwice(kind: Kind) throws {
        let side = try kind.side()
        let round = try rolledBack(side)
        let more = side.network.chain == .bitcoin ? "0.005" : "0.5"
        guard case .refused(let code, let message) = try round.run(.send, { $0.amount = more }) else {
            throw UnexpectedResult("The chain took both payments.")
        }
        #expect(code == "refused" && message.contains("Payment 1") || message.contains("payment 1"), "\(message)")
        try side.mine()
        try round.insist(.refresh)
        #expect(try side.held(by: round.shop) == side.payment)
        let status = try #require(try round.sends().first)
        #expect(status.state == .replaced && status.sentence.contains("Another transaction took its place"))
        let left = try side.fund - side.payment - side.made(by: round.address).values.reduce(0, +)
        let own = try round.look { try $0.balances(of: 1, refreshing: false).balances.first?.spendable.value.uint64 }
        #expect(own == left)
    }

    @Test(arguments: Kind.allCases) func aRestoredBackupFindsWhatWasSentMeanwhile(kind: Kind) throws {
        let side = try kind.side()
        let round = try CoinRound(side)
        let scene = Scene(round.folder.path)
        try round.insist(.refresh)
        try backUpAndSend(round, to: scene.backup(CoinHand.person))
        try side.mine()
        let home = "\(round.folder.path)/other"
        mkdir(home, 0o700)
        mkdir("\(home)/\(CoinHand.person)", 0o700)
        _ = try Wallet.restore(
            from: scene.backup(CoinHand.person), backupPassphrase: Scene.passphrase,
            into: Scene(home).environment(of: CoinHand.person, at: round.time, seed: 77, hub: Line.dead),
            .passphrase(Scene.passphrase))
        try useRestored(round, home, side)
    }

    private func backUpAndSend(_ round: CoinRound, to path: String) throws {
        let hand = try CoinHand(round.folder.path)
        try hand.wallet.backup(to: path, passphrase: Scene.passphrase)
        _ = try send(hand.coins, round)
    }

    private func useRestored(_ round: CoinRound, _ home: String, _ side: any ChainSide) throws {
        let hand = try CoinHand(home, at: round.time, seed: 78)
        try hand.coins.refresh(1)
        let made = try side.made(by: round.address)
        #expect(made.count == 1)
        let left = side.fund - side.payment - made.values.reduce(0, +)
        let balance = try #require(try hand.coins.balances(of: 1, refreshing: false).balances.first)
        #expect(balance.confirmed.value.uint64 == left && balance.spendable.value.uint64 == left)
        #expect(try hand.coins.revealPhrase().text == round.phrase)
        #expect(try hand.coins.receiveAddress(of: 2).address == round.shop)
        #expect(try hand.coins.history(of: 1).contains { made[$0.id] != nil })
        if let solana = side as? SolanaSide {
            // With the same blockhash it would be the same transaction, which pays once.
            let error = #expect(throws: CoinsError.self) { try send(hand.coins, round) }
            #expect(error?.code == .tooLate)
            try solana.expire()
        }
        let status = try send(hand.coins, round)
        try side.mine()
        try hand.coins.refresh(1)
        let paid = try hand.coins.send(status.id).state
        #expect(paid == .confirmed || paid == .final)
        #expect(try side.held(by: round.shop) == 2 * side.payment)
    }
}
