// SPDX-License-Identifier: MIT

/// One caller of a payee, from the link to its end.
///
///     calling ─Hello▶ greeting ─answer▶ open ─payment▶ taking ─wallet▶ answered ─bye, or 5 s▶ closed
///                                         ▲───────────── another payment ─────────┘
///
/// | state | meaning | after |
/// |---|---|---|
/// | calling | the link is there, nothing has come | 5 s: closed, the address is ignored for 30 s |
/// | greeting | the payee's message of the handshake is sent | 5 s from the link: as before |
/// | open | the session is encrypted; in listed mode the request is sent and the digits are shown | 10 s without a message in seen mode, 120 s in all: closed |
/// | taking | the wallet verifies and stores the payment | the wallet's answer; 120 s: refused for now |
/// | answered | a receipt, a decline or a refusal is sent | 5 s: closed |
struct PayeeSession {
    enum State {
        case calling
        case greeting(PayeeGreeting)
        case open
        /// The payment, and when the wallet is asked again.
        case taking([UInt8], retry: Duration?)
        case answered
    }

    let peer: String
    var state = State.calling
    var mode = Hello.Mode.seen
    var channel: SecureChannel?
    /// When the session ends unless something happens.
    var deadline: Duration
    /// When a decision must have been made, whatever happens.
    var end: Duration
    /// When the next `wait` is sent, while the wallet is busy.
    var nextWait: Duration
    /// `wait` messages that came while another caller was there.
    var waitsBesideOthers = 0
    /// Whether a payment of this session was answered with a receipt.
    var hasPaid = false

    init(peer: String, at now: Duration) {
        self.peer = peer
        deadline = now + NearbyBound.handshake
        end = now + NearbyBound.handshake + NearbyBound.decision
        nextWait = end
    }

    /// The bytes of a message that may come now.
    var limit: Int { channel == nil ? NearbyBound.greeting : NearbyBound.message }

    /// When this session next needs a tick.
    var nextTick: Duration {
        if case .taking(_, let retry) = state {
            min(end, nextWait, retry ?? end)
        } else {
            min(deadline, end)
        }
    }
}
