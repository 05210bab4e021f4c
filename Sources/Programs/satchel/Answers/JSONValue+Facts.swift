// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Terminal

extension JSONValue {
    /// A fact of a transaction: its code, and its values.
    static func fact(_ fact: ReviewFact) -> JSONValue {
        func coded(_ code: String, _ values: JSONValue = [:]) -> JSONValue {
            guard case .object(let members) = values else { return .null }
            return .object([Member("code", .string(code))] + members)
        }
        func number(_ number: some BinaryInteger) -> JSONValue { .number(Int64(clamping: number)) }
        return switch fact {
        case .asked(let text): coded("asked", ["text": .string(text)])
        case .size(let inputs, let outputs, let bytes):
            coded("size", ["inputs": number(inputs), "outputs": number(outputs), "virtualBytes": number(bytes)])
        case .input(let index, let outPoint, let amount):
            coded("input", ["number": number(index), "output": .string(outPoint), "amount": .coins(amount)])
        case .notBefore(let block): coded("notBefore", ["block": number(block)])
        case .changeInFee(let amount, let rate):
            coded("changeInFee", ["amount": .coins(amount), "rate": .rate(.perVirtualByte(rate))])
        case .evicts(let count, let fees): coded("evicts", ["number": number(count), "amount": .coins(fees)])
        case .signatures(let count): coded("signatures", ["number": number(count)])
        case .lockTime(let time): coded("lockTime", ["number": number(time)])
        case .unprovenAmounts: coded("unprovenAmounts")
        case .psbtVersion(let version): coded("psbtVersion", ["number": number(version)])
        case .noChecksum(let address): coded("noChecksum", ["address": .string(address)])
        case .nonce(let nonce, let gasLimit):
            coded("nonce", ["number": number(nonce), "gasLimit": number(gasLimit)])
        case .tokenContract(let contract): coded("tokenContract", ["address": .string(contract)])
        case .tokenCall(let contract, let call):
            coded("tokenCall", ["address": .string(contract), "text": .string(call)])
        case .movesNothing: coded("movesNothing")
        case .dataFee(let amount): coded("dataFee", ["amount": .coins(amount)])
        case .dataFeeUnknown: coded("dataFeeUnknown")
        case .contractCall(let contract, let bytes):
            coded("contractCall", ["address": .string(contract), "bytes": number(bytes)])
        case .code(let bytes): coded("code", ["bytes": number(bytes)])
        case .deposits(let amount): coded("deposits", ["amount": .coins(amount)])
        case .durableNonce(let nonce): coded("durableNonce", ["address": .string(nonce)])
        case .makesNonceAccount(let address): coded("makesNonceAccount", ["address": .string(address)])
        case .memo(let text): coded("memo", ["text": .string(text)])
        }
    }

    /// The price of a fee with its unit, such as `{"value":"12.5","unit":"sat/vB"}`.
    static func rate(_ price: FeePrice) -> JSONValue {
        switch price {
        case .perVirtualByte(let number): ["value": .string(number), "unit": "sat/vB"]
        case .gas(let amount, _):
            ["value": .string(amount.unit.text(amount.value)), "unit": .string(amount.unit.symbol)]
        case .perComputeUnit(let price): ["value": .string("\(price)"), "unit": "microlamports"]
        case .whole(let fee): ["value": .string(fee.unit.text(fee.value)), "unit": .string(fee.unit.symbol)]
        }
    }
}
