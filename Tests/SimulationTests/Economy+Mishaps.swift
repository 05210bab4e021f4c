// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import SQLite
import Synchronization
import Tokens
import Wallet

/// What happens to people and their phones.
extension Economy {
    func mishap(_ device: Device) throws {
        if dice.chance(plan.clockJump) {
            device.clock.set(skew: randomSkew())
            note("the clock of \(device.owner.name)/\(device.number) jumps")
        }
        if plan.rollBack > 0, dice.chance(250), device.copy == nil || dice.chance(300) {
            device.copy = Device.Copy(store: try device.database.serialize(), action: action)
        }
        if dice.chance(plan.rollBack) { try rollBack(device) }
        if dice.chance(plan.restore) { try restore(device) }
        if dice.chance(plan.withhold) { try withhold(device) }
        if dice.chance(plan.cheat) { try cheat(device) }
        if dice.chance(plan.lose), devices.count(where: { !$0.isLost }) > 1 {
            device.isLost = true
            device.kill()
            note("\(device.owner.name)/\(device.number) is lost")
            tally.lostPhones += 1
        }
    }

    /// An honest accident: old files are copied back. The epoch file is elsewhere and stays, or is lost as well.
    private func rollBack(_ device: Device) throws {
        guard let copy = device.copy else { return }
        try device.rollBack(to: copy.store)
        if dice.chance(200) { device.epochs.wipe() }
        forget(device.number, after: copy.action)
        note("\(device.owner.name)/\(device.number) is rolled back to \(copy.action)")
        tally.rollbacks += 1
        _ = try device.running()
        // Whoever did not notice would spend the same units again right now.
        try tempt(device)
    }

    /// In memory where there is such a place: a backup waits for its disk.
    private static let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    /// Backup files of this process; economies run beside each other.
    private static let files = Atomic<Int>(0)

    /// A new phone from a backup file; the old one may be lost, or may go on beside it.
    private func restore(_ device: Device) throws {
        let path =
            "\(Self.folder)/satchel-simulation-\(getpid())-\(Self.files.add(1, ordering: .relaxed).newValue).backup"
        defer { unlink(path) }
        let passphrase = SecretBytes(Array("backup".utf8))
        try device.running().backup(to: path, passphrase: passphrase)
        let new = try makeDevice(of: device.owner, quality: plan.line)
        new.adopt(
            try Wallet.restore(
                from: path, backupPassphrase: passphrase, into: new.environment, .vaultKey(Device.vaultKey)))
        inherit(new, from: device, payments: false)
        if dice.chance(600) {
            device.isLost = true
            device.kill()
        }
        note("\(device.owner.name)/\(device.number) is restored as \(new.number)")
        tally.restores += 1
        if dice.chance(500) { try sync(new) }
        try tempt(new)
        if !device.isLost { try tempt(device) }
    }

    /// What one device's store knows, the other's does now.
    private func inherit(_ heir: Device, from device: Device, payments: Bool) {
        for key in dealOrder {
            guard var deal = deals[key] else { continue }
            if deal.holders[device.number] != nil { deal.holders[heir.number] = action }
            if deal.tries.contains(device.number) { deal.tries.insert(heir.number) }
            if payments, deal.payers[device.number] != nil { deal.payers[heir.number] = action }
            deals[key] = deal
        }
    }

    /// What a device learned after an action is gone from its store.
    private func forget(_ number: Int, after action: Int) {
        for key in dealOrder {
            if let since = deals[key]?.holders[number], since >= action { deals[key]?.holders[number] = nil }
            // What had no receipt is withheld from then on, and the rest was uploaded or will be: too fine to tell here.
            deals[key]?.payers[number] = nil
        }
    }

    private func withhold(_ device: Device) throws {
        let rows = try device.running().activity(limit: 30).filter { $0.kind == .paid && $0.status == .open }
        guard let subject = dice.pick(rows.compactMap(\.subject)) else { return }
        // Whether or not the phone dies over it, it may have happened.
        for key in dealOrder where deals[key]?.payers[device.number] != nil { deals[key]?.isWithheld = true }
        try attempt(device, "takes \(subject) back") { try $0.withhold(subject.row) }
    }

    /// Copies a store with its epoch file, so that the wallet cannot notice, and spends from both.
    private func cheat(_ device: Device) throws {
        device.owner.isCheater = true
        tally.cheats += 1
        let twin = try makeDevice(of: device.owner, epochs: device.epochs.copy(), quality: plan.line)
        try twin.database.restore(from: try device.database.serialize(), checksPages: false)
        inherit(twin, from: device, payments: true)
        note("\(device.owner.name)/\(device.number) copies itself to \(twin.number)")
        for spender in [device, twin] { try tempt(spender) }
    }

    /// Somebody asks this very device for money.
    private func tempt(_ spender: Device) throws {
        let others = people.filter { $0 !== spender.owner }
        guard let victim = dice.pick(others), let phone = dice.pick(victim.livingDevices) else { return }
        let units = dice.roll(1...60)
        let request = try attempt(phone, "asks \(spender.owner.name) for \(units)", moving: 0) {
            try $0.request(cents(units))
        }
        if let request { try pay(request.text, Int64(units), to: victim, on: spender) }
    }
}
