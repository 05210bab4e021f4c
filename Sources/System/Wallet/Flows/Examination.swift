// SPDX-License-Identifier: MIT
internal import Crypto
internal import Tokens
internal import Vault

/// Checks a fraud proof using only the hub's announced keys.
struct Examination {
    let context: WalletContext

    func convict(_ proof: FraudProof) throws -> Conviction {
        do {
            try proof.verify(by: try context.announced())
        } catch let error as TokensError {
            throw WalletError(.badDocument, error.message, cause: error)
        }
        let key = proof.culprit.key
        return Conviction(
            culprit: key.description, isOwn: try OfflineTokenKeys(context: context).row(of: key) != nil,
            first: proof.first.range.description, second: proof.second.range.description,
            overlap: proof.first.range.intersection(proof.second.range)?.length ?? 0)
    }
}
