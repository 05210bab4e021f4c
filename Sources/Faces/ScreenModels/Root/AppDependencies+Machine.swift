// SPDX-License-Identifier: MIT
internal import Cards
internal import Coins
internal import Glibc
internal import HTTP
internal import Keys
internal import Tokens
package import Wallet

extension Language {
    /// The language of a process's messages.
    ///
    /// - Parameter variable: the process's environment variables. POSIX: the first of these that is set counts.
    package init(variable: (String) -> String?) {
        self.init(locale: ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "")
    }
}

extension AppDependencies {
    /// The real system: its folders, clock, randomness, network, language and time zone.
    ///
    /// - Parameter variable: the process's environment variables.
    package init(home: WalletHome, variable: (String) -> String?) {
        let meter = ConnectionMeter()
        self.init(
            folder: home.folder, environment: { home.environment(meter: meter) }, clock: WalletHome.clock,
            cardClock: { Self.moment },
            coins: {
                CoinWallet.Environment(
                    clock: { UInt64(max(0, time(nil))) })
            }, unlockCache: UnlockCache(wallet: home.folder),
            pin: PINSlot(wallet: home.folder),
            deviceFindings: { home.device.findings() }, deviceNotes: { home.device.notes() },
            networkChanges: {
                // Safe: without network notifications, the sync uses its timer.
                (try? NetworkWatch())?.changes() ?? AsyncStream { $0.finish() }
            },
            preferencesFile: home.settings.map { $0 + "/app.json" },
            systemLanguage: Language(variable: variable),
            secondsFromUTC: { time in
                var seconds = time_t(time.seconds)
                var local = tm()
                localtime_r(&seconds, &local)
                return local.tm_gmtoff
            }, deviceName: WalletHome.deviceName, camera: variable("SATCHEL_CAMERA"))
    }

    private static var moment: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // Safe: a system clock is between the years 1 and 9999.
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)!
    }
}
