// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// What an account orders, before anybody signed it. Making one checks nothing; ``Review`` does.
package struct Transaction: Hashable, Sendable {
    /// The network it is for. Only transactions from before EIP-155 lack one; they are read, never signed.
    package var chainID: UInt64?
    /// How many transactions the sender made before this one.
    package var nonce: UInt64
    package var pricing: Pricing
    /// The most gas that it may use.
    package var gasLimit: UInt64
    /// Nil creates a contract.
    package var to: Address?
    package var value: Wei
    /// The call of a contract, or the code that creates one.
    package var data: [UInt8]
    /// What it will touch, declared to pay less for it. EIP-2930; always empty in a legacy transaction.
    package var accessList: [AccessListEntry]

    /// The form of a transaction, with what its form says about the fee. All prices are wei a unit of gas.
    package enum Pricing: Hashable, Sendable {
        /// The first form. EIP-155
        case legacy(gasPrice: Wei)
        /// Type 1. EIP-2930
        case listed(gasPrice: Wei)
        /// Type 2: the base fee burns, the tip is the proposer's, both together stay below the maximum. EIP-1559
        case market(maximumFee: Wei, tip: Wei)

        /// The most that a unit of gas can cost.
        package var maximum: Wei {
            switch self {
            case .legacy(let price), .listed(let price), .market(let price, _): price
            }
        }
    }

    /// An address with the storage slots of it that a transaction will touch. EIP-2930
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

    /// The most bytes a signed transaction may have; nodes relay at most 128 KB.
    package static let maximumCount = 128 << 10

    /// The most that it can cost beside its value.
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

    /// The bytes whose hash is signed, as a signing device is sent them too. EIP-155, EIP-2718
    package var unsigned: [UInt8] {
        var fields = body
        if type == nil, let chainID {
            fields += [.bytes(chainID.minimalBigEndian), .bytes([]), .bytes([])]
        }
        return RLP.encode(.list(fields), prefix: type)
    }

    /// What a signature is made of; the chain id is a part of it.
    package var signingHash: [UInt8] { Keccak256.hash(unsigned) }

    /// The byte that names the form. EIP-2718
    var type: UInt8? {
        switch pricing {
        case .legacy: nil
        case .listed: 1
        case .market: 2
        }
    }

    /// All fields before those of the signature.
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
