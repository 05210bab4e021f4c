// SPDX-License-Identifier: MIT

/// Decides the next state of a signed payment from a server's answer. It performs no action itself.
///
/// ``CoinSendSaga`` documents the states.
package struct SendMachine: Equatable {
    typealias State = SendStatus.State

    /// A transaction's status at a server. The transaction's bytes are durable in this wallet.
    package enum Standing: Equatable {
        /// The server does not know it, and it could still be executed.
        case unknown
        /// The server knows it, but it is in no block.
        case pending
        case confirmed(height: UInt64, isFinal: Bool)
        /// In a block, but its effect failed.
        case failed(height: UInt64, isFinal: Bool)
        /// Another transaction took an output, nonce or other claim of this one.
        case displaced
        /// It was never executed, and can never be.
        case expired
    }

    package enum Answer: Equatable {
        case accepted
        case refused(SendRemark)
    }

    enum Action: Equatable { case nothing, record, broadcast }

    private(set) var state: State

    init(_ state: State) { self.state = state }

    /// The states that a server's answer can still change. A lying server may have caused the dead ones.
    static let watched: [State] = [.signed, .sent, .confirmed, .refused] + dead
    /// Nothing more can happen to a payment in these states, if the servers told the truth.
    static let dead: [State] = [.replaced, .expired, .failed]

    /// Applies a server's answer to the broadcast.
    mutating func broadcast(_ answer: Answer) -> Action {
        switch (state, answer) {
        case (.signed, .accepted), (.refused, .accepted): return move(to: .sent)
        // A server that lost it may refuse it, but a server that accepted it before may still have it mined.
        case (.sent, .refused): return .nothing
        case (.signed, .refused): return move(to: .refused)
        default: return .nothing
        }
    }

    /// Applies the status that a server reported.
    mutating func observed(_ standing: Standing) -> Action {
        guard Self.watched.contains(state) else { return .nothing }
        switch standing {
        case .confirmed(_, let isFinal): return move(to: isFinal ? .final : .confirmed, always: true)
        case .failed: return move(to: .failed, always: true)
        case .pending: return move(to: .sent)
        case .displaced: return move(to: .replaced)
        case .expired: return move(to: .expired)
        case .unknown:
            switch state {
            case .signed, .sent: return .broadcast
            case .confirmed:
                // The block was reorganized away, so the payment is pending again.
                state = .sent
                return .broadcast
            default: return .nothing
            }
        }
    }

    private mutating func move(to next: State, always: Bool = false) -> Action {
        guard state != next || always else { return .nothing }
        state = next
        return .record
    }
}
