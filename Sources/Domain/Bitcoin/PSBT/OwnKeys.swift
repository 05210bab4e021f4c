// SPDX-License-Identifier: MIT
internal import Chains
internal import Crypto

/// The keys that this wallet can derive, without any private key. Claims of ownership in a PSBT are checked against
/// them.
package struct OwnKeys: Sendable {
    private let accounts: [Account]
    private let shared: [MultisigAccount]
    private let others: [MultisigAccount.Cosigner]

    /// - Parameters:
    ///   - accounts: single-key accounts.
    ///   - shared: multisig accounts with this wallet among the cosigners.
    ///   - others: extended keys outside all accounts, for other kinds of scripts.
    package init(
        accounts: [Account] = [], shared: [MultisigAccount] = [], others: [MultisigAccount.Cosigner] = []
    ) {
        self.accounts = accounts
        self.shared = shared
        self.others = others
    }

    /// How to spend a script that is one of this wallet's addresses. The wallet derives the script itself and compares.
    ///
    /// - Parameter derivations: the file's claims, of which only the paths are used.
    func spending(_ script: Script, derivations: [PSBTDerivation]) throws -> Spending? {
        for derivation in derivations {
            for account in accounts {
                guard let (branch, index) = derivation.position(below: account.origin) else { continue }
                let spending = try account.spending(branch, index)
                if try spending.lockingScript == script { return spending }
            }
            for account in shared {
                for cosigner in account.cosigners {
                    guard let (branch, index) = derivation.position(below: cosigner.origin) else { continue }
                    let spending = try account.spending(branch, index)
                    if try spending.lockingScript == script { return spending }
                }
            }
        }
        return nil
    }

    /// The key at a path, when the path lies below one of this wallet's keys.
    func publicKey(at derivation: PSBTDerivation) throws -> Secp256k1.PublicKey? {
        let roots = accounts.map { ($0.origin, $0.key) } + others.map { ($0.origin, $0.key) }
        let cosigners = shared.flatMap { $0.cosigners.map { ($0.origin, $0.key) } }
        for (origin, key) in roots + cosigners {
            guard let steps = derivation.steps(below: origin) else { continue }
            guard let last = steps.last else { return key.key }
            return try steps.dropLast().reduce(key) { try $0.child($1) }.publicKey(at: last)
        }
        return nil
    }
}

/// No address lies deeper below an account. The limit matters because each step in the file costs a derivation.
private let maximumStepsBelow = 8

extension PSBTDerivation {
    /// The unhardened steps below an origin; nil when this path does not lie below it.
    fileprivate func steps(below origin: KeyOrigin) -> ArraySlice<UInt32>? {
        let steps = path.components
        guard fingerprint == origin.fingerprint, steps.starts(with: origin.path.components) else { return nil }
        let rest = steps[origin.path.components.count...]
        return rest.count <= maximumStepsBelow && rest.allSatisfy { $0 < DerivationPath.hardened } ? rest : nil
    }

    /// Branch and index of an address, when this path lies below an account's origin.
    fileprivate func position(below origin: KeyOrigin) -> (AddressBranch, UInt32)? {
        guard let steps = steps(below: origin), steps.count == 2, let first = steps.first, let last = steps.last,
            let branch = AddressBranch(rawValue: first)
        else { return nil }
        return (branch, last)
    }
}
