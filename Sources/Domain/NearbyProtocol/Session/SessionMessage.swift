// SPDX-License-Identifier: MIT
internal import Tokens

/// A message inside an encrypted session: `u8 kind || body`.
package enum SessionMessage: Hashable, Sendable {
    /// The encoded request, to a payer from the list.
    case request([UInt8])
    /// The encoded payment.
    case payment([UInt8])
    /// The encoded receipt.
    case receipt([UInt8])
    /// The encoded decline.
    case decline([UInt8])
    /// The other side goes no further.
    case refused(NearbyRefusal)
    /// The payer has what it came for.
    case bye
    /// A person or a busy wallet needs time.
    case wait

    /// Kinds from here on are of later versions and are skipped.
    private static let firstSkipped: UInt8 = 128
    /// A receipt or a decline.
    private static let maximumAnswer = 1_024

    /// Reads a message; nil for a kind that is skipped.
    ///
    /// - Throws: ``NearbyError`` with code `.malformed` or `.tooLarge`.
    package init?(decoding bytes: [UInt8]) throws {
        guard let kind = bytes.first else { throw NearbyError(.malformed, "An empty message came.") }
        let body = Array(bytes.dropFirst())
        switch kind {
        case 1: self = .request(try Self.bounded(body, PaymentRequest.maximumBytes))
        case 2: self = .payment(try Self.bounded(body, LimitPolicy.standard.payloadBytes))
        case 3: self = .receipt(try Self.bounded(body, Self.maximumAnswer))
        case 4: self = .decline(try Self.bounded(body, Self.maximumAnswer))
        case 5 where body.count == 1: self = .refused(NearbyRefusal(code: body[0]))
        case 6 where body.isEmpty: self = .bye
        case 7 where body.isEmpty: self = .wait
        case Self.firstSkipped...: return nil
        default:
            throw NearbyError(
                .malformed, "The other device sent a message of kind \(kind), which this version does not know.")
        }
    }

    package var encoded: [UInt8] {
        switch self {
        case .request(let bytes): [1] + bytes
        case .payment(let bytes): [2] + bytes
        case .receipt(let bytes): [3] + bytes
        case .decline(let bytes): [4] + bytes
        case .refused(let refusal): [5, refusal.code]
        case .bye: [6]
        case .wait: [7]
        }
    }

    private static func bounded(_ body: [UInt8], _ maximum: Int) throws -> [UInt8] {
        guard !body.isEmpty else { throw NearbyError(.malformed, "A document without content came.") }
        guard body.count <= maximum else {
            throw NearbyError(.tooLarge, "A document of \(body.count) bytes came; at most \(maximum) are accepted.")
        }
        return body
    }
}

/// Why the other side goes no further. The sentence is made where it is shown.
package enum NearbyRefusal: Hashable, Sendable {
    /// The payment does not verify.
    case invalidPayment
    /// The payment answers another request than the one of this session.
    case otherRequest
    /// Another payment of this request was first.
    case alreadyPaid
    /// The wallet cannot store it now. The same payment may be sent again, or shown as a code.
    case notNow
    /// The person stopped.
    case stopped
    /// A reason that a later version knows.
    case other(UInt8)

    package init(code: UInt8) {
        self =
            switch code {
            case 1: .invalidPayment
            case 2: .otherRequest
            case 3: .alreadyPaid
            case 4: .notNow
            case 5: .stopped
            default: .other(code)
            }
    }

    package var code: UInt8 {
        switch self {
        case .invalidPayment: 1
        case .otherRequest: 2
        case .alreadyPaid: 3
        case .notNow: 4
        case .stopped: 5
        case .other(let code): code
        }
    }
}
