// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto
internal import Solana
internal import Vault

/// What Solana answers for one account.
final class SolanaChain: AccountChain {
    let coins: OpenCoins
    let account: Stored<AccountRecord>
    let network: Network

    init(coins: OpenCoins, account: Stored<AccountRecord>) throws {
        self.coins = coins
        self.account = account
        network = try coins.network(of: account.record)
    }

    static func record(_ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed) throws
        -> AccountRecord
    {
        AccountRecord(
            network: network.name, kind: scheme, name: "", path: path.text, rootFingerprint: seed.root.fingerprint,
            address: try Address(try seed.edwards.derived(path).privateKey.publicKey.bytes).text)
    }

    private var later: CoinsError { CoinsError(.refused, "Not built yet.") }
    func text(ofID id: [UInt8]) -> String { Base58.encode(id) }
    func refresh() throws { throw later }
    func receiveAddress(fresh: Bool) throws -> ReceiveAddress {
        ReceiveAddress(address: account.record.address ?? "", path: nil, label: nil)
    }
    func fees() throws -> [FeeQuote] { throw later }
    func plan(_ draft: SendDraft) throws -> SendPlan { throw later }
    func planBump(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw later }
    func planCancel(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw later }
    func planChild(of transaction: String, _ fee: FeeChoice) throws -> SendPlan { throw later }
    func planAgain(_ send: Stored<SendRecord>, _ fee: FeeChoice) throws -> SendPlan { throw later }
    func noteSigned(_ record: SendRecord) throws { throw later }
    func broadcast(_ record: SendRecord) throws -> SendMachine.Answer { throw later }
    func standing(of record: SendRecord) throws -> SendMachine.Standing { throw later }
    func document(for send: Stored<SendRecord>) throws -> OfflineDocument { throw later }
    func completed(_ record: SendRecord, with document: [UInt8]) throws -> (signed: [UInt8], id: [UInt8]) {
        throw later
    }

    func noteSettled(_ send: Stored<SendRecord>) throws {}
    func foreign(_ document: OfflineDocument) throws -> SigningPlan { throw later }
}
