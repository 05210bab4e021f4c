// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// A token that the user added, with the decimals that the user accepted. No server can change them.
struct TokenRecord: SealedRecord {
    enum State: Int64 { case kept = 0, removed = 1 }

    static let table = "chain_token"
    var state = State.kept
    var network: String
    /// The contract or the mint.
    var address: String
    var symbol: String
    var decimals: Int

    init(network: String, address: String, symbol: String, decimals: Int) {
        self.network = network
        self.address = address
        self.symbol = symbol
        self.decimals = decimals
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 4)
        network = try reader.string()
        address = try reader.string()
        symbol = try reader.string()
        decimals = Int(try reader.uint(maximum: 255))
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.text(network)
        writer.text(address)
        writer.text(symbol)
        writer.uint(UInt64(decimals))
    }
}
