// SPDX-License-Identifier: MIT
package import Bytes
import TestSupport

/// A Bitcoin chain of one test: a node, its Esplora interface, and ElectrumX when asked for. Gone with this value.
package final class LocalBitcoin {
    /// What the node's RPC wants.
    package let user = "peer"
    package let password = "peer"

    private let folder: ScratchFolder
    private let node: PeerProcess
    private let calls: PeerCalls
    private var electrumServer: PeerProcess?
    private let electrumFolder: ScratchFolder

    /// Starts a node at height 101, so that it has a reward to give away.
    package init() throws {
        folder = try ScratchFolder()
        electrumFolder = try ScratchFolder()
        node = try PeerProcess("bitcoin_node.py", [folder.path])
        calls = PeerCalls(
            url: "http://127.0.0.1:\(node.port)/", authorization: "Basic \(Base64.encode(Array("peer:peer".utf8)))")
        try mine(101)
    }

    package var rpcURL: String { "http://127.0.0.1:\(node.port)/" }

    package var esploraURL: String { "http://127.0.0.1:\(node.port)/api" }

    /// The port of ElectrumX, which starts with the first call.
    package func electrumPort() throws -> UInt16 {
        if let electrumServer { return electrumServer.port }
        let server = try PeerProcess("electrum_server.py", [electrumFolder.path, "\(node.port)"])
        electrumServer = server
        return server.port
    }

    /// Waits until ElectrumX knows what the node knows, if it runs; the other interfaces know at once.
    package func settle() throws { _ = try electrumServer?.ask("\(height())") }

    package func height() throws -> Int { try call("getblockcount").int ?? 0 }

    /// Puts what waits into a block, with more blocks on top.
    package func mine(_ blocks: Int = 1) throws {
        _ = try call("generate", .number(blocks))
        try settle()
    }

    /// Pays to addresses in one transaction, in a block of its own; the transaction's id.
    @discardableResult
    package func fund(_ payments: [(address: String, satoshis: UInt64)]) throws -> String {
        let pairs = payments.map { JSONValue.array([.string($0.address), .number($0.satoshis)]) }
        let id = try call("fund", .array(pairs)).string ?? ""
        try settle()
        return id
    }

    /// Replaces the last blocks by one more empty ones; their transactions wait again, or are lost.
    package func reorganise(depth: Int, keepingTransactions isKept: Bool = true) throws {
        _ = try call("reorganise", .number(depth), .bool(isKept))
        try settle()
    }

    /// Makes the node forget a waiting transaction and all that spend from it.
    package func drop(_ id: String) throws {
        _ = try call("dropfrommempool", .string(id))
        try settle()
    }

    /// The ids of what waits.
    package func mempool() throws -> [String] { try call("getrawmempool").array?.compactMap(\.string) ?? [] }

    /// Whether the node would take these bytes; its reason when not.
    package func refusal(of transaction: [UInt8]) throws -> String? {
        let answer = try call("testmempoolaccept", [.string(Hex.encode(transaction))])
        if answer[0]?["allowed"]?.bool == true { return nil }
        return answer[0]?["reject-reason"]?.string ?? "no reason"
    }

    /// Hands bytes to the node; its reason is thrown when it refuses.
    @discardableResult
    package func send(_ transaction: [UInt8]) throws -> String {
        let id = try call("sendrawtransaction", .string(Hex.encode(transaction))).string ?? ""
        try settle()
        return id
    }

    /// Any method of the node; `Tests/Peers/bitcoin_node.py` says which there are.
    package func call(_ method: String, _ params: JSONValue...) throws -> JSONValue { try calls.call(method, params) }
}
