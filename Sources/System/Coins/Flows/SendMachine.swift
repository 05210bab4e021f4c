// SPDX-License-Identifier: MIT

/// Decides what becomes of a signed payment when a server says how it stands; performs nothing.
///
/// The states and their meaning are on top of ``SendSaga``.
struct SendMachine: Equatable {
    typealias State = SendStatus.State

    /// What a server says about a transaction whose bytes are durable here.
    enum Standing: Equatable {
        /// No server knows it, and it could still be executed.
        case unknown
        /// Known, in no block.
        case pending
        case confirmed(height: UInt64, isFinal: Bool)
        /// In a block that refused what it wanted.
        case failed(height: UInt64, isFinal: Bool)
        /// Another transaction took what it claims.
        case displaced
        /// It can never be executed any more, and never was.
        case expired
    }

    enum Answer: Equatable {
        case accepted
        /// With the server's reason.
        case refused(String)
    }

    enum Action: Equatable { case nothing, record, broadcast }

    private(set) var state: State

    init(_ state: State) { self.state = state }

    /// Whether a server's word can still change anything; dead ones may have been called so by a liar.
    static let watched: [State] = [.signed, .sent, .confirmed, .refused] + dead
    /// Nothing of them can happen any more, if the servers told the truth.
    static let dead: [State] = [.replaced, .expired, .failed]

    /// A server answered the broadcast.
    mutating func broadcast(_ answer: Answer) -> Action {
        switch (state, answer) {
        case (.signed, .accepted), (.refused, .accepted): return move(to: .sent)
        // A server that lost it may refuse it; what took it before may still mine it.
        case (.sent, .refused): return .nothing
        case (.signed, .refused): return move(to: .refused)
        default: return .nothing
        }
    }

    /// A server said how the transaction stands.
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
                // The block is gone from the chain; what was confirmed is on its way again.
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
