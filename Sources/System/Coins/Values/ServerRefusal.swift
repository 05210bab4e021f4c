// SPDX-License-Identifier: MIT

/// What a server said against a transaction or a question; the cause of a ``CoinsError``. Decision 0088
package struct ServerRefusal: Error, Hashable, Sendable {
    /// Why, as far as the server's words are known; the sources are in the refusals of each chain.
    package enum Meaning: Hashable, Sendable {
        // Fees
        case replacementTooCheap, belowRelayFee, belowCurrentFee, feeTooHigh, tipAboveMost, wrongGasLimit
        // Coins
        case conflict, coinsGone, unconfirmedAdded, dust, immatureReward, lockedUntilLater, coinsTooYoung, longChain
        // Numbers of an account
        case numberWaits, numberUsed, numberMissing
        // What an account has
        case tooLittleEther, tooFewSOL, belowRent, tooLittleHeld
        // The transaction
        case otherNetwork, signedTooLongAgo
        /// The server tried it, and it fails; with the chain's own words.
        case fails(String)
        /// A step of it fails, counted from 1; with the chain's own words, if it has any.
        case stepFails(Int, String?)
    }

    /// The server's name.
    package let server: String
    /// Nil where the server's words mean nothing here.
    package let meaning: Meaning?
    /// The server's own words, as far as they can be shown.
    package let words: String

    package init(server: String, meaning: Meaning?, words: String) {
        self.server = server
        self.meaning = meaning
        self.words = words
    }

    /// As an error that says what it means for a person.
    func error(_ code: CoinsError.Code = .refused) -> CoinsError { CoinsError(code, sentence, cause: self) }

    var sentence: String {
        meaning.map { "\($0.sentence) \(server) says: \(words)" } ?? "\(server) refuses: \(words)"
    }
}

extension ServerRefusal.Meaning {
    /// In English, for messages of errors and for commands.
    var sentence: String {
        switch self {
        case .replacementTooCheap: "The new fee does not exceed the old one by enough: raise it."
        case .belowRelayFee: "The fee is below what the network relays: raise it."
        case .belowCurrentFee: "The fee is below what the network takes at present: raise it."
        case .feeTooHigh: "The server refuses so high a fee."
        case .tipAboveMost: "The tip is higher than the most that a unit of gas may cost."
        case .wrongGasLimit: "The gas limit does not fit the transaction."
        case .conflict: "Another transaction already spends these coins."
        case .coinsGone: "These coins are spent already, or were never there: refresh the account."
        case .unconfirmedAdded: "A replacement must not spend further unconfirmed coins."
        case .dust: "An output is too small to be worth spending."
        case .immatureReward: "A mined reward can be spent after 100 blocks."
        case .lockedUntilLater: "The transaction may not be mined yet: its lock time lies ahead."
        case .coinsTooYoung: "The transaction may not be mined yet: its coins are too young."
        case .longChain: "Too many unconfirmed transactions stand behind this one: wait."
        case .numberWaits:
            "A transaction with this number waits already: to replace it, raise both fees by a tenth at least."
        case .numberUsed: "Another transaction with this number was mined: refresh the account."
        case .numberMissing: "An earlier transaction of this account is missing: send that first."
        case .tooLittleEther: "The account has too little ether for the amount and the fee."
        case .tooFewSOL: "The account has too few SOL for the fee."
        case .belowRent: "An account would be left with less than it must hold to live."
        case .tooLittleHeld: "The account holds less than the transaction moves."
        case .otherNetwork: "The transaction belongs to another network."
        case .signedTooLongAgo: "The transaction was signed too long ago, or the server lags behind."
        case .fails(let words): "The transaction failed: \(words)"
        case .stepFails(let number, let words):
            "Step \(number) of the transaction failed: \(words ?? "unknown error")."
        }
    }
}
