// SPDX-License-Identifier: MIT
package import Bitcoin
internal import Bytes
package import Chains
internal import Crypto
internal import HTTP

/// A server with Esplora's HTTP interface, such as blockstream.info and mempool.space.
///
/// It has no batches, so each question is a request. Its answers are checked as for ``ElectrumServer``. Not Sendable.
///
/// Interface: <https://github.com/Blockstream/esplora/blob/master/API.md>
package final class EsploraServer: BitcoinServer {
    /// Confirmed transactions per page.
    private static let page = 25

    private let network: Network
    private let site: ServerSite

    /// - Parameter site: includes the interface's base path, such as `https://blockstream.info/api`.
    package init(network: Network, site: ServerSite) {
        self.network = network
        self.site = site
    }

    package func checkNetwork() throws {
        guard try text("/block-height/0") == network.bitcoinFacts?.genesisHash else {
            throw CoinsError(.lyingServer, "\(site.name) is not on \(network.title): its first block is another.")
        }
    }

    package func tip() throws -> UInt32 {
        guard let height = try UInt32(text("/blocks/tip/height")) else { throw site.malformed("a height") }
        return height
    }

    package func histories(of scripts: [Script]) throws -> [[BitcoinEntry]] { try scripts.map(history) }

    private func history(of script: Script) throws -> [BitcoinEntry] {
        // In the hash's own byte order, unlike Electrum, which reverses it.
        let path = "/scripthash/\(Hex.encode(SHA256.hash(script.bytes).bytes))/txs"
        var entries = try entries(path)
        var known = Set(entries)
        var page = entries.filter { $0.height != nil }
        while page.count >= Self.page, let last = page.last {
            page = try self.entries("\(path)/chain/\(last.id)").filter { known.insert($0).inserted }
            entries += page
            guard entries.count <= ElectrumServer.maximumHistory else {
                throw CoinsError(
                    .tooLarge,
                    "\(site.name) reports more than \(ElectrumServer.maximumHistory) transactions of an address. Choose another server."
                )
            }
        }
        // The server lists the newest first.
        return entries.reversed()
    }

    private func entries(_ path: String) throws -> [BitcoinEntry] {
        guard let items = try json(path).array else { throw site.malformed("a history") }
        return try items.map { item in
            // Safe: nil is refused.
            guard let id = item["txid"]?.string.flatMap({ try? TransactionID(parsing: $0) }),
                let isConfirmed = item["status"]?["confirmed"]?.bool
            else { throw site.malformed("a history") }
            guard isConfirmed else { return BitcoinEntry(id: id, height: nil) }
            guard let height = item["status"]?["block_height"]?.uint64.flatMap(UInt32.init(exactly:)) else {
                throw site.malformed("a history")
            }
            return BitcoinEntry(id: id, height: height)
        }
    }

    package func transactions(_ ids: [TransactionID]) throws -> [Transaction] {
        try ids.map { id in
            try TransactionText.transaction(text("/tx/\(id)/hex"), id: id, from: site.name)
        }
    }

    package func times(ofBlocks heights: [UInt32]) throws -> [UInt64] {
        try heights.map { height in
            let hash = try text("/block-height/\(height)")
            guard hash.utf8.count == 64, hash.utf8.allSatisfy({ $0.isHexadecimal }) else {
                throw site.malformed("a block")
            }
            let header = try BlockHeader(
                hex: text("/block/\(hash)/header"), height: height, network: network, from: site.name)
            guard header.hash == hash else { throw site.malformed("the block that was asked for") }
            return header.time
        }
    }

    package func feeRate(withinBlocks target: Int) throws -> FeeRate? {
        guard let members = try json("/fee-estimates").members else { throw site.malformed("fee estimates") }
        let known = members.compactMap { member in Int(member.key).map { (blocks: $0, rate: member.value) } }
        let fitting = known.filter { $0.blocks <= target }.max { $0.blocks < $1.blocks }
        guard let best = fitting ?? known.min(by: { $0.blocks < $1.blocks }) else { return nil }
        // Satoshis per virtual byte, as a fraction.
        let units = best.rate.number.flatMap(DecimalText.init)?.units(decimals: 3, .up)
        return try TransactionText.feeRate(satoshisPerKilobyte: units, from: site.name)
    }

    /// The interface does not offer this.
    package func relayTerms() throws -> RelayTerms { .unknown }

    package func broadcast(_ transaction: Transaction) throws {
        let body = Array(Hex.encode(transaction.serialized()).utf8)
        let response = try site.send(.post, path: "/tx", type: "text/plain", body: body)
        let text = String(decoding: response.body.prefix(10_000), as: UTF8.self)
        if response.status == 200 {
            return try TransactionText.check(text, is: transaction.id, from: site.name)
        }
        guard response.status == 400 else { throw site.failed(response) }
        let refusal = RPCRefusal(code: 0, message: text)
        try TransactionText.accept(transaction.id, refusedWith: refusal, from: site.name) { try transactions([$0]) }
    }

    private func answer(_ path: String) throws -> [UInt8] {
        let response = try site.send(.get, path: path)
        guard response.status == 200 else {
            guard [400, 404].contains(response.status) else { throw site.failed(response) }
            let words = ServerText.shown(String(decoding: response.body.prefix(1_000), as: UTF8.self))
            throw ServerRefusal(server: site.name, meaning: nil, words: words).error()
        }
        return response.body
    }

    /// Short answers are plain text.
    private func text(_ path: String) throws -> String {
        guard let text = String(validating: try answer(path), as: UTF8.self) else { throw site.malformed("text") }
        return text
    }

    private func json(_ path: String) throws -> JSONValue {
        do {
            return try JSONValue(parsing: answer(path), maximumCount: ServerSite.maximumBytes)
        } catch let error as BytesError {
            throw site.malformed("JSON", cause: error)
        }
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
    }
}
