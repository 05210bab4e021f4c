// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import Tokens

/// Who has told the hub that it holds what: chains uploaded from an account, overheard on the way.
struct HoldersWords {
    /// By record, the accounts that sent it as theirs or as somebody else's, whether or not the hub lived to answer.
    private var sent: [RecordID: Set<String>] = [:]
    /// Those that the hub answered before the refund date.
    private var heard: [RecordID: Set<String>] = [:]
    private var names: [String: String] = [:]

    /// Whether an account may have, or must have, been heard.
    func has(_ name: String, said record: [UInt8], surely: Bool) -> Bool {
        (surely ? heard : sent).contains { $0.key.bytes == record && $0.value.contains(name) }
    }

    mutating func listen(to request: Request, hub: HubID) throws {
        guard request.path == Routes.redeem.path, let name = caller(of: request) else { return }
        for said in try Self.said(in: request, hub: hub) { sent[said.record, default: []].insert(name) }
    }

    mutating func note(_ request: Request, _ response: Response, at now: Timestamp, hub: HubID) throws {
        guard 200..<300 ~= response.status else { return }
        switch request.path {
        case Routes.register.path, Routes.login.path, Routes.refresh.path:
            let session = try Wire.decode(Session.self, from: response.body)
            names[session.accessToken] = session.username
        case Routes.redeem.path:
            guard let name = caller(of: request) else { return }
            let answers = try Wire.decode(RedemptionAnswer.self, from: response.body).items
            for said in try Self.said(in: request, hub: hub) where now < said.refundAt {
                let answer = answers[said.index]
                guard answer.receipt != nil || said.isRedemption && answer.problem?.code == .tooLate else { continue }
                heard[said.record, default: []].insert(name)
            }
        default: break
        }
    }

    private func caller(of request: Request) -> String? {
        request.headers["Authorization"].flatMap { names[String($0.dropFirst("Bearer ".count))] }
    }

    /// What an upload says about who holds something: a chain its last record, a redemption the one before it, and what
    /// comes with a decline nothing.
    private static func said(
        in request: Request, hub: HubID
    ) throws -> [(index: Int, record: RecordID, refundAt: Timestamp, isRedemption: Bool)] {
        let upload = try Wire.decode(Redemptions.self, from: request.body)
        let declined = try (upload.declines ?? []).flatMap { try Decline(decoding: $0.bytes).recordIDs }
        return try upload.items.enumerated().compactMap { index, item in
            // Safe: the other kind of item is tried next.
            let redemption = try? Redemption(decoding: item.bytes)
            var token = redemption?.token
            if let held = token, held.transfers.count > 1 {
                token = try OfflineToken(
                    root: held.root, transfers: held.transfers.dropLast(), certificates: held.certificates.dropLast())
            } else if redemption == nil {
                // Safe: what is neither says nothing.
                token = (try? UnverifiedPayment(decoding: item.bytes, policy: .standard))?.tokens.first
            }
            guard let token, !declined.contains(token.id(hub: hub)) else { return nil }
            return (index, token.id(hub: hub), token.root.refundAt, redemption != nil)
        }
    }
}
