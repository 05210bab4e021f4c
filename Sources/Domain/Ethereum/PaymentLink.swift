// SPDX-License-Identifier: MIT
internal import Chains

/// An `ethereum:` payment link. Every number in it is a suggestion that the user may change. EIP-681
package struct PaymentLink: Hashable, Sendable, CustomStringConvertible {
    package var request: Request
    /// The link's network; nil leaves the choice to the wallet.
    package var chainID: UInt64?
    /// The link's suggestions; the wallet computes its own.
    package var gasLimit: Wei?
    package var gasPrice: Wei?
    /// Whether all addresses of the link have a checksum.
    package var isChecksummed = true
    /// The recipient as the link spells it, because letter case shows whether there is a checksum. Nil for a link that
    /// was not parsed, and for a call. EIP-55
    package var typedRecipient: String?

    /// What the link requests.
    package enum Request: Hashable, Sendable {
        /// Ether; the user enters the amount when the link has none.
        case payment(to: Address, amount: Wei?)
        /// A token payment, in the token's smallest units.
        case token(contract: Address, to: Address, amount: Wei?)
        /// Any other function of a contract.
        case call(contract: Address, function: ABIFunction, values: [ABI.Value], amount: Wei?)
    }

    /// The longest link accepted, in UTF-8 bytes.
    package static let maximumCount = 4096
    /// The most parameters accepted.
    package static let maximumParameters = 32
    static let scheme = "ethereum:"
    static let prefix = "pay-"

    package init(_ request: Request, chainID: UInt64? = nil, gasLimit: Wei? = nil, gasPrice: Wei? = nil) {
        self.request = request
        self.chainID = chainID
        self.gasLimit = gasLimit
        self.gasPrice = gasPrice
    }

    /// The link's text, with checksums, and without the optional `pay-`.
    package var description: String {
        var text = Self.scheme
        var parameters: [String] = []
        switch request {
        case .payment(let to, let amount):
            text += to.text + chain
            if let amount { parameters.append("value=\(Self.number(amount))") }
        case .token(let contract, let to, let amount):
            text += "\(contract)\(chain)/transfer"
            parameters.append("address=\(to)")
            if let amount { parameters.append("uint256=\(Self.number(amount))") }
        case .call(let contract, let function, let values, let amount):
            text += "\(contract)\(chain)/\(function.name)"
            parameters += zip(function.inputs, values).map { "\($0)=\(Self.text($1))" }
            if let amount { parameters.append("value=\(Self.number(amount))") }
        }
        if let gasLimit { parameters.append("gasLimit=\(gasLimit)") }
        if let gasPrice { parameters.append("gasPrice=\(gasPrice)") }
        return parameters.isEmpty ? text : "\(text)?\(parameters.joined(separator: "&"))"
    }

    private var chain: String { chainID.map { "@\($0)" } ?? "" }
}
