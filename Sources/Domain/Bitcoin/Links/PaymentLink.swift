// SPDX-License-Identifier: MIT
internal import Chains

/// What somebody asks to be paid, as a `bitcoin:` link or code. BIP-0021, BIP-0321
///
/// Everything in it is a wish of whoever made it: the amount and above all the address are shown before anything is paid.
package struct PaymentLink: Hashable, Sendable {
    /// Where to pay on the chain, in the order to prefer; empty when the link offers other ways only.
    package let addresses: [Address]
    /// How much; nil leaves it to the payer.
    package let amount: Satoshis?
    /// Who asks.
    package let label: String?
    /// What for.
    package let message: String?
    /// The other ways to be paid that the link names, such as `lightning`, and whatever else this wallet does not know:
    /// keys in small letters, values decoded, in order.
    package let others: [Parameter]

    /// A parameter that is kept and not understood.
    package struct Parameter: Hashable, Sendable {
        package let key: String
        package let value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The longest link that is read, in bytes.
    package static let maximumCount = 8_192
    /// The most parameters that are read.
    package static let maximumParameters = 64
    static let scheme = "bitcoin:"

    /// A link to one address of this wallet.
    package init(_ address: Address, amount: Satoshis? = nil, label: String? = nil, message: String? = nil) {
        addresses = [address]
        self.amount = amount
        self.label = label
        self.message = message
        others = []
    }

    init(addresses: [Address], amount: Satoshis?, label: String?, message: String?, others: [Parameter]) {
        self.addresses = addresses
        self.amount = amount
        self.label = label
        self.message = message
        self.others = others
    }

    /// The link, with the first address where every wallet looks for it.
    package var text: String {
        var parameters: [String] = []
        for address in addresses.dropFirst() {
            parameters.append("\(address.network.bitcoinFacts?.bech32Prefix ?? "bc")=\(address.text)")
        }
        if let amount { parameters.append("amount=\(Self.decimal(amount))") }
        if let label { parameters.append("label=\(Self.encoded(label))") }
        if let message { parameters.append("message=\(Self.encoded(message))") }
        for other in others { parameters.append("\(Self.encoded(other.key))=\(Self.encoded(other.value))") }
        let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
        return Self.scheme + (addresses.first?.text ?? "") + query
    }

    /// The link in capital letters, which a QR code stores compactly; the plain link where small letters mean something.
    package var codeText: String {
        let isPlain = addresses.allSatisfy { $0.script.witnessProgram != nil }
        return isPlain && label == nil && message == nil && others.isEmpty ? text.uppercased() : text
    }

    /// Bitcoins with a point and no zeros behind, exactly.
    static func decimal(_ amount: Satoshis) -> String {
        let (whole, rest) = amount.value.quotientAndRemainder(dividingBy: 100_000_000)
        guard rest > 0 else { return "\(whole)" }
        // The leading 1 keeps the zeros.
        var digits = String(rest + 100_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    /// RFC 3986, section 2.1; only unreserved characters stand for themselves.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
