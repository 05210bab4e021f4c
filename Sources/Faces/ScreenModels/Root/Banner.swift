// SPDX-License-Identifier: MIT
internal import Money
internal import Tokens
internal import Wallet

/// A state of the wallet to show above everything else on the screen.
package struct Banner: Hashable, Sendable {
    package enum Weight: Int, Comparable, Sendable {
        case information, warning, alarm

        package static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    package let word: StringKey
    package let values: [String: String]
    package let weight: Weight
    package let remedy: UserMessage.Remedy
    /// The reasons one by one, for details.
    package let reasons: [Reason]
    /// Whether the user can remove it from the screen.
    package var isDismissible: Bool { weight < .alarm && word != .bannerDemo }
    /// The features that are not available in this state.
    package let restrictions: [StringKey]

    /// A sentence with the values of its placeholders.
    package struct Reason: Hashable, Sendable {
        package let word: StringKey
        package let values: [String: String]
    }

    init(
        _ word: StringKey, _ values: [String: String], _ weight: Weight, _ remedy: UserMessage.Remedy = .none,
        reasons: [Reason] = [], restrictions: [StringKey] = []
    ) {
        self.word = word
        self.values = values
        self.weight = weight
        self.remedy = remedy
        self.reasons = reasons
        self.restrictions = restrictions
    }
}

extension WalletSession {
    /// Whether people and money are invented.
    package var isDemo: Bool { dependencies.demo != nil }

    /// The current banners, the most serious first.
    package var banners: [Banner] {
        var banners: [Banner] = []
        if case .failed(let refusal) = balances {
            banners.append(Banner(refusal.word, refusal.values, .alarm, refusal.remedy))
        }
        if let banner = deviceBanner { banners.append(banner) }
        if let frozen = balances.value?.frozen { banners.append(Banner(frozen.word, .alarm, .sync)) }
        switch account {
        case .noHub: banners.append(Banner(.bannerNoHub, .information, .join))
        case .loggedOut: banners.append(Banner(.bannerLoggedOut, .warning, .logIn))
        case .unknown, .loggedIn: break
        }
        if line == .unreachable { banners.append(Banner(.bannerOffline, .information, .retry)) }
        // For a logged-out user, the banners above already explain the refusal of a sync.
        if let refusal = syncRefusal, line != .unreachable, case .loggedIn = account {
            banners.append(Banner(refusal.word, refusal.values, .warning, refusal.remedy))
        }
        if let balances = balances.value, balances.requestsReady == 0, case .loggedIn = account {
            banners.append(Banner(.bannerNoRequests, .warning, .sync))
        }
        if isBackupDue { banners.append(Banner(.bannerBackup, .information, .backUp)) }
        let shown = banners.filter { !isDismissed($0) }.sorted { $0.weight > $1.weight }
        // Above all else, and never dismissed.
        return (isDemo ? [Banner(.bannerDemo, .information)] : []) + shown
    }
}

extension WalletSession {
    /// How old the last backup may be before the app reminds of one.
    private static let backupSeconds: UInt64 = 30 * 86_400

    /// Whether the wallet has offline money and no backup of the last month.
    private var isBackupDue: Bool {
        guard let offline = balances.value?.offline, !offline.isZero else { return false }
        guard let last = preferences.lastBackup ?? preferences.firstOpened else { return false }
        let (age, isBack) = dependencies.clock.now().seconds.subtractingReportingOverflow(last)
        return !isBack && age > Self.backupSeconds
    }
}

extension Banner {
    fileprivate init(_ word: StringKey, _ weight: Weight, _ remedy: UserMessage.Remedy = .none) {
        self.init(word, [:], weight, remedy)
    }
}

extension FreezeReason {
    fileprivate var word: StringKey {
        switch self {
        case .rolledBack: .historyRolledBack
        case .restored: .historyRestored
        case .otherChip: .historyOtherChip
        }
    }
}
