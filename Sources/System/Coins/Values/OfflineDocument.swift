// SPDX-License-Identifier: MIT

/// A document to carry to a signer without a network and back. The program writes it as a file or as an animated
/// barcode.
package struct OfflineDocument: Sendable {
    /// What the bytes are. Each chain declares its own.
    package struct Kind: Hashable, Sendable {
        /// The name in commands.
        package let rawValue: String

        package init(_ name: String) { rawValue = name }
    }

    package let kind: Kind
    package let bytes: [UInt8]
    /// The payment that it belongs to, for matching the answer; nil for another party's document.
    package let send: Int64?
    /// The signing key's path below the phrase; nil when unknown or when several keys sign.
    package let path: String?
    /// The first four bytes of the root key's hash; empty when unknown.
    package let rootFingerprint: [UInt8]
    /// The signer's address, where an account has a single one.
    package let address: String?
    /// The chain id of an Ethereum network.
    package let chainID: UInt64?
    /// The requesting wallet's identifier of the request; the answer repeats it.
    package let requestID: [UInt8]?

    package init(
        kind: Kind, bytes: [UInt8], send: Int64? = nil, path: String? = nil, rootFingerprint: [UInt8] = [],
        address: String? = nil, chainID: UInt64? = nil, requestID: [UInt8]? = nil
    ) {
        self.kind = kind
        self.bytes = bytes
        self.send = send
        self.path = path
        self.rootFingerprint = rootFingerprint
        self.address = address
        self.chainID = chainID
        self.requestID = requestID
    }
}

extension OfflineDocument.Kind: CaseIterable, RawRepresentable {
    package static var allCases: [OfflineDocument.Kind] { CoinChains.standard.all.map(\.documents.kind) }

    package init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }
}

/// Another party's transaction, decoded for review by the user.
package struct SigningPlan {
    package let review: SendReview
    private let sign: (Set<String>) throws -> [UInt8]

    init(review: SendReview, sign: @escaping (Set<String>) throws -> [UInt8]) {
        self.review = review
        self.sign = sign
    }

    /// The same plan, which signs only if `check` throws nothing.
    func guarded(_ check: @escaping () throws -> Void) -> SigningPlan {
        SigningPlan(review: review) { [sign] names in
            try check()
            return try sign(names)
        }
    }

    /// Approves what the review shows and signs it. It broadcasts nothing.
    ///
    /// - Returns: the PSBT with this wallet's signatures, or a signature of 65 (Ethereum) or 64 bytes (Solana).
    /// - Throws: ``CoinsError`` with code `.notAcknowledged` when a warning is left.
    package func signed(acknowledging names: Set<String> = []) throws -> [UInt8] {
        guard let left = review.warnings.first(where: { !names.contains($0.name) }) else {
            do {
                return try sign(names)
            } catch {
                throw CoinsError.translating(error)
            }
        }
        throw CoinsError(.notAcknowledged, "\(left.sentence) Acknowledge '\(left.name)' to go on.")
    }
}
