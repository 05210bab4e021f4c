// SPDX-License-Identifier: MIT

/// An output that a plan makes, and whom it is for.
package struct PlannedOutput: Hashable, Sendable {
    /// Whom an output is for.
    package enum Role: Hashable, Sendable {
        /// What the user asked for.
        case recipient
        /// Comes back to this wallet, to a key that it can name.
        case change(Spending)
        /// Carries bytes, pays nobody.
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
