// SPDX-License-Identifier: MIT
internal import Keys

/// The wallet's register in a security chip during one turn. Decision 0108.
///
/// | The chip has | Then |
/// |---|---|
/// | the store's mark | go on |
/// | the mark before | a crash came after the commit: the register is extended, and the same bodies are signed |
/// | another mark, or a register made again | another copy has spent, or this store is old: frozen |
/// | no register, and is the same chip | the chip was cleared: the wallet goes on without it, by its epoch file |
/// | no register, and is another chip | this is a copy on another machine: frozen |
/// | no answer | nothing is signed; everything else goes on |
final class ChipRegister {
    private let chip: Chip
    /// The mark that the chip has.
    private(set) var mark: [UInt8]

    init(_ chip: Chip, mark: [UInt8]) {
        self.chip = chip
        self.mark = mark
    }

    /// Brings the register to a slot's mark, if it has the mark before.
    ///
    /// - Parameter tag: of the slot's last spend.
    /// - Throws: ``OutOfDate`` when the chip has another mark then; ``WalletError`` with code `.chipUnavailable`.
    func advance(to slot: ChipSlot, by tag: [UInt8]) throws {
        guard mark != slot.mark else { return }
        do {
            mark = try chip.extend(slot, by: tag)
        } catch let error as ChipError {
            throw WalletError(
                .chipUnavailable,
                "\(error.message) The wallet keeps what it was going to sign, and signs it when the chip answers again.",
                cause: error)
        }
        guard mark == slot.mark else { throw OutOfDate(.rolledBack) }
    }
}

extension WalletContext {
    /// Runs `body` with the wallet's register in its chip, while no other wallet of this machine uses the chip.
    ///
    /// - Parameter body: gets nil if the wallet uses no chip, or the chip was cleared.
    /// - Throws: ``OutOfDate``; ``WalletError`` with code `.chipUnavailable`.
    func withRegister<R>(_ body: (ChipRegister?) throws -> R) throws -> R {
        guard let slot = try store.get(.chip) else { return try body(nil) }
        let kept = chip
        chip = nil
        do {
            let chip = try kept ?? Chip(slot.place)
            let result = try chip.alone { try body(try register(slot, in: chip)) }
            if chip.isShared { self.chip = chip }
            return result
        } catch let error as ChipError {
            // A machine that slept has ended the session. `body` does not throw this type, so it did not run.
            guard kept == nil else { return try withRegister(body) }
            throw WalletError(.chipUnavailable, error.message, cause: error)
        }
    }

    private func register(_ slot: ChipSlot, in chip: Chip) throws -> ChipRegister? {
        switch try chip.standing(of: slot) {
        case .level: return ChipRegister(chip, mark: slot.mark)
        case .behind: return ChipRegister(chip, mark: slot.previous)
        case .ahead: throw OutOfDate(.rolledBack)
        case .otherChip: throw OutOfDate(.otherChip)
        case .cleared:
            try transaction {
                try store.set(.chip, nil)
                try note(Activity(.problem, .failed, at: try now(), .chipCleared))
            }
            return nil
        }
    }
}
