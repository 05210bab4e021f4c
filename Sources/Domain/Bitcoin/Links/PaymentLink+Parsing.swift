// SPDX-License-Identifier: MIT
package import Chains

extension PaymentLink {
    /// Parses a link or the text of a barcode, in capital or small letters.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed`, `.tooLarge`, `.badAmount`, `.badAddress`, `.otherNetwork`;
    ///   `.unsupported` when the link requires a parameter that this wallet does not know.
    package init(parsing text: String, network: Network) throws {
        guard text.utf8.count <= Self.maximumCount else {
            throw BitcoinError(.tooLarge, "A payment link of \(text.utf8.count) bytes is too long.")
        }
        guard text.prefix(Self.scheme.count).lowercased() == Self.scheme, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw BitcoinError(
                .malformed, "This is not a Bitcoin payment link: it begins with bitcoin: and has no spaces.")
        }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var reading = Reading(network: network)
        if !parts[0].isEmpty { reading.addresses.append(try Address(parsing: String(parts[0]), network: network)) }
        if parts.count == 2, !parts[1].isEmpty {
            let parameters = parts[1].split(separator: "&", omittingEmptySubsequences: false)
            guard parameters.count <= Self.maximumParameters else {
                throw BitcoinError(.tooLarge, "A payment link with \(parameters.count) parameters is refused.")
            }
            for parameter in parameters where !parameter.isEmpty { try reading.take(parameter) }
        }
        if reading.addresses.isEmpty, let foreign = reading.foreign { throw foreign }
        guard !reading.addresses.isEmpty || reading.others.contains(where: { $0.key != "pop" }) else {
            throw BitcoinError(.malformed, "The payment link names no payee.")
        }
        self.init(
            addresses: reading.addresses, amount: reading.amount, label: reading.label, message: reading.message,
            others: reading.others)
    }

    /// Parses an amount of bitcoins: digits, and an optional point with at most eight digits after it.
    ///
    /// - Throws: ``BitcoinError`` with `.badAmount` for anything else, and for more than the total supply.
    static func amount(_ text: String) throws -> Satoshis {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let isNumber =
            (parts + [fraction]).allSatisfy { $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
            && !(parts[0].isEmpty && fraction.isEmpty)
        let decimals = fraction.reversed().drop { $0 == "0" }
        guard isNumber, decimals.count <= 8, parts[0].drop(while: { $0 == "0" }).count <= 8 else {
            throw BitcoinError(
                .badAmount, "The payment link's amount is invalid: \"\(text.prefix(40))\". Write one such as 0.0125.")
        }
        let digits = String(decimals.reversed())
        let padded = digits + String(repeating: "0", count: 8 - digits.utf8.count)
        guard let whole = UInt64(parts[0].isEmpty ? "0" : parts[0]), let rest = UInt64(padded) else {
            throw BitcoinError(.badAmount, "The payment link's amount is invalid.")
        }
        // At most eight digits before the point: far below 2^64.
        return try Satoshis(whole * 100_000_000 + rest)
    }
}

/// The parts found so far.
private struct Reading {
    let network: Network
    var addresses: [Address] = []
    var amount: Satoshis?
    var label: String?
    var message: String?
    var others: [PaymentLink.Parameter] = []
    /// Why an address of another network was skipped; one link may serve several networks.
    var foreign: BitcoinError?
    private var hasProofRequest = false

    init(network: Network) {
        self.network = network
    }

    mutating func take(_ parameter: Substring) throws {
        let pieces = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let key = try Self.decoded(pieces[0]).lowercased()
        let value = try pieces.count == 2 ? Self.decoded(pieces[1]) : ""
        switch key {
        case "amount", "req-amount": try set(&amount, to: PaymentLink.amount(value), key)
        case "label", "req-label": try set(&label, to: value, key)
        case "message", "req-message": try set(&message, to: value, key)
        case "bc", "tb", "bcrt": try takeAddress(value, key)
        case "pop":
            try noteProofRequest()
            others.append(PaymentLink.Parameter(key: key, value: value))
        case _ where key.hasPrefix("req-"):
            if key == "req-pop" { try noteProofRequest() }
            throw BitcoinError(
                .unsupported, "The payment link demands \"\(key.prefix(40))\", which this wallet does not know.")
        case "": throw BitcoinError(.malformed, "A parameter of the payment link has no name.")
        default: others.append(PaymentLink.Parameter(key: key, value: value))
        }
    }

    private func set<Value>(_ place: inout Value?, to value: Value, _ key: String) throws {
        guard place == nil else {
            throw BitcoinError(.malformed, "The payment link has \"\(key)\" twice.")
        }
        place = value
    }

    private mutating func noteProofRequest() throws {
        guard !hasProofRequest else {
            throw BitcoinError(.malformed, "The payment link has \"pop\" twice.")
        }
        hasProofRequest = true
    }

    /// The key is the prefix of the address. BIP-0321
    private mutating func takeAddress(_ value: String, _ key: String) throws {
        guard value.lowercased().hasPrefix(key + "1") else {
            throw BitcoinError(.badAddress, "The payment link has an address of another network under \"\(key)\".")
        }
        do {
            let address = try Address(parsing: value, network: network)
            if !addresses.contains(address) { addresses.append(address) }
        } catch let error as BitcoinError where error.code == .otherNetwork {
            foreign = error
        }
    }

    /// Percent-decoding. A plus sign stays a plus sign. RFC 3986, section 2.1
    private static func decoded(_ text: Substring) throws -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            rest = rest.dropFirst(2)
            guard digits.count == 2, let code = UInt8(String(Substring(digits)), radix: 16), digits.first != 0x2B else {
                throw BitcoinError(.malformed, "The payment link has a % without two hexadecimal digits behind it.")
            }
            bytes.append(code)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), decoded.isHarmlessToShow else {
            throw BitcoinError(
                .malformed, "The payment link has a text that is not UTF-8 or would change how it is shown.")
        }
        return decoded
    }
}

extension String {
    /// Rejects control characters, which a terminal obeys, and marks that change the direction of text.
    var isHarmlessToShow: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }
}
