// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains
internal import Crypto

/// The text form of a script, with its network and a checksum.
package struct Address: Hashable, Sendable, CustomStringConvertible {
    package let network: Network
    /// The locking script of an output to this address.
    package let script: Script
    /// In this wallet's spelling: bech32 in small letters.
    package let text: String

    /// The longest text of an address. BIP-0173
    package static let maximumTextCount = 90

    /// Parses an address of one network: base58 of BIP-0013 and before, bech32 of BIP-0173, bech32m of BIP-0350.
    ///
    /// - Throws: ``BitcoinError`` with `.otherNetwork` when it is valid on another network, `.badAddress` for anything
    ///   else.
    package init(parsing text: String, network: Network) throws {
        guard let facts = network.bitcoinFacts else {
            throw BitcoinError(.otherNetwork, "\(network.title) has no Bitcoin addresses.")
        }
        let content: Content
        do {
            guard (1...Self.maximumTextCount).contains(text.utf8.count) else {
                throw BitcoinError(.badAddress, "A Bitcoin address has at most \(Self.maximumTextCount) characters.")
            }
            content = try Content(text)
        } catch let error as BitcoinError {
            // Naming what the text really is helps more than naming its fault as an address.
            guard let name = ForeignText.name(of: text) else { throw error }
            throw BitcoinError(.badAddress, "This is \(name); a Bitcoin address is needed.", cause: error)
        }
        guard let script = content.script(on: facts) else {
            let elsewhere = Network.all.first { $0.bitcoinFacts.flatMap(content.script(on:)) != nil }
            guard let elsewhere else {
                let name = ForeignText.name(of: text) ?? "an address of another coin"
                throw BitcoinError(.badAddress, "This is \(name); a Bitcoin address is needed.")
            }
            throw BitcoinError(
                .otherNetwork, "This is an address of \(elsewhere.title), not of \(network.title).")
        }
        try self.init(script, network: network)
    }

    /// The address of a script.
    ///
    /// - Throws: ``BitcoinError`` with `.unsupported` for a script that has none, `.otherNetwork` on another chain.
    package init(_ script: Script, network: Network) throws {
        guard let facts = network.bitcoinFacts else {
            throw BitcoinError(.otherNetwork, "\(network.title) has no Bitcoin addresses.")
        }
        self.network = network
        self.script = script
        if let (version, program) = script.witnessProgram, version > 0 || program.count == 20 || program.count == 32 {
            text = Bech32.encode(
                prefix: facts.bech32Prefix, values: [version] + Bech32.toFiveBits(program),
                variant: version == 0 ? .bech32 : .bech32m)
            return
        }
        switch script.kind {
        case .publicKeyHash(let hash): text = Base58Check.encode([facts.p2pkh] + hash)
        case .scriptHash(let hash): text = Base58Check.encode([facts.p2sh] + hash)
        default: throw BitcoinError(.unsupported, "This script has no address.")
        }
    }

    package var description: String { text }
}

/// The parts of an address before its network is checked.
private enum Content {
    case base58(version: UInt8, hash: [UInt8])
    case witness(prefix: String, version: UInt8, program: [UInt8])

    init(_ text: String) throws {
        // No base58 address starts with a network prefix followed by a 1.
        let separated = text.utf8.lastIndex(of: UInt8(ascii: "1")).map { String(text[..<$0]).lowercased() }
        if let separated, Network.all.contains(where: { $0.bitcoinFacts?.bech32Prefix == separated }) {
            self = try Self.witness(text)
        } else {
            self = try Self.base58(text)
        }
    }

    private static func base58(_ text: String) throws -> Content {
        let payload: [UInt8]
        do {
            payload = try Base58Check.decode(text)
        } catch let error as BytesError {
            throw BitcoinError(.badAddress, Self.base58Refusal(text), cause: error)
        }
        guard payload.count == 21 else {
            throw BitcoinError(.badAddress, "This is not a Bitcoin address: it holds \(payload.count) bytes, not 21.")
        }
        return .base58(version: payload[0], hash: Array(payload[1...]))
    }

    /// An address has 26 to 35 characters and one of a few first letters. Other text is not treated as a mistyped
    /// address.
    private static func base58Refusal(_ text: String) -> String {
        let isLikeAddress = (26...35).contains(text.utf8.count) && text.first.map("123mn".contains) == true
        guard isLikeAddress else { return "This is not a Bitcoin address." }
        if let place = text.firstIndex(where: { !$0.isASCII || "0OIl".contains($0) || !($0.isLetter || $0.isNumber) }) {
            let number = text.distance(from: text.startIndex, to: place) + 1
            return "The address has a typo: character \(number), '\(text[place])', does not occur in addresses."
        }
        return "The address has a typo: its checksum is wrong. Copy it again from its source."
    }

    /// Where a bech32 address is mistyped, as far as its checksum tells. It never suggests a correction. BIP-0173
    private static func bech32Refusal(_ text: String, _ error: BytesError) -> String {
        let characters = Array(text.lowercased())
        let start = (characters.lastIndex(of: "1") ?? 0) + 1
        if let place = characters[start...].firstIndex(where: { !alphabet.contains($0) }) {
            return "The address has a typo: character \(place + 1), '\(characters[place])', does not occur there."
        }
        guard error.code == .badChecksum else { return "This is not a Bitcoin address: \(error.message)" }
        let places = characters.indices[start...].filter { place in
            alphabet.contains { letter in
                guard letter != characters[place] else { return false }
                var changed = characters
                changed[place] = letter
                // Safe: a change that does not give an address is not the correction.
                return (try? witnessContent(String(changed))) != nil
            }
        }
        guard places.count == 1, let place = places.first else {
            return "The address has a typo: its checksum is wrong. Copy it again from its source."
        }
        return "The address has a typo near character \(place + 1). Compare it with its source."
    }

    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")

    private static func witness(_ text: String) throws -> Content {
        do {
            return try witnessContent(text)
        } catch let error as BytesError {
            throw BitcoinError(.badAddress, bech32Refusal(text, error), cause: error)
        }
    }

    private static func witnessContent(_ text: String) throws -> Content {
        let (prefix, values, variant) = try Bech32.decode(text)
        guard let version = values.first, version <= 16 else {
            throw BitcoinError(.badAddress, "The address is of a version that cannot be.")
        }
        let program = try Bech32.toBytes(values.dropFirst())
        guard (2...40).contains(program.count), version > 0 || program.count == 20 || program.count == 32 else {
            throw BitcoinError(
                .badAddress, "The address holds \(program.count) bytes, which its version does not allow.")
        }
        guard (version == 0) == (variant == .bech32) else {
            throw BitcoinError(.badAddress, "The address has the checksum of another version.")
        }
        return .witness(prefix: prefix, version: version, program: program)
    }

    func script(on facts: BitcoinFacts) -> Script? {
        switch self {
        case .base58(facts.p2pkh, let hash): .publicKeyHash(hash)
        case .base58(facts.p2sh, let hash): .scriptHash(hash)
        case .base58: nil
        case .witness(let prefix, let version, let program):
            prefix == facts.bech32Prefix ? .witness(version: version, program: program) : nil
        }
    }
}
