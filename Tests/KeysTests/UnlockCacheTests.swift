// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Keys
import Testing

struct UnlockCacheTests {
    private let cache = UnlockCache(wallet: "test-\(getpid())-\(UInt64.random(in: 0 ... .max))")
    private let key: VaultKey

    init() throws { key = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: .system, cost: .minimum).1 }

    /// Some containers have no keyrings; then there is nothing to test but that nothing fails.
    private func stored(seconds: UInt32 = 60) -> Bool {
        guard cache.store(key, seconds: seconds) else {
            print("SKIPPED: this kernel offers no keyring.")
            #expect(cache.fetch() == nil)
            return false
        }
        return true
    }

    @Test func nothingIsFetchedThatWasNotStored() { #expect(cache.fetch() == nil) }

    @Test func aStoredKeyIsFetchedUntilItIsCleared() {
        guard stored() else { return }
        #expect(cache.fetch() == key)
        #expect(UnlockCache(wallet: "another").fetch() == nil)
        cache.clear()
        #expect(cache.fetch() == nil)
    }

    @Test func aLaterProcessOfTheSameUserFetchesTheKeyAndAnotherUserDoesNot() async {
        let wallet = "test-shared-\(getpid())"
        let shared = UnlockCache(wallet: wallet)
        defer { shared.clear() }
        guard shared.store(key, seconds: 60) else { return print("SKIPPED: this kernel offers no keyring.") }
        await #expect(processExitsWith: .success) { [wallet = wallet as String] in
            setsid()
            #expect(UnlockCache(wallet: wallet).fetch() != nil)
            guard getuid() == 0, setuid(65_534) == 0 else { return }
            #expect(UnlockCache(wallet: wallet).fetch() == nil)
        }
    }

    @Test func aKeyIsForgottenWhenItsTimeIsOver() {
        guard stored(seconds: 1) else { return }
        usleep(1_300_000)
        #expect(cache.fetch() == nil)
        #expect(stored())
        cache.clear()
    }
}
