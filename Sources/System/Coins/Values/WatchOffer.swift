// SPDX-License-Identifier: MIT
internal import Bitcoin
package import Chains
internal import Ethereum

/// An account that a signing device exports in its barcodes, to be watched here.
package struct WatchOffer: Hashable, Sendable {
    package let scheme: AccountScheme
    /// The argument for ``CoinWallet/watch(_:on:scheme:name:)``.
    package let text: String
    /// The device's name for it.
    package let name: String?

    /// The types of records that ``offers(in:on:)`` reads.
    package static let types = WatchRecord.types.union([AccountExport.type])

    /// The accounts of a record that can be watched on a network, in the record's order; at least one.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument`, or `.otherNetwork` when all are of other networks.
    package static func offers(in record: OfflineRecord, on network: Network) throws -> [WatchOffer] {
        do {
            switch network.chain {
            case .bitcoin: return try bitcoin(record, network)
            case .ethereum: return [try ethereum(record)]
            case .solana:
                throw CoinsError(.badDocument, "No device shows accounts of Solana in a code; give the address.")
            }
        } catch {
            throw CoinsError.translating(error)
        }
    }

    private static func bitcoin(_ record: OfflineRecord, _ network: Network) throws -> [WatchOffer] {
        var refusal: (any Error)?
        let found: [WatchOffer] = try WatchRecord.keys(type: record.type, record.cbor).compactMap { key in
            do {
                let account = try key.account(on: network)
                guard let scheme = AccountScheme(rawValue: UInt64(account.kind.purpose)) else { return nil }
                return WatchOffer(scheme: scheme, text: account.descriptor(.receive).description, name: key.name)
            } catch {
                // One multisig key among other accounts must not fail the whole record.
                refusal = refusal ?? error
                return nil
            }
        }
        guard found.isEmpty else { return found }
        throw refusal ?? CoinsError(.badDocument, "The code holds no account that can be watched.")
    }

    /// The first address of the account, with its key origin. EIP-4527
    private static func ethereum(_ record: OfflineRecord) throws -> WatchOffer {
        let export = try AccountExport(decoding: record.cbor)
        let steps = try export.firstAccount
        let key = try steps.reduce(export.key) { try $0.child($1) }
        let address = Ethereum.Address(key.key).text
        let path = steps.reduce(export.origin.path.text) { "\($0)/\($1)" }
        let text = try export.origin.fingerprint.map {
            KeyPlace(rootFingerprint: $0, path: try DerivationPath(path), address: address).text
        }
        return WatchOffer(scheme: .ethereum, text: text ?? address, name: export.name)
    }
}
