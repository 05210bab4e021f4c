// SPDX-License-Identifier: MIT
internal import Chains

/// A payment request as a `bitcoin:` link or barcode. BIP-0021, BIP-0321
///
/// All of it is untrusted: the wallet shows the amount and the address before anything is paid.
package struct PaymentLink: Hashable, Sendable {
    /// The addresses to pay, in order of preference; empty when the link offers only other payment methods.
    package let addresses: [Address]
    /// Nil lets the payer choose.
    package let amount: Satoshis?
    /// The payee's name.
    package let label: String?
    /// The purpose of the payment.
    package let message: String?
    /// Other payment methods of the link, such as `lightning`, and unknown parameters: keys in small letters, values
    /// decoded, in order.
    package let others: [Parameter]

    /// A parameter that is kept without being understood.
    package struct Parameter: Hashable, Sendable {
        package let key: String
        package let value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The largest link accepted, in bytes.
    package static let maximumCount = 8_192
    /// The most parameters accepted.
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

    /// The link, with the first address in the place where every wallet reads it.
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

    /// The link in capital letters, which a QR code stores compactly; unchanged where letter case matters.
    package var codeText: String {
        let isPlain = addresses.allSatisfy { $0.script.witnessProgram != nil }
        return isPlain && label == nil && message == nil && others.isEmpty ? text.uppercased() : text
    }

    /// The exact amount in bitcoins, without trailing zeros.
    static func decimal(_ amount: Satoshis) -> String {
        let (whole, rest) = amount.value.quotientAndRemainder(dividingBy: 100_000_000)
        guard rest > 0 else { return "\(whole)" }
        // The leading 1 preserves leading zeros.
        var digits = String(rest + 100_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    /// Percent-encoding; only unreserved characters stay. RFC 3986, section 2.1
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
