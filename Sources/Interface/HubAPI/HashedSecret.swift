// SPDX-License-Identifier: MIT
internal import HTTP

/// Lets the hub know a secret of the account: a program's password, or the key of a program that only listens.
///
/// The client makes the secret and keeps it. The hub gets its hash alone.
package struct HashedSecret: Codable, Sendable, Equatable {
    /// Bytes of a SHA-256.
    package static let hashCount = 32
    /// Bytes of a name.
    package static let maximumName = 64

    /// The SHA-256 of the secret's bytes.
    package var hash: Blob
    /// What the owner calls it in the list of devices.
    package var name: String

    enum CodingKeys: String, CodingKey, CaseIterable { case hash = "hash", name = "name" }

    package init(hash: Blob, name: String) {
        self.hash = hash
        self.name = name
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        hash = try fields.decode(Blob.self, forKey: .hash)
        name = try fields.decode(String.self, forKey: .name)
    }
}
