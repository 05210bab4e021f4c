// SPDX-License-Identifier: MIT
import Coins
import Crypto

/// The whole network of the test chain, in memory: balances, and the payments that it took.
package final class TestServer {
    /// By address, in the smallest unit.
    package var balances: [String: UInt64] = [:]
    /// In the order in which they came; the place is the block.
    package private(set) var payments: [TestPayment] = []

    package init() {}

    func checkNetwork() throws {}

    func history(of address: String) -> [(payment: TestPayment, block: UInt64)] {
        payments.enumerated().filter { $1.from == address || $1.to == address }.map { ($1, UInt64($0 + 1)) }
    }

    func block(of id: [UInt8]) -> UInt64? { payments.firstIndex { $0.id == id }.map { UInt64($0 + 1) } }

    /// Takes a payment once.
    ///
    /// - Throws: ``CoinsError`` with code `.refused` for a wrong signature, or more than the payer has.
    func broadcast(_ payment: TestPayment) throws {
        guard block(of: payment.id) == nil else { return }
        let sum = payment.amount + TestPayment.fee
        guard payment.isSigned, let held = balances[payment.from], held >= sum else {
            throw CoinsError(.refused, "The test chain refuses this payment.")
        }
        balances[payment.from] = held - sum
        balances[payment.to, default: 0] += payment.amount
        payments.append(payment)
    }
}
