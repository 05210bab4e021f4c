// SPDX-License-Identifier: MIT
internal import Chains

/// A call of a token contract. ERC-20, and the operator approval of ERC-721 and ERC-1155.
package enum TokenCall: Hashable, Sendable {
    case transfer(to: Address, amount: Wei)
    /// The spender may take up to the amount at any time, until another approval.
    case approve(spender: Address, amount: Wei)
    case transferFrom(owner: Address, to: Address, amount: Wei)
    case increaseAllowance(spender: Address, amount: Wei)
    case decreaseAllowance(spender: Address, amount: Wei)
    /// The operator may take all tokens of the owner, including future ones. ERC-721
    case setApprovalForAll(operator: Address, isApproved: Bool)

    /// Decodes the data of a call; nil when it is none of these, or not in the form that compilers write.
    package init?(decoding data: [UInt8]) {
        for function in Self.functions {
            guard let values = function.values(ofCall: data), let call = Self.make(function, values) else { continue }
            self = call
            return
        }
        return nil
    }

    /// The data of the call, in smallest units of the token.
    package var data: [UInt8] {
        switch self {
        case .transfer(let to, let amount): Self.data(Self.transferFunction, to, amount)
        case .approve(let spender, let amount): Self.data(Self.approveFunction, spender, amount)
        case .transferFrom(let owner, let to, let amount):
            Self.transferFromFunction.selector + Self.word(owner) + Self.word(to) + amount.bigEndian32
        case .increaseAllowance(let spender, let amount): Self.data(Self.increase, spender, amount)
        case .decreaseAllowance(let spender, let amount): Self.data(Self.decrease, spender, amount)
        case .setApprovalForAll(let agent, let isApproved):
            Self.data(Self.approveAll, agent, isApproved ? 1 : 0)
        }
    }

    /// Whether it approves so much that no balance is safe: from 2^96 - 1 on, or an approval for all.
    ///
    /// Interfaces encode "unlimited" as 2^256 - 1, 2^160 - 1 or 2^96 - 1; intended amounts are below all of them.
    package var isUnlimitedApproval: Bool {
        switch self {
        case .approve(_, let amount), .increaseAllowance(_, let amount):
            amount.bigEndian32[..<20].contains { $0 != 0 } || amount.bigEndian32[20...].allSatisfy { $0 == 0xFF }
        case .setApprovalForAll(_, let isApproved): isApproved
        default: false
        }
    }

    /// The recipient, or the party that may take.
    package var counterparty: Address {
        switch self {
        case .transfer(let to, _), .transferFrom(_, let to, _): to
        case .approve(let spender, _), .increaseAllowance(let spender, _), .decreaseAllowance(let spender, _): spender
        case .setApprovalForAll(let agent, _): agent
        }
    }

    /// The amount in the token's smallest units; nil where there is none.
    package var amount: Wei? {
        switch self {
        case .transfer(_, let amount), .approve(_, let amount), .transferFrom(_, _, let amount),
            .increaseAllowance(_, let amount), .decreaseAllowance(_, let amount):
            amount
        case .setApprovalForAll: nil
        }
    }
}

extension TokenCall {
    private static let transferFunction = ABIFunction(known: "transfer", [.address, .uint(bits: 256)])
    private static let approveFunction = ABIFunction(known: "approve", [.address, .uint(bits: 256)])
    private static let transferFromFunction = ABIFunction(
        known: "transferFrom", [.address, .address, .uint(bits: 256)])
    private static let increase = ABIFunction(known: "increaseAllowance", [.address, .uint(bits: 256)])
    private static let decrease = ABIFunction(known: "decreaseAllowance", [.address, .uint(bits: 256)])
    private static let approveAll = ABIFunction(known: "setApprovalForAll", [.address, .bool])
    fileprivate static let functions = [
        transferFunction, approveFunction, transferFromFunction, increase, decrease, approveAll,
    ]

    private static func make(_ function: ABIFunction, _ values: [ABI.Value]) -> TokenCall? {
        switch (function, values.first, values.dropFirst().first, values.dropFirst(2).first) {
        case (transferFunction, .address(let to), .uint(let amount), nil): .transfer(to: to, amount: amount)
        case (approveFunction, .address(let spender), .uint(let amount), nil):
            .approve(spender: spender, amount: amount)
        case (transferFromFunction, .address(let owner), .address(let to), .uint(let amount)):
            .transferFrom(owner: owner, to: to, amount: amount)
        case (increase, .address(let spender), .uint(let amount), nil):
            .increaseAllowance(spender: spender, amount: amount)
        case (decrease, .address(let spender), .uint(let amount), nil):
            .decreaseAllowance(spender: spender, amount: amount)
        case (approveAll, .address(let agent), .bool(let isApproved), nil):
            .setApprovalForAll(operator: agent, isApproved: isApproved)
        default: nil
        }
    }

    private static func data(_ function: ABIFunction, _ address: Address, _ number: Wei) -> [UInt8] {
        function.selector + word(address) + number.bigEndian32
    }

    private static func word(_ address: Address) -> [UInt8] { [UInt8](repeating: 0, count: 12) + address.bytes }
}
