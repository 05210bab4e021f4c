// SPDX-License-Identifier: MIT
package import Chains

/// A summary of a PSBT for a reader without any of its keys.
package struct PSBTSummary: Sendable {
    package struct Output: Hashable, Sendable {
        /// The address, or the script when it has no address.
        package let address: String
        package let amount: CoinAmount
    }

    package struct Input: Hashable, Sendable {
        /// The id and index of the spent output.
        package let outPoint: String
        /// Nil when the file does not say.
        package let amount: CoinAmount?
        package let signatures: Int
        /// The number of required signatures; nil when the file does not say.
        package let needed: Int?
        package let isFinal: Bool
    }

    package let network: Network
    package let outputs: [Output]
    package let inputs: [Input]
    /// Nil when an amount is missing.
    package let fee: CoinAmount?
    /// Other facts of the PSBT, one line each.
    package let facts: [ReviewFact]
    /// Whether it can be finalized: every input has the required signatures.
    package let isComplete: Bool

    /// A sentence on what can be done next.
    package var state: String {
        if isComplete { return "Everybody has signed: it can be finished." }
        let open = inputs.filter { !$0.isComplete }.count
        return "\(open) of \(inputs.count) \(inputs.count == 1 ? "input" : "inputs") still needs signatures."
    }
}

extension PSBTSummary {
    /// How many signatures the inputs have and need, while some are missing; nil without an input.
    var missing: MissingSignatures? {
        let number = inputs.firstIndex { !$0.isComplete } ?? 0
        guard inputs.indices.contains(number) else { return nil }
        return MissingSignatures(
            input: Set(inputs.map(\.state)).count > 1 ? number + 1 : nil, have: inputs[number].signatures,
            needed: inputs[number].needed, done: inputs.count(where: \.isComplete), inputs: inputs.count)
    }
}

extension PSBTSummary.Input {
    /// Whether it has the required signatures.
    package var isComplete: Bool { isFinal || needed.map { signatures >= $0 } ?? false }

    /// `1 of 2 signatures`.
    package var state: String {
        if isFinal { return "finished" }
        return needed.map { "\(signatures) of \($0) signatures" } ?? "\(signatures) signatures"
    }
}
