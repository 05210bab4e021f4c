// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
package import Ethereum

extension EthereumNode {
    /// The most transfers in one answer, and in total.
    private static let maximumTransfers = 10_000
    /// Blocks per request; where a server allows fewer, the range is halved.
    private static let blocksAtOnce: UInt64 = 10_000
    /// The hash of `Transfer(address,address,uint256)`.
    private static let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

    /// Every transfer of these tokens to or from an address within a block range, oldest first.
    ///
    /// - Throws: ``CoinsError``; `.tooLarge` for more transfers than a personal account has.
    package func transfers(
        of tokens: [Address], touching account: Address, inBlocks blocks: ClosedRange<UInt64>
    ) throws -> [EthereumTransfer] {
        guard !tokens.isEmpty else { return [] }
        // Keyed by block and position, because a transfer to oneself is found twice.
        var found: [Place: EthereumTransfer] = [:]
        for isSender in [true, false] {
            var start = blocks.lowerBound
            var step = Self.blocksAtOnce
            while start <= blocks.upperBound {
                let end = min(blocks.upperBound, start.addingReportingOverflow(step - 1).partialValue)
                do {
                    for (place, transfer) in try logs(
                        of: tokens, account, start...max(start, end), isSender: isSender)
                    {
                        found[place] = transfer
                    }
                    guard found.count <= Self.maximumTransfers else { throw tooMany }
                    guard end < blocks.upperBound else { break }
                    start = end + 1
                } catch let error as CoinsError where step > 1 && error.code == .refused {
                    // Servers limit the blocks, or the logs, of a request.
                    step /= 2
                }
            }
        }
        return found.sorted { ($0.key.block, $0.key.index) < ($1.key.block, $1.key.index) }.map(\.value)
    }

    /// The position of a log.
    private struct Place: Hashable {
        let block: UInt64
        let index: UInt64
    }

    private func logs(
        of tokens: [Address], _ account: Address, _ blocks: ClosedRange<UInt64>, isSender: Bool
    ) throws -> [(Place, EthereumTransfer)] {
        let own = JSONValue.string("0x" + String(repeating: "0", count: 24) + Hex.encode(account.bytes))
        let topics: JSONValue = isSender ? [.string(Self.topic), own] : [.string(Self.topic), .null, own]
        let answer = try ask(
            "eth_getLogs",
            [
                [
                    "fromBlock": hex(blocks.lowerBound), "toBlock": hex(blocks.upperBound),
                    "address": .array(tokens.map { .string($0.text) }), "topics": topics,
                ]
            ])
        guard let logs = answer.array else { throw malformed("token transfers") }
        guard logs.count <= Self.maximumTransfers else { throw tooMany }
        return try logs.compactMap { log in
            // NFT transfers share the topic and have one topic more; they have no amount.
            guard let topics = log["topics"]?.array, topics.count == 3, log["removed"]?.bool != true else { return nil }
            // A contract may log any data as its amount. Data that is not an amount moved nothing.
            let amount = try bytes(log["data"] ?? .null, "an amount")
            guard amount.count == ABI.wordCount else { return nil }
            let place = Place(
                block: try number(log["blockNumber"] ?? .null, "a block").uint64 ?? .max,
                index: try number(log["logIndex"] ?? .null, "a place").uint64 ?? .max)
            let transfer = EthereumTransfer(
                token: try address(log["address"]), from: try party(topics[1]), to: try party(topics[2]),
                amount: try Wei(bigEndian: amount), block: place.block,
                transaction: try bytes(log["transactionHash"] ?? .null, "a hash", count: 32))
            guard topics[0].string?.lowercased() == Self.topic, tokens.contains(transfer.token),
                (isSender ? transfer.from : transfer.to) == account, blocks.contains(place.block)
            else { throw malformed("the transfers that were asked for") }
            return (place, transfer)
        }
    }

    private func party(_ topic: JSONValue) throws -> Address {
        try Address(Array(bytes(topic, "an address", count: 32).suffix(Address.count)))
    }

    private var tooMany: CoinsError {
        CoinsError(
            .tooLarge,
            "\(name) reports more than \(Self.maximumTransfers) transfers of this account. Choose another server.")
    }
}
