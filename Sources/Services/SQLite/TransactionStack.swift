// SPDX-License-Identifier: MIT

/// The nesting depth of ``Database/transaction(_:)`` on a connection.
///
/// A full disk or a failed write makes the engine roll the whole transaction back by itself. Without this guard, a
/// caller that catches the error of a nested step and continues would make each following change separately durable.
///
/// <https://www.sqlite.org/lang_transaction.html>, "Response to errors within a transaction"
final class TransactionStack {
    var depth = 0

    func requireUsable(on connection: Connection) throws {
        guard depth == 0 || !connection.isAutocommit else {
            throw SQLError(
                .rolledBack,
                "An earlier error rolled the whole transaction on the database \(connection.name) back: start again.")
        }
    }
}
