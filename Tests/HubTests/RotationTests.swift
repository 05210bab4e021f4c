// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import Hub
import HubAPI
import Money
import Synchronization
import Testing
import TestSupport
import Tokens

/// Fresh working keys for a hub that serves meanwhile.
@Suite struct RotationTests {
    @Test func nobodyIsRefusedWhileKeysAreReplacedUnderLoad() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let accounts = try (0..<4).map { try hub.account("person\($0)", cents: 100_000) }
        let held = Mutex<[(person: Int, held: Held)]>([])
        let isOver = Mutex(false)
        let rounds = Mutex([0, 0, 0, 0])
        let (directory, rootKey, clock, random) = (disk.directory, disk.rootKey, disk.clock.clock, disk.random)
        concurrently(5) { thread in
            do {
                guard thread == 4 else {
                    while !isOver.withLock({ $0 }) {
                        let bought = try accounts[thread].buy(3)
                        // Every other one is redeemed at once, the rest when all the keys have been replaced.
                        let round = rounds.withLock { all -> Int in
                            all[thread] += 1
                            return all[thread]
                        }
                        if round.isMultiple(of: 2) {
                            let answer = try accounts[thread].redeem(bought)
                            #expect(try answer.credited == 3)
                        } else {
                            held.withLock { $0.append((thread, bought)) }
                        }
                        _ = try accounts[thread].send(1, to: "person\((thread + 1) % 4)")
                    }
                    return
                }
                for rotation in 1...3 {
                    // All are under way, each with the keys of the last round.
                    let goal = rounds.withLock { $0 }.map { $0 + 3 }
                    while zip(rounds.withLock { $0 }, goal).contains(where: { $0 < $1 }) { usleep(1_000) }
                    try HubSetup.rotateKeys(in: directory, rootKey: rootKey, clock: clock, random: random)
                    #expect(try hub.hub.takeFreshKeys(), "rotation \(rotation)")
                }
                let goal = rounds.withLock { $0 }.map { $0 + 3 }
                while zip(rounds.withLock { $0 }, goal).contains(where: { $0 < $1 }) { usleep(1_000) }
            } catch {
                Issue.record(error)
            }
            isOver.withLock { $0 = true }
        }
        let kept = held.withLock { $0 }
        #expect(Set(kept.map { $0.held.coin.root.issuer }).count == 4)
        for (person, held) in kept { #expect(try accounts[person].redeem(held).credited == 3) }
        #expect(try hub.hub.audit().issuers.count == 4)
        #expect(try hub.caller.call(Routes.announcements, Nothing()).announcements.count == 20)
        try hub.requireSoundBooks()
        hub.hub.close()
        // The next start finds them all.
        let again = try disk.open()
        try again.requireSoundBooks()
        again.hub.close()
    }
}
