// SPDX-License-Identifier: MIT
import CrashRig
import Crypto
import Glibc
import Hub
import HubStorage
import TestSupport

/// The common start: a hub, and three people with accounts, two of whom hold tokens.
final class Stage: Sendable {
    private let folder: ScratchFolder
    private let state: Round.State

    init() throws {
        folder = try ScratchFolder(in: .memory)
        let scene = Scene(folder.path)
        let random = SeededBytes(7).source
        try HubSetup.create(
            in: scene.hub, currency: Scene.currency, rootKey: P256.PrivateKey(random: random),
            configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(Scene.start), random: random)
        let owned: [String: Int64] = ["alice": 200_00, "bob": 50_00, "carol": 0]
        let round = Round(
            scene, Round.State(people: owned.keys.sorted(), owned: owned, time: Scene.start), seed: 8)
        let link = try round.hubClient()
        for person in round.people {
            mkdir("\(scene.folder)/\(person)", 0o700)
            try round.insist(.enrol, person) { $0.text = link }
        }
        let hub = try Hub.open(
            directory: scene.hub.path, configuration: Scene.hubConfiguration(.caller), clock: Scene.clock(round.time))
        for (person, cents) in owned where cents > 0 {
            _ = try hub.topUp(.account(person), Scene.amount(UInt64(cents)))
        }
        hub.close()
        try round.buy("alice", 120_00)
        try round.buy("bob", 20_00)
        try round.killHub()
        state = round.state
    }

    /// A copy of the start, with a folder for one more person.
    func round(in folder: ScratchFolder, seed: UInt64) throws -> Round {
        try Folder.copy(self.folder.path, to: folder.path)
        mkdir("\(folder.path)/dora", 0o700)
        return Round(Scene(folder.path), state, seed: seed)
    }
}
