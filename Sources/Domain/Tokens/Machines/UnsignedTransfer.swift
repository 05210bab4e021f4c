// SPDX-License-Identifier: MIT

package import Crypto
import Bytes

/// A transfer that is decided and persisted but not signed. Signing it again after a crash gives the same record.
package struct UnsignedTransfer: Hashable, Sendable {
    /// The coin before this transfer.
    package let token: OfflineToken
    /// The owner's certificate; nil if the owner owns the root itself.
    package let certificate: Certificate?
    /// The bytes of ``Transfer/body(range:to:requestHash:time:)``, made only once.
    package let body: [UInt8]
    /// The units transferred.
    package let range: UnitRange
    package let recipient: P256.PublicKey
    package let requestHash: RequestHash

    /// Makes the body of a transfer.
    ///
    /// - Throws: ``TokensError`` with code `.outOfRange` when the coin does not hold the units, `.uncertified` when the
    ///   owner's certificate is missing or another key's, `.tooManyHops`.
    package init(
        spending token: OfflineToken, certificate: Certificate?, range: UnitRange, to recipient: P256.PublicKey,
        requestHash: RequestHash, time: Timestamp
    ) throws {
        try self.init(
            token: token, certificate: certificate,
            body: Transfer.body(range: range, to: recipient, requestHash: requestHash, time: time))
    }

    private init(token: OfflineToken, certificate: Certificate?, body: [UInt8]) throws {
        let fields = try Transfer.fields(of: body)
        guard token.range.contains(fields.range) else {
            throw TokensError(
                .outOfRange, "The offline token holds \(token.range), not \(fields.range). Nothing is signed.")
        }
        guard token.transfers.isEmpty || certificate?.key == token.holder else {
            throw TokensError(
                .uncertified, "The key that holds the offline token has no certificate. Sync with the hub first.")
        }
        guard token.hops < OfflineToken.maximumTransfers else {
            throw TokensError(
                .tooManyHops, "The offline token has passed through \(token.hops) hands. Sync to redeem it.")
        }
        self.token = token
        self.certificate = token.transfers.isEmpty ? nil : certificate
        self.body = body
        (range, recipient, requestHash) = (fields.range, fields.recipient, fields.requestHash)
    }

    /// The key that must sign.
    package var signer: P256.PublicKey { token.holder }

    /// The id of the transfer, the same before and after signing.
    package func id(hub: HubID) -> RecordID { Transfer.id(body: body, parent: token.id(hub: hub), hub: hub) }

    /// Signs the persisted body.
    ///
    /// - Throws: ``TokensError`` with code `.badSignature` when the key is not the owner's; what signing throws.
    package func sign(with key: P256.PrivateKey, hub: HubID) throws -> P256.Signature {
        guard key.publicKey == signer else {
            throw TokensError(
                .badSignature, "The offline token belongs to another key than the one offered. Nothing is signed.")
        }
        return try key.sign(SignatureContext.transfer.input(hub: hub, token.id(hub: hub).bytes, body))
    }

    /// The coin after the transfer.
    ///
    /// - Throws: ``TokensError`` with code `.badSignature` when the signature is not the owner's.
    package func signed(_ signature: P256.Signature, hub: HubID) throws -> OfflineToken {
        let transfer = try Transfer(body: body, signature: signature)
        guard transfer.isSigned(by: signer, parent: token.id(hub: hub), hub: hub) else {
            throw TokensError(
                .badSignature, "A signature does not match the key that holds the offline token. Sign again.")
        }
        return try token.extended(by: transfer, certificate: certificate)
    }

    init(from reader: inout CBORReader) throws {
        try reader.array(of: 3)
        try self.init(
            token: OfflineToken(decoding: reader.bytes(maximum: LimitPolicy.standard.payloadBytes)),
            certificate: reader.null() ? nil : Certificate(full: &reader), body: reader.bytes(maximum: Bound.body))
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.bytes(token.encoded)
        if let certificate { writer.raw(certificate.encoded) } else { writer.null() }
        writer.bytes(body)
    }
}
