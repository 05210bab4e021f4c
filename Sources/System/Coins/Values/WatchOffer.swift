// SPDX-License-Identifier: MIT
package import Chains

/// An account that a signing device exports in its barcodes, to be watched here.
package struct WatchOffer: Hashable, Sendable {
    package let scheme: AccountScheme
    /// The argument for ``CoinWallet/watch(_:on:scheme:name:)``.
    package let text: String
    /// The device's name for it.
    package let name: String?

    /// The types of records that ``offers(in:on:)`` reads.
    package static var types: Set<String> {
        CoinChains.standard.all.reduce(into: []) { $0.formUnion($1.offerTypes) }
    }

    /// The accounts of a record that can be watched on a network, in the record's order; at least one.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument`, or `.otherNetwork` when all are of other networks.
    package static func offers(in record: OfflineRecord, on network: Network) throws -> [WatchOffer] {
        do {
            return try CoinChains.standard[network].offers(in: record, on: network)
        } catch {
            throw CoinsError.translating(error)
        }
    }
}
