// SPDX-License-Identifier: MIT
import Chains
import Ethereum
import Testing

struct ReviewTests {
    private let known = Review.Knowledge(tokens: [Fixture.token])

    private func review(_ transaction: Transaction, _ known: Review.Knowledge? = nil) throws -> Review {
        try Review(transaction, from: Fixture.sender, on: .ethereum, knowing: known ?? self.known)
    }

    @Test func aPlainPaymentIsApprovedSignedAndReadBack() throws {
        let review = try review(Fixture.payment())
        #expect(review.effect == .payment(to: Fixture.recipient, amount: Fixture.ether))
        #expect(review.maximumFee == 420_000_000_000_000)
        #expect(review.warnings == [])
        let signed = try review.approve().signed(by: Fixture.key)
        let read = try SignedTransaction(decoding: signed.bytes)
        #expect(read == signed)
        #expect(read.sender == Fixture.sender)
    }

    @Test func aTokenPaymentIsShownInTheConfirmedToken() throws {
        let call = TokenCall.transfer(to: Fixture.recipient, amount: 5_000_000)
        let transaction = try Transaction.call(
            call, of: Fixture.token, nonce: 0, pricing: Fixture.pricing, gasLimit: 60_000, on: .ethereum)
        let review = try review(transaction)
        #expect(review.effect == .token(call, contract: Fixture.contract, Fixture.token))
        #expect(review.warnings == [])
    }

    @Test func aTokenOfAnotherNetworkIsNotBelieved() throws {
        let elsewhere = Token(contract: Fixture.contract, chainID: 5, unit: Fixture.token.unit)
        let call = TokenCall.transfer(to: Fixture.recipient, amount: 1)
        #expect(
            try review(Fixture.call(call.data), Review.Knowledge(tokens: [elsewhere])).warnings == [.unknownToken])
        #expect(throws: EthereumError.self) {
            try Transaction.call(
                call, of: elsewhere, nonce: 0, pricing: Fixture.pricing, gasLimit: 60_000, on: .ethereum)
        }
    }

    @Test func everyWarningMustBeAcknowledgedByItself() throws {
        let review = try review(Fixture.call([1, 2, 3, 4], value: Fixture.ether))
        #expect(review.warnings == [.callNotUnderstood, .valueToContract])
        let error = #expect(throws: EthereumError.self) { try review.approve(acknowledging: [.valueToContract]) }
        #expect(error?.code == .notAcknowledged)
        _ = try review.approve(acknowledging: [.valueToContract, .callNotUnderstood])
    }

    @Test func aFeeOverAQuarterOfTheAmountIsPointedOut() throws {
        // 21,000 units at 20 gwei.
        let fee: Wei = 420_000_000_000_000
        #expect(try review(Fixture.payment(fee.multiplied(by: 4))).warnings == [])
        #expect(try review(Fixture.payment(fee.multiplied(by: 4).subtracting(1))).warnings == [.feeAboveQuarter])
    }

    @Test func whatWouldBeLostIsPointedOut() throws {
        #expect(try review(Fixture.payment(to: .zero)).warnings == [.toZeroAddress])
        #expect(try review(Fixture.payment(to: Fixture.contract)).warnings == [.toTokenContract])
        let transfer = TokenCall.transfer(to: Fixture.contract, amount: 1)
        #expect(try review(Fixture.call(transfer.data)).warnings == [.toTokenContract])
        let burn = TokenCall.transfer(to: .zero, amount: 1)
        #expect(try review(Fixture.call(burn.data)).warnings == [.toZeroAddress])
    }

    @Test func permissionsArePointedOut() throws {
        let spender = Fixture.recipient
        func warnings(_ call: TokenCall) throws -> [ReviewWarning] { try review(Fixture.call(call.data)).warnings }
        #expect(try warnings(.approve(spender: spender, amount: .max)) == [.unlimitedApproval])
        #expect(try warnings(.approve(spender: spender, amount: 10)) == [.approval])
        #expect(try warnings(.approve(spender: spender, amount: 0)) == [])
        #expect(try warnings(.increaseAllowance(spender: spender, amount: .max)) == [.unlimitedApproval])
        #expect(try warnings(.setApprovalForAll(operator: spender, isApproved: true)) == [.unlimitedApproval])
        #expect(try warnings(.setApprovalForAll(operator: spender, isApproved: false)) == [])
        #expect(try warnings(.transferFrom(owner: spender, to: spender, amount: 1)) == [.fromOtherAccount])
    }

    @Test func aNewContractIsPointedOut() throws {
        var creation = Fixture.call([0x60, 0])
        creation.to = nil
        #expect(try review(creation).warnings == [.createsContract])
        creation.data = [UInt8](repeating: 0, count: Gas.maximumCodeCount + 1)
        creation.gasLimit = 10_000_000
        #expect(throws: EthereumError.self) { try review(creation) }
    }

    @Test func whatCannotSucceedIsRefused() throws {
        func code(_ change: (inout Transaction) -> Void, balance: Wei? = nil) throws -> EthereumError.Code? {
            var transaction = try Fixture.payment()
            change(&transaction)
            let error = #expect(throws: EthereumError.self) {
                try review(transaction, Review.Knowledge(balance: balance))
            }
            return error?.code
        }
        #expect(try code { $0.chainID = 5 } == .otherNetwork)
        #expect(try code { $0.chainID = nil } == .otherNetwork)
        #expect(try code { $0.gasLimit = 20_999 } == .absurdFee)
        #expect(try code { $0.pricing = .market(maximumFee: 1, tip: 2) } == .absurdFee)
        #expect(try code { $0.value = 0 } == .badAmount)
        #expect(try code { $0.value = .max } == .tooLarge)
        #expect(try code({ _ in }, balance: Fixture.ether) == .insufficientFunds)
        #expect(throws: EthereumError.self) { try Review(Fixture.payment(), from: Fixture.sender, on: .bitcoin) }
    }

    @Test func anotherAccountsKeyCannotSign() throws {
        let review = try Review(Fixture.payment(), from: Fixture.recipient, on: .ethereum)
        let error = #expect(throws: EthereumError.self) { try review.approve().signed(by: Fixture.key) }
        #expect(error?.code == .badSignature)
    }

    @Test func textOfAMessageIsShownAndBytesArePointedOut() throws {
        func warnings(_ bytes: [UInt8]) throws -> [ReviewWarning] {
            try MessageReview(.personal(PersonalMessage(bytes)), signer: Fixture.sender, on: .ethereum).warnings
        }
        #expect(try warnings(Array("Log in to example\n".utf8)) == [])
        #expect(try warnings([0xFF, 0xFE]) == [.messageNotReadable])
        #expect(try warnings(Array("pay \u{202E}eciojni".utf8)) == [.messageNotReadable])
    }
}
