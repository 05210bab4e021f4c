// SPDX-License-Identifier: MIT
import SQL
import Tokens

/// The rows of one kind of payment: requests, split bills or recurring payments. ``PaymentRoutes`` has what their
/// routes share.
protocol PaymentTable: SendableMetatype {
    associatedtype Stored: StoredPayment
    /// The payment as a client gets it.
    associatedtype Message: Encodable & Sendable

    init(database: any SQLConnection, now: Timestamp)

    /// The payment with an id, if the account may see it.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    func find(_ text: String?, for account: Int64) throws -> Stored

    /// The payment as the account sees it.
    func message(_ payment: Stored, for account: Int64) throws -> Message
}

protocol StoredPayment: SendableMetatype {
    var row: Int64 { get }
}
