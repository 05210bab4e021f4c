// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The declared structs of a typed message, validated: names are plain, fields are unique, every type is known. EIP-712
struct TypedDataTypes: Sendable {
    private let structs: [String: [Field]]
    private let hashes: [String: [UInt8]]

    static let domainName = "EIP712Domain"
    static let maximumCount = 128
    static let maximumFields = 128

    struct Field: Sendable {
        let name: String
        let type: String
        let kind: Kind
    }

    /// The type of a field.
    indirect enum Kind: Sendable {
        case atom(ABI.Kind)
        case structure(String)
        /// Of any length when nil.
        case array(Kind, count: Int?)
    }

    /// Parses the declarations. Without one for the domain, its type follows from the domain's fields.
    init(_ json: JSONValue, domain: JSONValue) throws {
        guard let members = json.members, members.count <= Self.maximumCount else {
            throw EthereumError(.malformed, "A typed message declares at most \(Self.maximumCount) structs.")
        }
        var declared: [String: [(name: String, type: String)]] = [:]
        for member in members {
            guard Self.isName(member.key), Self.atom(member.key) == nil else {
                throw EthereumError(.malformed, "A struct of the typed message has an invalid name.")
            }
            declared[member.key] = try Self.fields(member.value)
        }
        if let given = declared[Self.domainName] {
            let isKnown = given.allSatisfy { field in Self.domainFields.contains { $0 == field } }
            guard isKnown else {
                throw EthereumError(.unsupported, "The domain of the typed message has fields of its own.")
            }
        } else {
            declared[Self.domainName] = Self.domainFields.filter { domain[$0.name] != nil }
        }
        var structs: [String: [Field]] = [:]
        for (name, fields) in declared {
            structs[name] = try fields.map {
                Field(name: $0.name, type: $0.type, kind: try Self.kind($0.type, among: declared))
            }
        }
        self.structs = structs
        hashes = structs.reduce(into: [:]) { hashes, entry in
            hashes[entry.key] = Keccak256.hash(Array(Self.encoding(of: entry.key, in: structs).utf8))
        }
    }

    /// Whether a name says that a contract may move what the signer has. Rather one name too many: to sign in, none of
    /// them is needed.
    ///
    /// Permits of EIP-2612 and Permit2, transfers of EIP-3009, orders of exchanges, transactions that another account
    /// carries out for this one.
    var mayMove: Bool {
        structs.contains { name, fields in
            let name = name.lowercased()
            return name != Self.domainName.lowercased()
                && (Self.movingStructs.contains(where: name.contains)
                    || fields.contains { Self.movingFields.contains($0.name.lowercased()) })
        }
    }

    private static let movingStructs = [
        "allowance", "approv", "auction", "authorization", "batch", "bid", "borrow", "call", "claim", "deleg", "exec",
        "forward", "intent", "lend", "listing", "loan", "offer", "operation", "order", "payment", "permi", "redeem",
        "safetx", "sale", "sell", "send", "session", "spend", "stake", "swap", "trade", "transaction", "transfer",
        "withdraw",
    ]
    private static let movingFields: Set<String> = [
        "allowed", "allowance", "amount", "calldata", "calls", "delegatee", "operator", "spender", "tokenid", "tokens",
        "value", "wad",
    ]

    func fields(of name: String) throws -> [Field] {
        guard let fields = structs[name] else {
            throw EthereumError(.malformed, "The typed message does not declare its own type.")
        }
        return fields
    }

    func hash(of name: String) -> [UInt8] { hashes[name] ?? [] }

    private static let domainFields = [
        (name: "name", type: "string"), (name: "version", type: "string"), (name: "chainId", type: "uint256"),
        (name: "verifyingContract", type: "address"), (name: "salt", type: "bytes32"),
    ]

    private static func fields(_ json: JSONValue) throws -> [(name: String, type: String)] {
        guard let list = json.array, list.count <= maximumFields else {
            throw EthereumError(.malformed, "A struct of the typed message has at most \(maximumFields) fields.")
        }
        var names: Set<String> = []
        return try list.map { entry in
            guard entry.members?.count == 2, let name = entry["name"]?.string, let type = entry["type"]?.string,
                isName(name), names.insert(name).inserted
            else { throw EthereumError(.malformed, "A field of the typed message is not a name with a type.") }
            return (name, type)
        }
    }

    private static func kind(_ type: String, among declared: [String: [(name: String, type: String)]]) throws -> Kind {
        guard type.utf8.count <= ABI.maximumNameCount else {
            throw EthereumError(.tooLarge, "A type of the typed message has too long a name.")
        }
        if type.hasSuffix("]"), let open = type.lastIndex(of: "[") {
            let digits = type[type.index(after: open)...].dropLast()
            let count = Int(digits)
            guard digits.isEmpty || (count.map { $0 > 0 && String($0) == digits } ?? false) else {
                throw EthereumError(.malformed, "An array of the typed message has no proper count.")
            }
            return .array(try kind(String(type[..<open]), among: declared), count: count)
        }
        if declared[type] != nil { return .structure(type) }
        guard let atom = atom(type) else {
            throw EthereumError(.malformed, "The typed message uses a type that it does not declare.")
        }
        return .atom(atom)
    }

    /// `uint` and `int` without a width are not types here. EIP-712, "Definition of typed structured data"
    private static func atom(_ name: String) -> ABI.Kind? {
        // Safe: the caller reports nil, which means that this is not the name of a type.
        guard let kind = try? ABI.Kind(parsing: name), kind.description == name else { return nil }
        switch kind {
        case .array, .fixedArray, .tuple: return nil
        default: return kind
        }
    }

    /// The struct itself, then all structs that it refers to, sorted.
    private static func encoding(of name: String, in structs: [String: [Field]]) -> String {
        var found: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for field in structs[next] ?? [] {
                if let core = core(field.kind), found.insert(core).inserted { open.append(core) }
            }
        }
        found.remove(name)
        // Sorted by the bytes of the names, as in other implementations.
        let rest = found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return ([name] + rest).map { name in
            let fields = (structs[name] ?? []).map { "\($0.type) \($0.name)" }
            return "\(name)(\(fields.joined(separator: ",")))"
        }.joined()
    }

    private static func core(_ kind: Kind) -> String? {
        switch kind {
        case .atom: nil
        case .structure(let name): name
        case .array(let element, _): core(element)
        }
    }

    /// Rejects characters with a meaning in an encoded type: parentheses, brackets, commas, spaces.
    private static func isName(_ text: String) -> Bool {
        1...256 ~= text.utf8.count
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: ":"),
                    UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
