// SPDX-License-Identifier: MIT
package import Chains
package import Coins

/// What coins say, in the person's language: the parts below give values, and the sentences of the command line are theirs.
extension Localizer {
    /// An amount of coins with its unit, such as `0,004 BTC`.
    package func amount(_ amount: CoinAmount) -> String {
        "\(decimal(amount.unit.text(amount.value)))\u{A0}\(symbol(amount.unit))"
    }

    /// What an account holds, and below it what of that is in no block or cannot be spent yet.
    package func holding(_ balance: CoinBalance) -> (amount: String, notes: [String]) {
        let total = balance.total
        var notes: [String] = []
        if balance.pending.value != .zero { notes.append(self(.coinUnconfirmed, ["amount": amount(balance.pending)])) }
        if balance.spendable.value != total.value {
            notes.append(self(.coinSpendable, ["amount": amount(balance.spendable)]))
        }
        return (amount(total), notes)
    }

    /// Says that the balance of a token is unknown.
    package func sentence(on balance: UnknownBalance) -> String {
        self(.coinBalanceUnknown, ["token": balance.unit.symbol, "address": balance.token])
    }

    /// A price of work on a chain, in the unit of the chain.
    package func callAsFunction(_ price: FeePrice) -> String {
        switch price {
        case .perVirtualByte(let number): "\(decimal(number))\u{A0}sat/vB"
        case .gas(let price, let isMost): isMost ? self(.feeAtMost, ["price": amount(price)]) : amount(price)
        case .perComputeUnit(let price): self(.feePerUnit, ["number": decimal("\(price)")])
        case .whole(let fee): amount(fee)
        }
    }

    /// The unit of an unknown token is named in words.
    private func symbol(_ unit: Unit) -> String {
        if unit.symbol == "smallest units" { return self(.smallestUnits) }
        let foreign = "of token "
        guard unit.symbol.hasPrefix(foreign) else { return unit.symbol }
        return self(.unitsOfToken, ["token": String(unit.symbol.dropFirst(foreign.count))])
    }

    /// What a transaction says beside its payees.
    package func callAsFunction(_ fact: ReviewFact) -> String {
        switch fact {
        case .asked(let text): self(.factAsked, ["text": text])
        case .size(let inputs, let outputs, let bytes):
            self(
                .factSize,
                [
                    "inputs": self(.countInputs, count: inputs), "outputs": self(.countOutputs, count: outputs),
                    "size": number(bytes),
                ])
        case .input(let place, let outPoint, let amount):
            self(
                .factInput,
                ["number": number(place), "outpoint": outPoint, "amount": self.amount(amount)])
        case .notBefore(let block): self(.factNotBefore, ["block": decimal("\(block)")])
        case .changeInFee(let amount, let rate):
            self(.factChangeInFee, ["amount": self.amount(amount), "rate": decimal(rate)])
        case .evicts(let count, let fees): self(.factEvicts, count: count, ["fees": self.amount(fees)])
        case .noChecksum(let address): self(.factNoChecksum, ["address": address])
        case .signatures(let count): self(.factSignatures, count: count)
        case .lockTime(let time): self(.factLockTime, ["time": "\(time)"])
        case .unprovenAmounts: self(.warnUnprovenAmounts)
        case .psbtVersion(let version): self(.factPSBTVersion, ["number": "\(version)"])
        case .nonce(let nonce, let gasLimit):
            self(.factNonce, ["nonce": "\(nonce)", "limit": decimal("\(gasLimit)")])
        case .tokenContract(let contract): self(.factTokenContract, ["address": contract])
        case .tokenCall(let contract, let call): self(.factTokenCall, ["address": contract, "call": call.visible])
        case .dataFee(let amount): self(.factDataFee, ["amount": self.amount(amount)])
        case .dataFeeUnknown: self(.factDataFeeUnknown)
        case .movesNothing: self(.factMovesNothing)
        case .contractCall(let contract, let bytes): self(.factContractCall, count: bytes, ["address": contract])
        case .code(let bytes): self(.factCode, count: bytes)
        case .deposits(let amount): self(.factDeposits, ["amount": self.amount(amount)])
        case .durableNonce(let nonce): self(.factDurableNonce, ["nonce": nonce])
        case .makesNonceAccount(let address): self(.factNonceAccount, ["address": address])
        case .memo(let text): self(.factMemo, ["text": text.visible])
        }
    }

    // MARK: - Warnings

