// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// A name for an address that was checked when it was added.
struct ContactRecord: SealedRecord {
    enum State: Int64 { case kept = 0, removed = 1 }

    static let table = "chain_contact"
    var state = State.kept
    var name: String
    var network: String
    var address: String

    init(name: String, network: String, address: String) {
        self.name = name
        self.network = network
        self.address = address
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 3)
        name = try reader.string()
        network = try reader.string()
        address = try reader.string()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.text(name)
        writer.text(network)
        writer.text(address)
    }
}
