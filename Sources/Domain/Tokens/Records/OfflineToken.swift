// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// A root and the transfers that lead to its current owner, with the certificates of all spenders after the root's
/// owner.
///
/// Nothing in it is verified. On the wire it is three items, `root, [transfer...], [short certificate...]`. Alone (at
/// rest, in an upload) it is `[1, root, [transfer...], [short certificate...]]`, which is also a payment of one coin.
package struct OfflineToken: Hashable, Sendable {
    package let root: Root
    package let transfers: [Transfer]
    /// One for each transfer but the first: the root itself certifies its owner.
    package let certificates: [Certificate]

    /// The most transfers of a coin: the hops of a payment and the redemption after them.
    static let maximumTransfers = LimitPolicy.standard.hops + 1

    /// - Throws: ``TokensError`` with code `.uncertified` unless each transfer but the first has the certificate of its
    ///   spender's key; `.tooManyHops`.
    package init(root: Root, transfers: [Transfer] = [], certificates: [Certificate] = []) throws {
        guard transfers.count <= Self.maximumTransfers else {
            throw TokensError(
                .tooManyHops, "An offline token has passed through \(transfers.count) hands, which is too many.")
        }
        guard certificates.map(\.key) == transfers.dropLast().map(\.recipient) else {
            throw TokensError(
                .uncertified, "A spender of this offline token has no certificate from the hub. Refuse it.")
        }
        self.root = root
        self.transfers = transfers
        self.certificates = certificates
    }

    /// Reads the standalone form.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("coin", bytes, maximum: LimitPolicy.standard.payloadBytes) { reader in
            guard try reader.array(maximum: 4) == 4 else {
                throw TokensError(.malformed, "An offline token has four items.")
            }
            try requireVersion(reader.uint(), of: "coin")
            return try OfflineToken(items: &reader, hops: OfflineToken.maximumTransfers)
        }
    }

    init(items reader: inout CBORReader, hops: Int) throws {
        let root = try Root(from: &reader)
        let count = try reader.array(maximum: 64)
        guard count <= hops else {
            throw TokensError(
                .tooManyHops,
                "An offline token has passed through \(count) hands. At most \(hops) are accepted. Redeem it at the hub."
            )
        }
        let transfers = try (0..<count).map { _ in try Transfer(from: &reader) }
        let certified = try reader.array(maximum: 64)
        guard certified == max(0, count - 1) else {
            throw TokensError(
                .uncertified,
                "An offline token of \(count) transfers needs \(max(0, count - 1)) certificates, not \(certified).")
        }
        // Each certificate is for the key of the record before it, which the wire does not repeat.
        let certificates = try transfers.dropLast().map { try Certificate(short: &reader, key: $0.recipient) }
        self.root = root
        self.transfers = transfers
        self.certificates = certificates
    }

    /// The standalone form.
    package var encoded: [UInt8] {
        encoding(4) {
            $0.uint(1)
            write(items: &$0)
        }
    }

    func write(items writer: inout CBORWriter) {
        writer.raw(root.encoded)
        writer.array(transfers.count)
        for transfer in transfers { writer.raw(transfer.encoded) }
        writer.array(certificates.count)
        for certificate in certificates { writer.raw(certificate.encodedShort) }
    }

    /// The number of transfers.
    package var hops: Int { transfers.count }

    /// The units that the coin holds.
    package var range: UnitRange { transfers.last?.range ?? root.range }

    /// The key that may spend the coin.
    package var holder: P256.PublicKey { transfers.last?.recipient ?? root.owner }

    /// The ids of the root and of each transfer, in order.
    package func ids(hub: HubID) -> [RecordID] {
        transfers.reduce(into: [root.id(hub: hub)]) { ids, transfer in
            ids.append(transfer.id(parent: ids[ids.count - 1], hub: hub))
        }
    }

    /// The id of the last transfer, or of the root. A receipt refers to it, and it is the parent of the next transfer.
    package func id(hub: HubID) -> RecordID {
        transfers.reduce(root.id(hub: hub)) { parent, transfer in transfer.id(parent: parent, hub: hub) }
    }

    /// Each transfer as a record in the root's tree.
    package func records(hub: HubID) -> [ChainRecord] {
        var parent = root.id(hub: hub)
        var spender = root.owner
        return transfers.map { transfer in
            let record = ChainRecord(
                id: transfer.id(parent: parent, hub: hub), parent: parent, range: transfer.range, spender: spender,
                recipient: transfer.recipient)
            parent = record.id
            spender = record.recipient
            return record
        }
    }

    /// Until when a payee accepts it: the earliest of the root's deadline and each certificate's end.
    package var spendableUntil: Timestamp { certificates.map(\.until).reduce(root.acceptUntil, min) }

    /// The coin after its owner has signed one more transfer.
    ///
    /// - Parameter certificate: the owner's; needed unless the owner owns the root itself.
    /// - Throws: ``TokensError`` with code `.uncertified` when it is missing or another key's; `.tooManyHops`.
    package func extended(by transfer: Transfer, certificate: Certificate?) throws -> OfflineToken {
        try OfflineToken(
            root: root, transfers: transfers + [transfer],
            certificates: transfers.isEmpty ? [] : certificates + [certificate].compactMap { $0 })
    }

    /// The most bytes that the coin takes in a payment once its owner has spent it.
    ///
    /// - Parameter certificate: the owner's, as for ``extended(by:certificate:)``.
    package func spentBytes(certificate: Certificate?) -> Int {
        encoded.count - 2 + Self.transferBytes + (transfers.isEmpty ? 0 : certificate?.encodedShort.count ?? 0)
    }

    /// The bytes of the largest transfer that the policy allows: a body of 5 + 5 + 35 + 17 + 5 + 1 bytes and its
    /// signature.
    static let transferBytes = 1 + 2 + 68 + 66
}
