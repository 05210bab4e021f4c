// SPDX-License-Identifier: MIT

/// An output of a plan, with its role.
package struct PlannedOutput: Hashable, Sendable {
    /// The role of an output.
    package enum Role: Hashable, Sendable {
        /// A recipient of the user's order.
        case recipient
        /// Change to a known key of this wallet.
        case change(Spending)
        /// Carries data and pays no one.
        case data
    }

    package let output: TransactionOutput
    package let role: Role

    /// - Throws: ``BitcoinError`` with `.malformed` when change does not go to the script of its key.
    package init(_ output: TransactionOutput, role: Role) throws {
        if case .change(let spending) = role, try spending.lockingScript != output.script {
            throw BitcoinError(.malformed, "The change would not come back: its script is not that of the key.")
        }
        self.output = output
        self.role = role
    }

    package var value: Satoshis { output.value }
    package var script: Script { output.script }
}
