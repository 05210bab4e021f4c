// SPDX-License-Identifier: MIT

/// Sets the webhook that reports the account's incoming payments to a merchant's server. Replaces the previous one.
package struct WebhookOrder: Codable, Sendable, Equatable {
    package var id: OperationID
    /// `https`, at most 512 bytes.
    package var url: String

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id", url = "url" }

    package init(id: OperationID, url: String) {
        self.id = id
        self.url = url
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        id = try fields.decode(OperationID.self, forKey: .id)
        url = try fields.decode(String.self, forKey: .url)
    }
}

/// The secret that signs each message. The merchant's server stores it.
package struct WebhookSecret: Codable, Sendable, Equatable {
    /// 32 bytes.
    package var secret: Blob

    enum CodingKeys: String, CodingKey { case secret = "secret" }

    package init(secret: Blob) { self.secret = secret }
}

/// Removes the webhook.
package struct WebhookRemoval: Codable, Sendable, Equatable {
    package var id: OperationID

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id" }

    package init(id: OperationID) { self.id = id }

    package init(from decoder: any Decoder) throws {
        id = try decoder.strictFields(CodingKeys.self).decode(OperationID.self, forKey: .id)
    }
}

/// Why a merchant's server did not take a message.
package enum WebhookFault: String, Codable, Sendable, CaseIterable {
    /// It answered with another status than 200 to 299.
    case refused = "refused"
    case unreachable = "unreachable"
    case cutOff = "cut-off"
    case timedOut = "timed-out"
    case tooLarge = "too-large"
    /// Its address is not public, or its certificate was not accepted.
    case insecure = "insecure"
    case malformed = "malformed"
    /// What this version has no name for.
    case other = "other"

    package init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }
}

/// The webhook and the results of its newest messages.
package struct WebhookState: Codable, Sendable, Equatable {
    /// One delivery attempt.
    package struct Delivery: Codable, Sendable, Equatable {
        /// The event's id, the same at each attempt.
        package var event: String
        package var kind: String
        /// When the attempt was made, in seconds since 1970.
        package var time: UInt64
        /// The status of the server's answer; absent without an answer.
        package var status: Int?
        /// Why the delivery will be retried.
        package var problem: WebhookFault?

        enum CodingKeys: String, CodingKey {
            case event = "event", kind = "kind", time = "time", status = "status", problem = "problem"
        }

        package init(event: String, kind: String, time: UInt64, status: Int?, problem: WebhookFault?) {
            self.event = event
            self.kind = kind
            self.time = time
            self.status = status
            self.problem = problem
        }
    }

    /// Absent if no webhook is set.
    package var url: String?
    /// Since when every attempt has failed, in seconds since 1970.
    package var failingSince: UInt64?
    /// When the webhook was disabled after a day of failures. Setting it again enables it.
    package var disabled: UInt64?
    /// Newest first, at most 50.
    package var deliveries: [Delivery]

    enum CodingKeys: String, CodingKey {
        case url = "url", failingSince = "failingSince", disabled = "disabled", deliveries = "deliveries"
    }

    package init(url: String?, failingSince: UInt64?, disabled: UInt64?, deliveries: [Delivery]) {
        self.url = url
        self.failingSince = failingSince
        self.disabled = disabled
        self.deliveries = deliveries
    }
}

/// One message to a merchant's server: the body of the webhook request.
package struct WebhookEvent: Codable, Sendable, Equatable {
    /// The same at each attempt. A receiver ignores an id that it has already processed.
    package var id: String
    /// `payment.received`, `payment.redeemed`, `payment.refunded` or `deposit.received`.
    package var kind: String
    /// As the merchant's account sees it.
    package var transaction: AccountTransaction
    /// The payment request that it paid.
    package var request: String?

    enum CodingKeys: String, CodingKey {
        case id = "id", kind = "kind", transaction = "transaction", request = "request"
    }

    package init(id: String, kind: String, transaction: AccountTransaction, request: String?) {
        self.id = id
        self.kind = kind
        self.transaction = transaction
        self.request = request
    }
}
