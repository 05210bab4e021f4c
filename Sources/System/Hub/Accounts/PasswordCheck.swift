// SPDX-License-Identifier: MIT
import Bytes
import Crypto

/// The stored form of a password: enough to verify it, not to recover it.
struct PasswordCheck: Sendable {
    let salt: [UInt8]
    let verifier: [UInt8]
    let cost: Argon2id.Cost

    private static let verifierCount = 32

    init(salt: [UInt8], verifier: [UInt8], cost: Argon2id.Cost) {
        self.salt = salt
        self.verifier = verifier
        self.cost = cost
    }

    /// Takes as much time and memory as `cost` says.
    init(password: SecretBytes, cost: Argon2id.Cost, random: RandomSource) throws {
        salt = random.bytes(Argon2id.saltCount)
        self.cost = cost
        verifier = try Self.derive(password, salt, cost)
    }

    /// A check that no password passes. It spends the same work on a name that does not exist.
    static func impossible(cost: Argon2id.Cost) -> PasswordCheck {
        PasswordCheck(salt: [UInt8](repeating: 0, count: Argon2id.saltCount), verifier: [], cost: cost)
    }

    /// Takes as much time and memory as `cost` says, whatever the result.
    func passes(_ password: SecretBytes) throws -> Bool {
        constantTimeEqual(try Self.derive(password, salt, cost), verifier)
    }

    private static func derive(_ password: SecretBytes, _ salt: [UInt8], _ cost: Argon2id.Cost) throws -> [UInt8] {
        try Argon2id.derive(password: password, salt: salt, cost: cost, count: verifierCount)
            .withUnsafeBytes { Array($0) }
    }
}
