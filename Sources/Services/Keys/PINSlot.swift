// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// A vault key sealed under a PIN. A PIN is too short to protect a file, so the sealed key is only in this machine's
/// memory and never on disk.
///
///     none ──set──▶ ready ──right──▶ ready, wrong tries reset
///      ▲              └────wrong──▶ ready, one try less, after some of them a wait ──the last wrong one──▶ none
///      └─────────── removed, or the machine was restarted
///
/// Stored: ["satchel-pin", 1, wrong tries, earliest next try in seconds since the machine's start, key sealed under the
/// PIN]. A try is counted before the PIN is checked, so killing the program in between gains nothing. A copy of a disk
/// cannot restore the count, and the wait uses a clock that cannot be set.
package struct PINSlot: Sendable {
    package enum State: Hashable, Sendable {
        /// No PIN is set, or its tries are used up.
        case none
        /// - Parameters:
        ///   - triesLeft: at least 1.
        ///   - wait: seconds until the next try is allowed.
        case ready(triesLeft: Int, wait: Int)
    }

    /// After this many wrong PINs in a row, only the passphrase opens the wallet.
    package static let maximumTries = 6
    /// The least number of digits of a PIN.
    package static let leastDigits = 6
    /// Seconds to wait, by the number of wrong tries.
    private static let waits: [UInt64: UInt64] = [3: 30, 4: 60, 5: 300]
    private static let magic = "satchel-pin"
    private static let version: UInt64 = 1

    private let secret: VolatileSecret
    private let cost: Argon2id.Cost

    private struct Record {
        var wrong: UInt64
        var notBefore: UInt64
        let sealed: SealedVaultKey
    }

    package init(_ secret: VolatileSecret, cost: Argon2id.Cost = .shortSecret) {
        self.secret = secret
        self.cost = cost
    }

    package var state: State {
        guard let record = record() else { return .none }
        let now = secret.secondsSinceStart()
        return .ready(
            triesLeft: Self.maximumTries - Int(record.wrong),
            wait: record.notBefore > now ? Int(record.notBefore - now) : 0)
    }

    /// Sets the PIN, which opens the key until ``remove()``, too many wrong tries, or the machine's restart.
    ///
    /// - Throws: ``KeysError`` with `.malformed` for a PIN that is too short, `.unsupported` if this system cannot
    ///   store it.
    package func set(_ pin: SecretBytes, for key: VaultKey, random: RandomSource) throws {
        guard pin.count >= Self.leastDigits else {
            throw KeysError(.malformed, "A PIN has at least \(Self.leastDigits) digits.")
        }
        let sealed = try SealedVaultKey(sealing: key, passphrase: pin, random: random, cost: cost)
        guard keep(Record(wrong: 0, notBefore: 0, sealed: sealed)) else { throw Self.unsupported }
    }

    /// Opens the key. A right PIN resets the count of wrong ones.
    ///
    /// - Throws: ``KeysError`` with `.wrongPassphrase` for a wrong PIN, `.locked` while the caller must wait,
    ///   `.notFound` when there is no PIN, as after the last wrong try.
    package func open(_ pin: SecretBytes) throws -> VaultKey {
        guard var record = record() else { throw Self.gone }
        let now = secret.secondsSinceStart()
        guard record.notBefore <= now else {
            throw KeysError(.locked, "Wait \(record.notBefore - now) seconds before the next PIN.")
        }
        let before = record
        record.wrong += 1
        record.notBefore = Self.waits[record.wrong].map { now + $0 } ?? 0
        // Counted first, so that killing the program during the check uses up a try.
        guard keep(record) else { throw Self.unsupported }
        do {
            let key = try record.sealed.open(passphrase: pin)
            _ = keep(Record(wrong: 0, notBefore: 0, sealed: record.sealed))
            return key
        } catch let error as KeysError where error.code == .wrongPassphrase {
            guard record.wrong < Self.maximumTries else {
                secret.remove()
                throw Self.gone
            }
            throw KeysError(.wrongPassphrase, "The PIN is wrong.")
        } catch {
            // Not a wrong PIN, for example no memory for Argon2id, so the try does not count.
            _ = keep(before)
            throw error
        }
    }

    /// Removes the PIN. Afterwards only the passphrase opens the wallet.
    package func remove() { secret.remove() }

    private func record() -> Record? {
        guard let bytes = secret.read() else { return nil }
        do {
            var reader = try CBORReader(bytes, maximumCount: 2 * SealedVaultKey.maximumCount)
            guard try reader.array(maximum: 5) == 5, try reader.text(maximum: 32) == Self.magic,
                try reader.uint() == Self.version
            else { return nil }
            let wrong = try reader.uint(maximum: UInt64(Self.maximumTries - 1))
            let notBefore = try reader.uint()
            let sealed = try SealedVaultKey(decoding: reader.bytes(maximum: SealedVaultKey.maximumCount))
            try reader.finish()
            return Record(wrong: wrong, notBefore: notBefore, sealed: sealed)
        } catch {
            // An unreadable record counts as none. The passphrase still opens the wallet.
            return nil
        }
    }

    private func keep(_ record: Record) -> Bool {
        var writer = CBORWriter()
        writer.array(5)
        writer.text(Self.magic)
        writer.uint(Self.version)
        writer.uint(record.wrong)
        writer.uint(record.notBefore)
        writer.bytes(record.sealed.encoded)
        return secret.write(writer.encoded)
    }

    private static var gone: KeysError {
        KeysError(.notFound, "There is no PIN now: open the wallet with its passphrase, and set one again.")
    }

    private static var unsupported: KeysError {
        KeysError(
            .unsupported,
            "This system keeps no keys for programs (no kernel keyring), so there can be no PIN. The passphrase still opens the "
                + "wallet. In a container, allow the system calls add_key and keyctl.")
    }
}

#if canImport(CLinux)
    extension PINSlot {
        /// The PIN of the wallet in a folder, shared by all programs of this user. The caller must hold the wallet's
        /// lock: two programs at once could make two tries and count one.
        package init(wallet folder: String) { self.init(.keyring("satchel-pin:\(folder)")) }
    }
#endif
