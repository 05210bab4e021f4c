// SPDX-License-Identifier: MIT
internal import Chains
package import Vault

/// The operations on one account that differ between chains. All other code of this module is shared.
package protocol AccountChain {
    var account: Stored<AccountRecord> { get }

    /// Updates the account's transactions and balances from the servers. The store is durable when this returns.
    func refresh() throws
    /// Reads payments that ``refresh()`` does not find, within the limits of one pass.
    ///
    /// Call it after ``CoinSendSaga/settle()``, so that payments made by this wallet are recognized.
    func readMovements() throws
    /// A new address if `fresh`, else the last one given out if it was never used.
    func receiveAddress(fresh: Bool) throws -> ReceiveAddress
    func fees() throws -> [FeeQuote]

    func plan(_ draft: SendDraft) throws -> SendPlan
    /// Plans the same payment with a higher fee.
    func planBump(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan
    /// Plans a transaction that replaces the payment and pays only this account.
    func planCancel(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan

    /// Records a transaction as pending, inside the transaction that stores its bytes.
    func noteSigned(_ record: CoinSendRecord) throws
    /// Updates the history with a payment's outcome, inside the transaction that stores the outcome.
    func noteSettled(_ send: Stored<CoinSendRecord>) throws
    func broadcast(_ record: CoinSendRecord) throws -> SendMachine.Answer
    func standing(of record: CoinSendRecord) throws -> SendMachine.Standing
    /// Plans a spend of a waiting transaction's output, with a fee that pays for both.
    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan
    /// Plans the same payment again. The first one must be certain never to execute.
    func planAgain(_ send: Stored<CoinSendRecord>, _ fee: FeeChoice) throws -> SendPlan

    /// The document for an offline signer.
    func document(for send: Stored<CoinSendRecord>) throws -> OfflineDocument
    /// Decodes a transaction that another party wants signed.
    func foreign(_ document: OfflineDocument) throws -> SigningPlan
    /// Decodes a message. Without an address, the account's first address signs it.
    func message(_ message: CoinMessage, address: String?) throws -> MessagePlan
    /// The signed transaction and its id, from the document that an offline signer returned.
    ///
    /// - Throws: ``CoinsError`` with code `.mismatch` when it is not the transaction that was approved.
    func completed(_ record: CoinSendRecord, with document: [UInt8]) throws -> OfflineAnswer
    /// A transaction's id as explorers write it.
    func text(ofID id: [UInt8]) -> String

    /// The text with which another wallet can watch the account; nil for an account of one address.
    var descriptor: String? { get throws }
    /// Labels an address that the account has given out; nil removes the label.
    func label(_ address: String, as label: String?) throws
    /// Plans a nonce account. Solana
    func planNonceAccount(_ fee: FeeChoice) throws -> SendPlan
}

/// What most chains have, or what only some can.
extension AccountChain {
    /// Servers of most chains list all payments of an account, so the default does nothing.
    package func readMovements() throws {}

    package var descriptor: String? { get throws { nil } }

    package func label(_ address: String, as label: String?) throws {
        throw CoinsError(.badDocument, "This account has one address. Rename the account instead.")
    }

    package func planNonceAccount(_ fee: FeeChoice) throws -> SendPlan {
        throw CoinsError(.badDocument, "Only Solana has nonce accounts.")
    }
}

/// The result of reading an offline signer's document.
package enum OfflineAnswer {
    case signed([UInt8], id: [UInt8])
    /// Signatures are missing; what was exported, with those that came.
    case partial([UInt8], missing: MissingSignatures?)
}