    /// What must be confirmed; a warning that has no words here yet is said as the part below says it.
    package func callAsFunction(_ warning: SendReview.Warning) -> String {
        guard let word = Self.word(warning) else { return original(warning.sentence.visible) }
        var count: UInt64?
        var values: [String: String] = [:]
        for (name, value) in warning.values {
            switch value {
            case .text(let text): values[name] = text.visible
            case .number(let number):
                values[name] = decimal("\(number)")
                if name == "units" { count = number }
            case .amount(let amount): values[name] = self.amount(amount)
            }
        }
        guard let count else { return self(word, values) }
        // Beyond what a count may be, only its form matters.
        let text = decimal("\(count)")
        return self(word, count: count == 1 ? 1 : 2, values.merging(["count": text]) { $1 })
    }

    /// The words of a warning by its name; nil for a name that is not known here.
    package static func word(_ warning: SendReview.Warning) -> StringKey? {
        switch warning.name {
        case "fee-share": warning.values["fee"] == nil ? .warnFeeShare : .warnFeeShareOf
        case "unknown-call": warning.values["program"] == nil ? .warnUnknownCall : .warnUnknownInstruction
        case "gives-away": warning.values["address"] == nil ? .warnGivesUp : .warnGivesAway
        default: names[warning.name]
        }
    }

    private static let names: [String: StringKey] = [
        "fee-large": .warnFeeLarge, "fee-rate": .warnFeeRate, "pays-self": .warnPaysSelf,
        "paid-before": .warnPaidBefore, "future-address": .warnFutureAddress, "unknown-script": .warnUnknownScript,
        "foreign-inputs": .warnForeignInputs, "not-replaceable": .warnNotReplaceable,
        "unconfirmed": .warnUnconfirmed, "unproven-amounts": .warnUnprovenAmounts,
        "open-signature": .warnOpenSignature, "unusual-script": .warnUnusualScript, "far-address": .warnFarAddress,
        "nothing-to-sign": .warnNothingToSign, "unlimited-approval": .warnUnlimitedApproval,
        "approval": .warnApproval, "to-token-contract": .warnToTokenContract,
        "to-zero-address": .warnToZeroAddress, "value-to-contract": .warnValueToContract,
        "creates-contract": .warnCreatesContract, "unknown-token": .warnUnknownToken,
        "from-other-account": .warnFromOtherAccount, "unreadable-message": .warnUnreadableMessage,
        "permission": .warnPermission, "any-network": .warnAnyNetwork, "unknown-program": .warnUnknownProgram,
        "unknown-table": .warnUnknownTable, "new-account": .warnNewAccount, "off-curve": .warnOffCurve,
        "not-a-wallet": .warnNotAWallet, "unknown-owner": .warnUnknownOwner, "unstated-token": .warnUnstatedToken,
        "transfer-fee": .warnTransferFee, "transfer-hook": .warnTransferHook,
        "permanent-delegate": .warnPermanentDelegate, "scaled-display": .warnScaledDisplay,
        "recipient-pays": .warnRecipientPays, "no-origin": .warnNoOrigin, "other-amount": .warnOtherAmount,
        "delegates": .warnDelegates,
        "burns": .warnBurns, "closes": .warnCloses,
    ]

    // MARK: - Payments

    /// How a payment stands and what can be done now, in sentences.
    package func sentence(of status: SendStatus) -> String {
        let block = decimal("\(status.height ?? 0)")
        let sentence =
            switch status.state {
            case .exported: self(.sendingExported)
            case .signed: self(.sendingSigned)
            case .sent: self(status.fee.unit == .sol ? .sendingSentBriefly : .sendingSent)
            case .confirmed: self(.sendingConfirmed, ["block": block])
            case .final: self(.sendingFinal, ["block": block])
            case .refused: self(.sendingRefused)
            case .replaced: self(.sendingReplaced)
            case .expired: self(.sendingExpired)
            case .failed: self(.sendingFailed, ["block": block])
            case .dropped: self(.sendingDropped)
            }
        guard let remark = status.remark, [.exported, .signed, .sent, .refused, .failed].contains(status.state) else {
            return sentence
        }
        return join([sentence, self(remark)])
    }

    /// A name that the wallet gave an account by itself, in the person's language; any other as it is.
    package func name(of account: CoinAccount) -> String {
        account.name == "\(account.network.title) (watched)"
            ? self(.watchedName, ["network": account.network.title]) : account.name
    }
}

extension Localizer {
    /// How long a payment with this fee usually takes: Bitcoin's blocks come every ten minutes on average, and its
    /// levels aim at 24, 6 and 2 of them. Nil where the chain's levels say nothing about time.
    package func usualTime(of level: FeeLevel, on chain: Chain) -> String? {
        switch (chain, level) {
        case (.bitcoin, .slow): self(.aboutHours, count: 4)
        case (.bitcoin, .normal): self(.aboutHours, count: 1)
        case (.bitcoin, .fast): self(.aboutMinutes, count: 20)
        case (.ethereum, .slow): nil
        case (.ethereum, _), (.solana, _): self(.withinMinute)
        default: nil
        }
    }
}
