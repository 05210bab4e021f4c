// SPDX-License-Identifier: MIT
internal import Chains
package import Crypto

/// A signature from which the signer can be recovered: r, s in the lower half (EIP-2), and the parity of r's point.
package struct RecoverableSignature: Hashable, Sendable {
    package let signature: Secp256k1.Signature
    /// Whether the point has an odd y.
    package let isOdd: Bool

    package init(_ signature: Secp256k1.Signature, isOdd: Bool) {
        self.signature = signature
        self.isOdd = isOdd
    }

    /// Signs a digest of 32 bytes.
    init(of digest: [UInt8], by key: Secp256k1.PrivateKey) throws {
        let made = try key.signRecoverable(digest: digest)
        // An r beyond the group order happens once in 2^127 signatures and has no encoding in Ethereum.
        guard made.recoveryID < 2 else {
            throw EthereumError(.badSignature, "This signature cannot be written down; change the transaction.")
        }
        self.init(made.signature, isOdd: made.recoveryID == 1)
    }

    /// r, s, and 27 or 28: the form of signed messages and of EIP-4527.
    package var bytes: [UInt8] { signature.raw + [isOdd ? 28 : 27] }

    /// r and s without leading zeros, for RLP.
    var fields: [RLP.Item] {
        [signature.raw[..<32], signature.raw[32...]].map { .bytes(Array($0.drop { $0 == 0 })) }
    }

    /// Parses r and s of a transaction.
    init(fields: inout FieldReader, isOdd: Bool) throws {
        let r = try fields.number("r")
        let s = try fields.number("s")
        do {
            self.init(try Secp256k1.Signature(raw: r.bigEndian32 + s.bigEndian32), isOdd: isOdd)
        } catch {
            throw EthereumError(.badSignature, "The transaction's signature is out of range.", cause: error)
        }
    }

    /// The account that signed the digest.
    ///
    /// - Throws: ``EthereumError`` with `.badSignature` when no key can have.
    package func signer(of digest: [UInt8]) throws -> Address {
        do {
            return Address(try Secp256k1.recover(signature, recoveryID: isOdd ? 1 : 0, digest: digest))
        } catch {
            throw EthereumError(.badSignature, "No key can have made this signature.", cause: error)
        }
    }
}
