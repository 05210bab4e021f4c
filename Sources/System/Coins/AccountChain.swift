// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

/// What the three chains answer differently for one account; everything else of the coins is the same for all.
protocol AccountChain {
    var account: Stored<AccountRecord> { get }

    /// Brings the account's transactions and balances to what the servers say; durable when it returns.
    func refresh() throws
    /// Reads payments that ``refresh()`` does not find, as far as one look goes; after ``SendSaga/settle()``, so that the
    /// payments made here are told apart.
    func readMovements() throws
    /// A fresh address when asked, else the one that was given last and never used.
    func receiveAddress(fresh: Bool) throws -> ReceiveAddress
    func fees() throws -> [FeeQuote]

    func plan(_ draft: SendDraft) throws -> SendPlan
    /// The same payment with a higher fee.
    func planBump(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan
    /// Takes the payment's place and pays oneself.
    func planCancel(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan

    /// Files a transaction as pending; inside the transaction that keeps its bytes.
    func noteSigned(_ record: SendRecord) throws
    /// Brings the history to what became of a payment; inside the transaction that keeps it.
    func noteSettled(_ send: Stored<SendRecord>) throws
    func broadcast(_ record: SendRecord) throws -> SendMachine.Answer
    func standing(of record: SendRecord) throws -> SendMachine.Standing
    /// Spends what a waiting transaction brings, with a fee that pays for both.
    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan
    /// The same payment once more, when the first one is surely dead.
    func planAgain(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan

    /// What an offline signer is given.
    func document(for send: Stored<SendRecord>) throws -> OfflineDocument
    /// Takes apart what somebody else wants signed.
    func foreign(_ document: OfflineDocument) throws -> SigningPlan
    /// Takes apart a message; without an address the account's first one signs it.
    func message(_ message: CoinMessage, address: String?) throws -> MessagePlan
    /// The signed transaction and its id out of what an offline signer gave back.
    ///
    /// - Throws: ``CoinsError`` with code `.mismatch` when it is not the transaction that was approved.
    func completed(_ record: SendRecord, with document: [UInt8]) throws -> OfflineAnswer
    /// A transaction's id as explorers write it.
    func text(ofID id: [UInt8]) -> String
}

extension AccountChain {
    /// Servers of most chains list all payments of an account.
    func readMovements() throws {}
}

/// What an offline signer's document comes to.
enum OfflineAnswer {
    case signed([UInt8], id: [UInt8])
    /// Signatures are missing; what was exported, with those that came, and how many each input has and needs.
    case partial([UInt8], state: String)
}
