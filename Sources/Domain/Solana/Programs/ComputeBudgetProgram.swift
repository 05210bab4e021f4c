// SPDX-License-Identifier: MIT
internal import Bytes

/// Sets the compute limit of a transaction, and the price per unit in addition to the base fee.
///
/// Source: `solana-compute-budget-interface`.
package enum ComputeBudgetProgram {
    enum Tag: UInt8 {
        case requestHeap = 1
        case unitLimit = 2
        case unitPrice = 3
        case dataSizeLimit = 4
    }

    /// The most units of a transaction.
    package static let maximumUnits: UInt32 = 1_400_000
    /// The limit per instruction when none is set.
    static let defaultUnitsPerInstruction: UInt32 = 200_000

    package static func unitLimit(_ units: UInt32) -> Instruction {
        var data = ByteWriter(capacity: 5)
        data.append(Tag.unitLimit.rawValue)
        data.append(uint32LE: units)
        return Instruction(program: .computeBudgetProgram, accounts: [], data: data.bytes)
    }

    /// The price of a unit in millionths of a lamport.
    package static func unitPrice(_ microLamports: UInt64) -> Instruction {
        var data = ByteWriter(capacity: 9)
        data.append(Tag.unitPrice.rawValue)
        data.append(uint64LE: microLamports)
        return Instruction(program: .computeBudgetProgram, accounts: [], data: data.bytes)
    }
}
