// SPDX-License-Identifier: MIT
import Chains
import Coins
import Terminal

extension JSON {
    /// A fact of a transaction: its code, and its values.
    static func fact(_ fact: ReviewFact) -> JSON {
        func coded(_ code: String, _ values: JSON = [:]) -> JSON {
            guard case .object(let members) = values else { return .null }
            return .object([Member("code", .text(code))] + members)
        }
        func number(_ number: some BinaryInteger) -> JSON { .integer(Int64(clamping: number)) }
        return switch fact {
        case .asked(let text): coded("asked", ["text": .text(text)])
        case .size(let inputs, let outputs, let bytes):
            coded("size", ["inputs": number(inputs), "outputs": number(outputs), "virtualBytes": number(bytes)])
        case .input(let index, let outPoint, let amount):
            coded("input", ["number": number(index), "output": .text(outPoint), "amount": .coins(amount)])
        case .notBefore(let block): coded("notBefore", ["block": number(block)])
        case .changeInFee(let amount, let rate):
            coded("changeInFee", ["amount": .coins(amount), "rate": .rate(.perVirtualByte(rate))])
        case .evicts(let count, let fees): coded("evicts", ["number": number(count), "amount": .coins(fees)])
        case .signatures(let count): coded("signatures", ["number": number(count)])
        case .lockTime(let time): coded("lockTime", ["number": number(time)])
        case .unprovenAmounts: coded("unprovenAmounts")
        case .psbtVersion(let version): coded("psbtVersion", ["number": number(version)])
        case .noChecksum(let address): coded("noChecksum", ["address": .text(address)])
        case .nonce(let nonce, let gasLimit):
            coded("nonce", ["number": number(nonce), "gasLimit": number(gasLimit)])
        case .tokenContract(let contract): coded("tokenContract", ["address": .text(contract)])
        case .tokenCall(let contract, let call):
            coded("tokenCall", ["address": .text(contract), "text": .text(call)])
        case .movesNothing: coded("movesNothing")
        case .dataFee(let amount): coded("dataFee", ["amount": .coins(amount)])
        case .dataFeeUnknown: coded("dataFeeUnknown")
        case .contractCall(let contract, let bytes):
            coded("contractCall", ["address": .text(contract), "bytes": number(bytes)])
        case .code(let bytes): coded("code", ["bytes": number(bytes)])
        case .deposits(let amount): coded("deposits", ["amount": .coins(amount)])
        case .durableNonce(let nonce): coded("durableNonce", ["address": .text(nonce)])
        case .makesNonceAccount(let address): coded("makesNonceAccount", ["address": .text(address)])
        case .memo(let text): coded("memo", ["text": .text(text)])
        }
    }

    /// The price of a fee with its unit, such as `{"value":"12.5","unit":"sat/vB"}`.
    static func rate(_ price: FeePrice) -> JSON {
        switch price {
        case .perVirtualByte(let number): ["value": .text(number), "unit": "sat/vB"]
        case .gas(let amount, _):
            ["value": .text(amount.unit.text(amount.value)), "unit": .text(amount.unit.symbol)]
        case .perComputeUnit(let price): ["value": .text("\(price)"), "unit": "microlamports"]
        case .whole(let fee): ["value": .text(fee.unit.text(fee.value)), "unit": .text(fee.unit.symbol)]
        }
    }
}
