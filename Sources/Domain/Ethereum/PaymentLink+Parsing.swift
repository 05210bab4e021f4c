// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains

extension PaymentLink {
    /// Parses a link.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.badAddress`, `.badAmount`, `.tooLarge`, or `.unsupported` for a
    ///   name instead of an address and for values that a link cannot carry.
    package init(parsing text: String) throws {
        guard text.utf8.count <= Self.maximumCount else {
            throw EthereumError(.tooLarge, "The link is longer than \(Self.maximumCount) characters.")
        }
        guard let colon = text.firstIndex(of: ":"), text[...colon].lowercased() == Self.scheme else {
            throw EthereumError(.malformed, "The link does not begin with ethereum:.")
        }
        let rest = text[text.index(after: colon)...]
        let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = halves[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let target = path[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let typed = try Self.target(target[0])
        let parameters = try halves.count == 2 ? Self.parameters(halves[1]) : []
        self.init(.payment(to: typed.address, amount: nil))
        isChecksummed = typed.isChecksummed
        typedRecipient = typed.text
        if target.count == 2 { chainID = try Self.chainID(target[1]) }

        let amount = try Self.number("value", in: parameters)
        let gas = try Self.number("gas", in: parameters)
        let limit = try Self.number("gasLimit", in: parameters)
        guard gas == nil || limit == nil || gas == limit else {
            throw EthereumError(.malformed, "The link names two gas limits.")
        }
        gasLimit = limit ?? gas
        gasPrice = try Self.number("gasPrice", in: parameters)
        let arguments = parameters.filter { !Self.keys.contains($0.key) }
        guard path.count == 2 else {
            guard arguments.isEmpty else {
                throw EthereumError(
                    .unsupported, "The link asks for \"\(arguments[0].key)\", which Satchel does not know.")
            }
            request = .payment(to: typed.address, amount: amount)
            return
        }
        typedRecipient = nil
        try read(Self.decoded(path[1]), of: typed.address, arguments, amount: amount)
    }

    private static let keys: Set<String> = ["value", "gas", "gasLimit", "gasPrice"]

    /// A call; `transfer` with an address and an amount is a token payment.
    private mutating func read(
        _ name: String, of contract: Address, _ arguments: [(key: String, value: String)], amount: Wei?
    ) throws {
        let kinds = try arguments.map { try ABI.Kind(parsing: $0.key) }
        var values: [ABI.Value] = []
        for (kind, argument) in zip(kinds, arguments) { values.append(try value(argument.value, as: kind)) }
        if name == "transfer", case .address(let to)? = values.first, values.count <= 2, amount ?? 0 == 0 {
            let typed = try Self.target(arguments[0].value[...]).text
            if values.count == 1 {
                request = .token(contract: contract, to: to, amount: nil)
                typedRecipient = typed
                return
            }
            if case .uint(let tokens) = values[1], kinds[1] == .uint(bits: 256) {
                request = .token(contract: contract, to: to, amount: tokens)
                typedRecipient = typed
                return
            }
        }
        let function = try ABIFunction(name: name, inputs: kinds)
        request = .call(contract: contract, function: function, values: values, amount: amount)
    }

    /// Refuses names of the name service, because only a server could resolve them.
    private static func target(_ text: Substring) throws -> TypedAddress {
        let address = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text
        guard address.hasPrefix("0x") else {
            if address.contains(".") || address.contains("-") {
                throw EthereumError(
                    .unsupported, "The link names \"\(address)\" instead of an address; ask for the address itself.")
            }
            throw EthereumError(.badAddress, "The link has no address that begins with 0x.")
        }
        return try TypedAddress(String(address))
    }

    private static func chainID(_ text: Substring) throws -> UInt64 {
        guard let number = UInt64(text), number > 0, String(number) == text else {
            throw EthereumError(.malformed, "The link's chain id is not a number.")
        }
        return number
    }

    private static func parameters(_ text: Substring) throws -> [(key: String, value: String)] {
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        guard parts.count <= maximumParameters else {
            throw EthereumError(.tooLarge, "The link has more than \(maximumParameters) parameters.")
        }
        return try parts.map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty else {
                throw EthereumError(.malformed, "A parameter of the link is not a key with a value.")
            }
            return (try decoded(pair[0]), try decoded(pair[1]))
        }
    }

    private static func number(_ key: String, in parameters: [(key: String, value: String)]) throws -> Wei? {
        let found = parameters.filter { $0.key == key }
        guard found.count <= 1 else { throw EthereumError(.malformed, "The link names \(key) twice.") }
        return try found.first.map { try number($0.value) }
    }

    /// A call's value; links have no form for lists and tuples.
    private mutating func value(_ text: String, as kind: ABI.Kind) throws -> ABI.Value {
        let value: ABI.Value
        switch kind {
        case .uint: value = .uint(try Self.number(text))
        case .int: value = .int(try Self.signedNumber(text))
        case .address:
            let typed = try Self.target(text[...])
            if !typed.isChecksummed { isChecksummed = false }
            value = .address(typed.address)
        case .bool:
            guard ["true", "false", "1", "0"].contains(text) else {
                throw EthereumError(.malformed, "A parameter of the link is neither true nor false.")
            }
            value = .bool(text == "true" || text == "1")
        case .bytes, .fixedBytes:
            guard text.hasPrefix("0x") else {
                throw EthereumError(.malformed, "A parameter of the link has bytes without 0x.")
            }
            do {
                value = .bytes(try Hex.decode(String(text.dropFirst(2))))
            } catch {
                throw EthereumError(.malformed, "A parameter of the link is not hexadecimal.", cause: error)
            }
        case .string: value = .string(text)
        case .array, .fixedArray, .tuple:
            throw EthereumError(.unsupported, "Satchel does not support lists in payment links.")
        }
        // Checked here so that a number that does not fit its type is reported as an error of the link.
        _ = try ABI.encode([value], as: [kind])
        return value
    }

    /// Decodes percent-encoded UTF-8. RFC 3986, section 2.1
    static func decoded(_ text: Substring) throws -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            // Safe: nil means two characters that are not hexadecimal digits, refused on the same line.
            guard digits.utf8.count == 2, let decoded = try? Hex.decode(digits) else {
                throw EthereumError(.malformed, "A percent sign of the link is not followed by two digits.")
            }
            bytes += decoded
            rest = rest.dropFirst(2)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw EthereumError(.malformed, "The link's text is not UTF-8.")
        }
        return text
    }
}
