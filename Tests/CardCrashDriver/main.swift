// SPDX-License-Identifier: MIT
import CardCrashRig
import CrashRig
import Glibc
import CardStore
import Wallet

// The words: folder, deed, the step to die at, the step at which the disk is full, the file of the steps.
let words = CommandLine.arguments.dropFirst()
guard words.count == 5, let deed = CardDeed(rawValue: words[2]), let killAt = Int(words[3]), let fullAt = Int(words[4])
else {
    Report.refused("usage", "This program is run by the crash tests alone.")
    exit(2)
}

/// From here on every file is at its limit; a disk is no fuller than that.
func fillDisk() {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 1, rlim_max: 1)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

let fate = Fate(killAt: killAt, trace: words[5])
do {
    var passed = 0
    let hand = try CardHand(words[1], days: deed.days) { step in
        fate.step(step.rawValue)
        passed += 1
        if passed == fullAt { fillDisk() }
    }
    fate.step("opened")
    // Before the first step of the deed itself: nothing at all can be written.
    if fullAt < 0 { fillDisk() }
    try deed.carry(out: hand.cards)
    Report.shown("done")
    withExtendedLifetime(hand) {}
} catch let error as CardStoreError {
    Report.refused(error.code.rawValue, error.message)
    exit(1)
} catch let error as WalletError {
    Report.refused(error.code.rawValue, error.message)
    exit(1)
} catch {
    Report.refused("other", "\(error)")
    exit(1)
}
