// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// An unsigned transaction. Creating one checks nothing; ``Review`` does.
package struct Transaction: Hashable, Sendable {
    /// The network's chain id. Only transactions from before EIP-155 lack one; they can be parsed but not signed.
    package var chainID: UInt64?
    /// The number of the sender's earlier transactions.
    package var nonce: UInt64
    package var pricing: Pricing
    /// The most gas that it may use.
    package var gasLimit: UInt64
    /// Nil creates a contract.
    package var to: Address?
    package var value: Wei
    /// The data of a contract call, or the code of a new contract.
    package var data: [UInt8]
    /// The storage that it will access, declared for a lower price. EIP-2930; always empty in a legacy transaction.
    package var accessList: [AccessListEntry]

    /// The transaction's type with its fee fields. All prices are in wei per unit of gas.
    package enum Pricing: Hashable, Sendable {
        /// The original type. EIP-155
        case legacy(gasPrice: Wei)
        /// Type 1. EIP-2930
        case listed(gasPrice: Wei)
        /// Type 2: the base fee is burned, the tip goes to the proposer, and their sum stays below the maximum.
        /// EIP-1559
        case market(maximumFee: Wei, tip: Wei)

        /// The highest price per unit of gas.
        package var maximum: Wei {
            switch self {
            case .legacy(let price), .listed(let price), .market(let price, _): price
            }
        }
    }

    /// An address with its storage slots that a transaction will access. EIP-2930
    package struct AccessListEntry: Hashable, Sendable {
        package var address: Address
        /// 32 bytes each.
        package var slots: [[UInt8]]

        package init(address: Address, slots: [[UInt8]]) {
            self.address = address
            self.slots = slots
        }
    }

    package init(
        chainID: UInt64?, nonce: UInt64, pricing: Pricing, gasLimit: UInt64, to: Address?, value: Wei,
        data: [UInt8] = [], accessList: [AccessListEntry] = []
    ) {
        self.chainID = chainID
        self.nonce = nonce
        self.pricing = pricing
        self.gasLimit = gasLimit
        self.to = to
        self.value = value
        self.data = data
        self.accessList = accessList
    }

    /// The largest signed transaction in bytes; nodes relay at most 128 KB.
    package static let maximumCount = 128 << 10

    /// The highest possible cost besides its value.
    ///
    /// - Throws: ``EthereumError`` with `.tooLarge` above 256 bits.
    package var maximumFee: Wei {
        get throws {
            do {
                return try pricing.maximum.multiplied(by: Wei(gasLimit))
            } catch {
                throw EthereumError(.tooLarge, "Gas limit and price are beyond all ether that exists.", cause: error)
            }
        }
    }

    /// The most that the sender's account can lose in ether.
    ///
    /// - Throws: ``EthereumError`` with `.tooLarge` above 256 bits.
    package var maximumCost: Wei {
        get throws {
            do {
                return try maximumFee.adding(value)
            } catch let error as ChainsError {
                throw EthereumError(.tooLarge, "Amount and fee are beyond all ether that exists.", cause: error)
            }
        }
    }

    /// The bytes whose hash is signed, which signing devices receive too. EIP-155, EIP-2718
    package var unsigned: [UInt8] {
        var fields = body
        if type == nil, let chainID {
            fields += [.bytes(chainID.minimalBigEndian), .bytes([]), .bytes([])]
        }
        return RLP.encode(.list(fields), prefix: type)
    }

    /// The digest that is signed, which includes the chain id.
    package var signingHash: [UInt8] { Keccak256.hash(unsigned) }

    /// The byte that names the type. EIP-2718
    var type: UInt8? {
        switch pricing {
        case .legacy: nil
        case .listed: 1
        case .market: 2
        }
    }

    /// All fields before the signature.
    var body: [RLP.Item] {
        var fields: [RLP.Item] = []
        fields.reserveCapacity(12)
        if type != nil { fields.append(.bytes((chainID ?? 0).minimalBigEndian)) }
        fields.append(.bytes(nonce.minimalBigEndian))
        switch pricing {
        case .legacy(let price), .listed(let price): fields.append(.bytes(price.minimalBigEndian))
        case .market(let maximum, let tip):
            fields.append(.bytes(tip.minimalBigEndian))
            fields.append(.bytes(maximum.minimalBigEndian))
        }
        fields.append(.bytes(gasLimit.minimalBigEndian))
        fields.append(.bytes(to?.bytes ?? []))
        fields.append(.bytes(value.minimalBigEndian))
        fields.append(.bytes(data))
        if type != nil {
            fields.append(
                .list(accessList.map { .list([.bytes($0.address.bytes), .list($0.slots.map { .bytes($0) })]) }))
        }
        return fields
    }
}
