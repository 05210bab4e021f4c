// SPDX-License-Identifier: MIT
internal import Crypto

/// The payer's first message: version, mode and the commitment to its key of the handshake.
///
/// Without the commitment, a device in between could choose its keys last and find six equal digits.
package struct Hello: Hashable, Sendable {
    /// How the payer found the payee.
    package enum Mode: UInt8, Sendable {
        /// The payer has read the payee's request.
        case seen = 0
        /// The payer chose the payee in the list; both compare six digits.
        case listed = 1
    }

    package let mode: Mode
    package let commitment: [UInt8]

    package static let version: UInt8 = 1
    package static let byteCount = 34
    private static let context = Array("satchel/near/commit".utf8)

    /// - Parameter key: the payer's public key in this handshake.
    init(_ mode: Mode, committing key: [UInt8]) {
        self.mode = mode
        commitment = Self.commitment(to: key)
    }

    /// What a payee reads first.
    enum Opening: Equatable {
        case hello(Hello)
        /// Another version of this protocol; the payee answers with its own.
        case otherVersion
    }

    static func read(_ bytes: [UInt8]) throws -> Opening {
        // A later version may have another length, so the version is read first.
        guard let first = bytes.first, first != 0 else { throw fault }
        guard first == version else { return .otherVersion }
        guard bytes.count == byteCount, let mode = Mode(rawValue: bytes[1]) else { throw fault }
        return .hello(Hello(mode: mode, commitment: Array(bytes[2...])))
    }

    private init(mode: Mode, commitment: [UInt8]) {
        self.mode = mode
        self.commitment = commitment
    }

    package var encoded: [UInt8] { [Self.version, mode.rawValue] + commitment }

    /// What a payee answers to another version: `u8 0 || u8 highest`.
    static let otherVersion: [UInt8] = [0, version]

    /// The payee's highest version, if a payee's answer says that it has another one.
    static func highestVersion(in answer: [UInt8]) -> UInt8? {
        answer.count == 2 && answer[0] == 0 ? answer[1] : nil
    }

    /// Whether this is the key that the payer has committed to.
    func commits(to key: [UInt8]) -> Bool { constantTimeEqual(commitment, Self.commitment(to: key)) }

    private static func commitment(to key: [UInt8]) -> [UInt8] { SHA256.hash(context, key).bytes }

    private static var fault: NearbyError {
        NearbyError(.malformed, "A device connected, but its first bytes are not those of a payer.")
    }
}
