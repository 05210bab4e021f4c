// SPDX-License-Identifier: MIT
package import Bytes
internal import Vault

/// An account: keys of the phrase, or a watch-only account.
package struct AccountRecord: SealedRecord {
    package enum State: Int64 { case shown = 0, hidden = 1 }

    package static let table = "chain_account"
    package var state: State
    /// The network's name, see `Network`.
    package var network: String
    package var kind: AccountScheme
    package var name: String
    /// The path of its node below the phrase; nil for a watch-only account.
    package var path: String?
    /// Bitcoin: the account's extended public key, from which addresses are derived. For a shared account, the
    /// descriptor.
    package var extendedKey: String?
    /// The path below the root key as an offline signer knows it; differs from ``path`` only for a watched account.
    package var origin: String?
    /// The first four bytes of the root key's hash, for offline signers; empty when unknown. BIP-0032
    package var rootFingerprint: [UInt8]
    /// The single address of an account that has one: Ethereum, Solana, a watched address.
    package var address: String?
    /// The block height up to which the last refresh searched for token transfers.
    package var scannedTo: UInt64

    package init(
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

    package init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 9)
        network = try reader.string()
        kind = AccountScheme(stored: try reader.uint())
        name = try reader.string()
        path = try reader.optionalString()
        extendedKey = try reader.optionalString()
        rootFingerprint = try reader.blob()
        origin = try reader.optionalString()
        address = try reader.optionalString()
        scannedTo = try reader.uint()
    }

    package func write(to writer: inout CBORWriter) {
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
