// SPDX-License-Identifier: MIT
package import Coins
internal import HubAPI
internal import Keys
internal import Tokens

/// Why something was refused, in the person's language.
extension Localizer {
    package func callAsFunction(_ reason: UserMessage.Reason) -> String {
        switch reason {
        case .request(let finding): self(finding)
        case .server(let remark): self(remark)
        case .device(let finding): self(finding.reason.word, finding.reason.values)
        case .youngAccount(let limit): self(limit)
        case .kept: self(.sendingKept)
        }
    }

    private func callAsFunction(_ limit: YoungAccountLimit) -> String {
        self(
            .refusedUntilOlder,
            ["time": day(limit.until), "limit": amount(limit.limit), "amount": amount(limit.unredeemed)])
    }

    // MARK: - Coins

    /// What was said last of a payment.
    package func callAsFunction(_ remark: SendRemark) -> String {
        switch remark {
        case .refused(let refusal): self(refusal)
        case .failed(let code, let message): self(UserMessage(CoinsError(code, message)))
        case .signatures(let missing): self(missing)
        case .legacy(let text): original(text)
        }
    }

    private func callAsFunction(_ refusal: ServerRefusal) -> String {
        let values = ["server": refusal.server, "text": refusal.words]
        guard let meaning = refusal.meaning else { return self(.serverRefuses, values) }
        return join([self(meaning), self(.serverSays, values)])
    }

    private func callAsFunction(_ missing: MissingSignatures) -> String {
        let needed = missing.needed.map { number($0) } ?? "?"
        let values = ["have": number(missing.have), "needed": needed]
        guard let input = missing.input else { return self(.signaturesMissing, values) }
        let places = ["done": number(missing.done), "count": number(missing.inputs), "number": number(input)]
        return self(.signaturesMissingAt, values.merging(places) { value, _ in value })
    }

    private func callAsFunction(_ meaning: ServerRefusal.Meaning) -> String {
        switch meaning {
        case .replacementTooCheap: self(.serverReplacementTooCheap)
        case .belowRelayFee: self(.serverBelowRelayFee)
        case .belowCurrentFee: self(.serverBelowCurrentFee)
        case .feeTooHigh: self(.serverFeeTooHigh)
        case .tipAboveMost: self(.serverTipAboveMost)
        case .wrongGasLimit: self(.serverWrongGasLimit)
        case .conflict: self(.serverConflict)
        case .coinsGone: self(.serverCoinsGone)
        case .unconfirmedAdded: self(.serverUnconfirmedAdded)
        case .dust: self(.serverDust)
        case .immatureReward: self(.serverImmatureReward)
        case .lockedUntilLater: self(.serverLockedUntilLater)
        case .coinsTooYoung: self(.serverCoinsTooYoung)
        case .longChain: self(.serverLongChain)
        case .numberWaits: self(.serverNumberWaits)
        case .numberUsed: self(.serverNumberUsed)
        case .numberMissing: self(.serverNumberMissing)
        case .tooLittleEther: self(.serverTooLittleEther)
        case .tooFewSOL: self(.serverTooFewSOL)
        case .belowRent: self(.serverBelowRent)
        case .tooLittleHeld: self(.serverTooLittleHeld)
        case .otherNetwork: self(.serverOtherNetwork)
        case .signedTooLongAgo: self(.serverSignedTooLongAgo)
        case .fails(let text): self(.serverFails, ["text": text])
        case .stepFails(let step, let text): self(.serverStepFails, ["number": number(step), "text": text ?? "?"])
        }
    }

    // MARK: - Requests

    /// What speaks against paying a request.
    private func callAsFunction(_ finding: RequestCheck.Finding) -> String {
        switch finding {
        case .otherHub: self(.requestOfOtherHub)
        case .unknownUnit(let number): self(.requestOfUnknownCurrency, ["number": "\(number)"])
        case .otherUnit(let number): self(.requestOfOtherCurrency, ["number": "\(number)"])
        case .zeroAmount: self(.requestForNothing)
        case .overCap: self(.requestOverLimit)
        case .stale: self(.requestIsOld)
        case .fromFuture(let time): self(.requestFromFuture, ["time": day(time)])
        case .unknownHubKey: self(.payeeKeyUnknown)
        case .badCertificate: self(.payeeNotGenuine)
        case .certificateExpired(let time): self(.payeeExpired, ["time": day(time)])
        case .certificateNotYetValid(let time): self(.payeeNotYetValid, ["time": day(time)])
        case .revoked: self(.payeeRevoked)
        case .ownRequest: self(.requestIsOwn)
        }
    }

    func day(_ time: Timestamp) -> String { day(CalendarDay(of: time)) }
}
