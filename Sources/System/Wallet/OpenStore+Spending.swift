// SPDX-License-Identifier: MIT
internal import SQLite
internal import Tokens
internal import Vault

extension OpenStore {
    /// Counts one more spend; inside the transaction that debits the units.
    func advanceEpoch() throws { try store.setEpoch(try store.epoch + 1) }

    /// Brings the epoch file up to the store's count, durably; before anything of that count is signed.
    func writeEpochFile() throws {
        let name = try store.name
        let epoch = try store.epoch
        guard try environment.epochs.read(name) != epoch else { return }
        try environment.epochs.write(name, epoch)
    }

    /// Takes units out of a coin; inside the transaction that decides what they are for.
    func debit(_ range: UnitRange, ofCoin row: Int64) throws {
        let coins = table(CoinRecord.self)
        var stored = try coins.require(row)
        guard stored.record.state == .live, stored.record.left.contains(range) else {
            throw WalletError(
                .damaged, "Units were chosen that the store does not hold any more. Open the wallet again.")
        }
        stored.record.left.subtract(range)
        if stored.record.left.isEmpty { stored.record.state = .spent }
        try coins.update(stored)
    }
}
