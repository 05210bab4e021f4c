// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Keys
import Synchronization
import Testing

struct PINSlotTests {
    /// What a kernel does, with a clock that is set by hand.
    private final class Memory: Sendable {
        private struct State {
            var bytes: [UInt8]?
            var written: [[UInt8]] = []
            var seconds: UInt64 = 1_000
        }
        private let state = Mutex(State())

        var bytes: [UInt8]? {
            get { state.withLock { $0.bytes } }
            set { state.withLock { $0.bytes = newValue } }
        }
        var written: [[UInt8]] { state.withLock { $0.written } }
        func advance(_ seconds: UInt64) { state.withLock { $0.seconds += seconds } }

        var secret: VolatileSecret {
            VolatileSecret(
                read: { self.bytes },
                write: { bytes in
                    self.state.withLock {
                        $0.bytes = bytes
                        $0.written.append(bytes)
                    }
                    return true
                }, remove: { self.bytes = nil }, secondsSinceStart: { self.state.withLock { $0.seconds } })
        }
    }

    private let memory = Memory()
    private let slot: PINSlot
    private let key: VaultKey
    private let right = SecretBytes(Array("271828".utf8))
    private let wrong = SecretBytes(Array("314159".utf8))

    init() throws {
        slot = PINSlot(memory.secret, cost: .minimum)
        key = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: .system, cost: .minimum).1
    }

    private func code(_ body: () throws -> Void) -> KeysError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? KeysError)?.code
        }
    }

    @Test func aPINOpensWhatWasSetUntilItIsRemoved() throws {
        #expect(slot.state == .none)
        #expect(code { _ = try slot.open(right) } == .notFound)
        try slot.set(right, for: key, random: .system)
        #expect(try slot.open(right) == key && slot.state == .ready(triesLeft: 6, wait: 0))
        try slot.set(wrong, for: key, random: .system)
        #expect(code { _ = try slot.open(right) } == .wrongPassphrase)
        #expect(try slot.open(wrong) == key)
        slot.remove()
        #expect(slot.state == .none)
    }

    @Test func shortPINsAreRefused() {
        #expect(code { try slot.set(SecretBytes(Array("12345".utf8)), for: key, random: .system) } == .malformed)
        #expect(slot.state == .none)
    }

    @Test func wrongOnesAreCountedThenWaitAndThenOnlyThePassphraseHelps() throws {
        try slot.set(right, for: key, random: .system)
        for (left, wait) in [(5, 0), (4, 0), (3, 30), (2, 60), (1, 300)] {
            #expect(code { _ = try slot.open(wrong) } == .wrongPassphrase)
            #expect(slot.state == .ready(triesLeft: left, wait: wait))
            guard wait > 0 else { continue }
            // Neither the right one nor a wrong one is looked at before its time, and asking costs no try.
            memory.advance(UInt64(wait) - 1)
            #expect(code { _ = try slot.open(right) } == .locked)
            #expect(slot.state == .ready(triesLeft: left, wait: 1))
            memory.advance(1)
        }
        #expect(code { _ = try slot.open(wrong) } == .notFound)
        #expect(slot.state == .none && memory.bytes == nil)
        #expect(code { _ = try slot.open(right) } == .notFound)
    }

    @Test func aRightOneForgetsTheWrongOnes() throws {
        try slot.set(right, for: key, random: .system)
        for _ in 0..<2 { #expect(code { _ = try slot.open(wrong) } == .wrongPassphrase) }
        #expect(try slot.open(right) == key)
        #expect(slot.state == .ready(triesLeft: 6, wait: 0))
    }

    @Test func aTryIsCountedBeforeItIsMade() throws {
        try slot.set(right, for: key, random: .system)
        _ = try slot.open(right)
        // Set, counted, forgotten again: who stops the program in the middle leaves the second.
        #expect(memory.written.count == 3)
        memory.bytes = memory.written[1]
        #expect(slot.state == .ready(triesLeft: 5, wait: 0))
    }

    @Test func whatIsDamagedIsNoPIN() throws {
        try slot.set(right, for: key, random: .system)
        let whole = try #require(memory.bytes)
        for index in whole.indices {
            memory.bytes = Array(whole[..<index])
            #expect(slot.state == .none)
            var changed = whole
            changed[index] ^= 0x55
            memory.bytes = changed
            // The count and the time are not sealed; whoever may write there can as well guess without asking.
            guard slot.state != .none else { continue }
            let refused = code {
                let opened = try slot.open(right)
                #expect(opened == key)
            }
            #expect(refused == nil || refused == .locked)
        }
    }

    @Test func theKernelKeepsThePINAndItsCountWhenTheProgramIsKilled() async throws {
        let name = "satchel-test-pin-\(getpid())"
        let kept = PINSlot(.keyring(name), cost: .minimum)
        defer { kept.remove() }
        guard code({ try kept.set(right, for: key, random: .system) }) == nil else {
            return print("SKIPPED: this kernel offers no keyring.")
        }
        await #expect(processExitsWith: .signal(SIGKILL)) { [name = name as String] in
            let slot = PINSlot(.keyring(name), cost: .minimum)
            _ = try? slot.open(SecretBytes(Array("314159".utf8)))
            kill(getpid(), SIGKILL)
        }
        #expect(kept.state == .ready(triesLeft: 5, wait: 0))
        #expect(try kept.open(right) == key)
        kept.remove()
        #expect(kept.state == .none)
    }
}
