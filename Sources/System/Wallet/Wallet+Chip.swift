// SPDX-License-Identifier: MIT
package import Bytes
package import Keys

/// What a wallet knows of its security chip.
package enum ChipState: Equatable, Sendable {
    case off
    /// The chip has this store's mark.
    case on(place: String, index: UInt32)
    /// Until the chip answers, nothing is signed.
    case unavailable(place: String, index: UInt32, ChipError)
}

/// The security chip in which a wallet records each spend, so that a copied or restored disk spends nothing twice.
extension Wallet {
    /// Asks the chip now. If the chip shows that this store is out of date, the wallet is frozen afterwards.
    package var chipState: ChipState {
        get throws {
            try run {
                if !open.isReadOnly { try RollbackSaga(context: open).check() }
                guard let slot = try open.store.get(.chip) else { return .off }
                do {
                    try open.withRegister { _ in }
                    return .on(place: slot.place, index: slot.index)
                } catch let error as WalletError where error.code == .chipUnavailable {
                    guard let cause = error.cause as? ChipError else { throw error }
                    return .unavailable(place: slot.place, index: slot.index, cause)
                }
            }
        }
    }

    /// Makes a register in a chip, and records each spend there from then on. If the wallet uses a chip already, nothing
    /// changes.
    ///
    /// Copies of the store that were made before do not know the register, so it does not stop them.
    ///
    /// - Parameters:
    ///   - place: the chip's device, or the socket of a software chip.
    ///   - passphrase: the wallet's; nil only for a wallet in memory, which has none.
    /// - Throws: ``WalletError`` with code `.wrongPassphrase`, `.chipUnavailable` or `.frozen`; the wallet uses no chip
    ///   then.
    package func useChip(at place: String, passphrase: SecretBytes?) throws {
        try run {
            try require(passphrase)
            try open.spending { _ in
                guard try open.store.get(.chip) == nil else { return }
                let chip = try Chip(place)
                // A crash before the store is written leaves a register in the chip that no wallet uses.
                let slot = try chip.alone { try chip.makeSlot(at: place, random: open.random) }
                try open.store.set(.chip, slot)
            }
        }
    }

    /// Ends the use of the chip. The register stays in it with a mark that no copy of this wallet has, so other copies
    /// remain unable to spend.
    ///
    /// - Parameter passphrase: as in ``useChip(at:passphrase:)``.
    /// - Returns: whether the wallet is frozen, because the chip did not confirm that this is the only copy.
    package func forgetChip(passphrase: SecretBytes?) throws -> Bool {
        try run {
            try require(passphrase)
            guard try open.store.get(.chip) != nil else { return false }
            do {
                try open.spending { turn in
                    try open.transaction { try turn.count() }
                    try turn.record()
                    try open.store.set(.chip, nil)
                }
            } catch let error as WalletError where error.code == .chipUnavailable {
                try RollbackSaga(context: open).freeze(.otherChip)
            } catch let error as WalletError where error.code == .frozen {
                // The chip has shown that this copy is out of date, and the wallet no longer uses it.
                guard try open.store.get(.chip) == nil else { throw error }
            }
            open.chip = nil
            return try open.store.freeze != nil
        }
    }

    /// - Throws: ``WalletError`` with code `.wrongPassphrase`.
    private func require(_ passphrase: SecretBytes?) throws {
        guard case .folder(let path) = open.environment.place else { return }
        guard let passphrase else {
            throw WalletError(.wrongPassphrase, "This change needs the wallet's passphrase.")
        }
        try Self.check(passphrase, in: path)
    }
}
