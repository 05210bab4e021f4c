// SPDX-License-Identifier: MIT
import CoinCrashRig
import Coins
import CrashRig
import Glibc
import Wallet

guard let order = CoinOrder(CommandLine.arguments.dropFirst()) else {
    Report.refused("usage", "This program is run by the crash tests alone.")
    exit(2)
}
/// From here on every file is at its limit; a disk is no fuller than that.
func fillDisk() {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 1, rlim_max: 1)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

let fate = Fate(killAt: order.killAt, trace: order.trace)
do {
    var passed = 0
    let hand = try CoinHand(order.folder, at: order.time, seed: order.seed) { step in
        fate.step(step.rawValue)
        passed += 1
        if passed == order.fullAt { fillDisk() }
    }
    Report.shown(try order.carry(out: hand.coins))
    // A person sees it; from here on it cannot be taken back.
    fate.step("shown")
    if order.operation == .hold {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
    }
    withExtendedLifetime(hand) {}
} catch let error as CoinsError {
    Report.refused(error.code.rawValue, error.message)
    exit(1)
} catch let error as WalletError {
    Report.refused(error.code.rawValue, error.message)
    exit(1)
} catch {
    Report.refused("other", "\(error)")
    exit(1)
}
