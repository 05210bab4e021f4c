// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains

extension CoinTask {
    /// A file from elsewhere with a hundred inputs: read, held against what this wallet derives, approved, signed,
    /// finalized and extracted.
    static func psbt(_ seed: SecretBytes) throws -> [CoinTask] {
        let master = MasterKey(try PrivateExtendedKey(seed: seed))
        return try [(AccountKind.segwit, "P2WPKH"), (.taproot, "P2TR")].map { kind, word in
            let account = try Account(network: .bitcoin, kind: kind, master: PrivateExtendedKey(seed: seed))
            let file = try PSBT(plan(of: 100, account)).serialized
            let keys = OwnKeys(accounts: [account])
            return CoinTask(
                name: "PSBT with 100 inputs, \(word)", target: kind == .segwit ? .timesPeer("libwally", 1.2) : nil,
                count: 4, isLong: true,
                ours: { count in
                    try (0..<count).reduce(0) { sum, _ in
                        let review = try PSBTReview(PSBT(parsing: file), network: .bitcoin, keys: keys)
                        let approved = try review.approve(
                            acknowledging: review.review.warnings, and: review.warnings)
                        return try sum + approved.signed(by: master).finalized().extracted().serialized().count
                    }
                })
        }
    }

    /// The file of the segwit task, as people paste it.
    static func psbtText(_ seed: SecretBytes) throws -> String {
        try PSBT(plan(of: 100, Account(network: .bitcoin, kind: .segwit, master: PrivateExtendedKey(seed: seed)))).text
    }

    private static func plan(of count: Int, _ account: Account) throws -> TransactionPlan {
        let inputs = try (0..<UInt32(count)).map { index in
            let spending = try account.spending(.receive, index)
            return try PlannedInput(
                outPoint: OutPoint(
                    transactionID: try TransactionID([UInt8](repeating: UInt8(index + 1), count: 32)), index: index),
                output: TransactionOutput(value: Satoshis(100_000), script: try spending.lockingScript),
                spending: spending, sequence: TransactionInput.replaceable)
        }
        let payee = Script.witness(version: 0, program: [UInt8](repeating: 0x79, count: 20))
        let output = TransactionOutput(value: Satoshis(9_900_000), script: payee)
        return try TransactionPlan(
            network: account.network, inputs: inputs, outputs: [PlannedOutput(output, role: .recipient)], lockTime: 0)
    }
}
