// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Vault

/// A server that the user added or accepted. The wallet contacts no other server.
struct ServerRecord: SealedRecord {
    enum State: Int64 { case accepted = 0, removed = 1 }

    static let table = "chain_server"
    var state = State.accepted
    var network: String
    var kind: ServerAddress.Kind
    var url: String

    init(_ server: ServerAddress) {
        network = server.network.name
        kind = server.kind
        url = server.url
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 3)
        network = try reader.string()
        kind = ServerAddress.Kind(try reader.string())
        url = try reader.string()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.text(network)
        writer.text(kind.rawValue)
        writer.text(url)
    }
}
