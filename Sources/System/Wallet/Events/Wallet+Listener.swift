// SPDX-License-Identifier: MIT
internal import Crypto
internal import HubAPI

extension Wallet {
    /// Makes a key of this device that hears the account's events, and lets the hub know it. Doing it again changes nothing.
    ///
    /// - Parameter name: of the key in the list of devices.
    /// - Returns: its id there.
    /// - Throws: ``WalletError``; a key that the hub may not know yet stays, and the next call makes it known.
    package func turnOnListener(named name: String) throws -> String {
        try run {
            guard let folder = listenerFolder else {
                throw WalletError(.storage, "This wallet has no folder, so it cannot keep a key.")
            }
            let hub = try open.hubSetting().description.link
            do {
                if let known = try Listener.record(of: folder), known.hub == hub {
                    return try register(known, name, folder)
                }
            } catch let problem as HubProblem where problem.code == .idempotencyConflict {
                // The key was revoked, or is of another account.
            }
            try Listener.remove(of: folder)
            let key = Blob(open.environment.random.bytes(ListenerKey.byteCount))
            return try register(Listener.Record(hub: hub, key: key, device: nil), name, folder)
        }
    }

    /// Removes the key of this device, and revokes it at the hub if the hub can be reached.
    ///
    /// - Returns: whether the hub has revoked it.
    package func turnOffListener() throws -> Bool {
        try run {
            guard let folder = listenerFolder else { return true }
            let record = try Listener.record(of: folder)
            try Listener.remove(of: folder)
            guard let record else { return true }
            guard let device = record.device else { return false }
            do {
                _ = try link.call(Routes.revokeDevice, DeviceName(id: device))
                return true
            } catch let problem as HubProblem where problem.code == .notFound {
                return true
            } catch {
                // The list of devices has it still, and says so.
                return false
            }
        }
    }

    /// Writes down the hub's new address for the key of this device.
    func moveListener() throws {
        try run {
            guard let folder = listenerFolder, var record = try Listener.record(of: folder) else { return }
            let hub = try open.hubSetting().description
            guard record.hub != hub.link, try HubDescription(link: record.hub).rootKey == hub.rootKey else { return }
            record.hub = hub.link
            try Listener.keep(record, of: folder)
        }
    }

    /// Nil for a wallet in memory, which has no key.
    private var listenerFolder: String? {
        guard case .folder(let folder) = open.environment.place else { return nil }
        return folder
    }

    private func register(_ known: Listener.Record, _ name: String, _ folder: String) throws -> String {
        var record = known
        // Before the hub knows it: a key that only the hub has would stay in the list of devices without a use.
        try Listener.keep(record, of: folder)
        let order = HashedSecret(hash: Blob(SHA256.hash(record.key.bytes).bytes), name: name)
        let device = try link.call(Routes.newListener, order).id
        record.device = device
        try Listener.keep(record, of: folder)
        return device
    }
}
