// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// An account: keys of the phrase, or a watch-only account.
struct AccountRecord: SealedRecord {
    enum State: Int64 { case shown = 0, hidden = 1 }

    static let table = "chain_account"
    var state: State
    /// The network's name, see `Network`.
    var network: String
    var kind: AccountScheme
    var name: String
    /// The path of its node below the phrase; nil for a watch-only account.
    var path: String?
    /// Bitcoin: the account's extended public key, from which addresses are derived. For a shared account, the
    /// descriptor.
    var extendedKey: String?
    /// The path below the root key as an offline signer knows it; differs from ``path`` only for a watched account.
    var origin: String?
    /// The first four bytes of the root key's hash, for offline signers; empty when unknown. BIP-0032
    var rootFingerprint: [UInt8]
    /// The single address of an account that has one: Ethereum, Solana, a watched address.
    var address: String?
    /// The block height up to which the last refresh searched for token transfers.
    var scannedTo: UInt64

    init(
        network: String, kind: AccountScheme, name: String, path: String?, extendedKey: String? = nil,
        rootFingerprint: [UInt8] = [], address: String? = nil
    ) {
        state = .shown
        self.network = network
        self.kind = kind
        self.name = name
        self.path = path
        self.extendedKey = extendedKey
        self.rootFingerprint = rootFingerprint
        origin = path
        self.address = address
        scannedTo = 0
    }

    /// Whether its root key is known. Descriptors without an origin are stored with four zero bytes.
    var hasOrigin: Bool { rootFingerprint.contains { $0 != 0 } }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 9)
        network = try reader.string()
        kind = try AccountScheme(stored: try reader.uint())
        name = try reader.string()
        path = try reader.optionalString()
        extendedKey = try reader.optionalString()
        rootFingerprint = try reader.blob()
        origin = try reader.optionalString()
        address = try reader.optionalString()
        scannedTo = try reader.uint()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(9)
        writer.text(network)
        writer.uint(kind.rawValue)
        writer.text(name)
        writer.optional(path)
        writer.optional(extendedKey)
        writer.bytes(rootFingerprint)
        writer.optional(origin)
        writer.optional(address)
        writer.uint(scannedTo)
    }
}
