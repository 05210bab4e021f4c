// SPDX-License-Identifier: MIT

/// The instructions of a message as actions, with its cost and lifetime.
struct MessageReading {
    let actions: [Action]
    let unknownTables: [Address]
    let nonce: Address?
    private let signatureCount: Int

    init(_ message: Message, tables: [LookupTable]) throws {
        let known = Set(tables.map(\.address))
        unknownTables = message.lookups.map(\.table).filter { !known.contains($0) }
        if unknownTables.isEmpty {
            actions = try message.instructions(tables: tables).map(Action.init)
        } else {
            actions = Self.partly(message)
        }
        signatureCount = message.header.signerCount
        if case .advanceNonce(let address, _)? = actions.first { nonce = address } else { nonce = nil }
    }

    /// Decodes the instructions whose accounts are all written out; the others are unknown.
    private static func partly(_ message: Message) -> [Action] {
        message.calls.map { call in
            let program = message.accounts[Int(call.program)]
            guard call.accounts.allSatisfy({ Int($0) < message.accounts.count }) else {
                return Action.isKnown(program) ? .unknownCall(program: program) : .unknownProgram(program)
            }
            return Action(
                Instruction(
                    program: program,
                    accounts: call.accounts.map { index in
                        let index = Int(index)
                        return Instruction.Account(
                            message.accounts[index], isSigner: index < message.header.signerCount,
                            isWritable: message.isWritable(index))
                    }, data: call.data))
        }
    }

    /// The highest fee: without a limit, each instruction may use its full allowance.
    var fee: Lamports {
        get throws {
            var limit: UInt32?
            var price: UInt64 = 0
            var others: UInt32 = 0
            for action in actions {
                switch action {
                case .unitLimit(let units): limit = units
                case .unitPrice(let microLamports): price = microLamports
                case .otherBudget: break
                default: others += 1
                }
            }
            let allowance = others * ComputeBudgetProgram.defaultUnitsPerInstruction
            return try Fee(
                signatureCount: signatureCount,
                unitLimit: min(limit ?? allowance, ComputeBudgetProgram.maximumUnits), unitPrice: price
            ).total
        }
    }
}

extension Action {
    /// Whether this wallet decodes the program's instructions.
    static func isKnown(_ program: Address) -> Bool {
        if case .unknownProgram = Action(Instruction(program: program, accounts: [], data: [])) { return false }
        return true
    }
}
