// SPDX-License-Identifier: MIT

/// The largest sizes and the longest times of a meeting. Documentation/Protocols/Nearby-payments.md, "Bounds"
package enum NearbyBound {
    /// Bytes of a message on the link before the handshake is complete.
    package static let greeting = 64
    /// Bytes of a message on the link afterwards, with its tag.
    package static let message = 16 << 10
    /// Messages of each side, apart from `wait`.
    package static let messages = 8
    /// `wait` messages of each side: two minutes of them.
    package static let waits = 24
    /// Sessions that a payee has at once.
    package static let sessions = 4
    /// Addresses that a payee remembers in order to ignore them.
    package static let ignoredAddresses = 256
    /// Greetings in listed mode that may fail before the listing ends.
    package static let failedGreetings = 3

    /// From the link to the end of the handshake.
    package static let handshake = Duration.seconds(5)
    /// From the handshake to the request, in listed mode.
    package static let request = Duration.seconds(2)
    /// Between two `wait` messages.
    package static let wait = Duration.seconds(5)
    /// Without any message after the handshake, in seen mode.
    package static let silence = Duration.seconds(10)
    /// For a person's decision, and for all `wait` messages together.
    package static let decision = Duration.seconds(120)
    /// From the payment to its answer.
    package static let answer = Duration.seconds(30)
    /// From the answer to `bye`.
    package static let farewell = Duration.seconds(5)
    /// For which an address is ignored after a fault.
    package static let ignored = Duration.seconds(30)
    /// For which a payer looks for the payee, and again after the payment is made.
    package static let search = Duration.seconds(60)
    /// Before the second attempt; each further pause is twice as long.
    package static let firstPause = Duration.seconds(1)
    /// Between two attempts to reach a wallet that another program has open.
    package static let retry = Duration.seconds(1)
}
