// SPDX-License-Identifier: MIT

package import Money

/// All findings against paying a request, collected so that the payer sees one list.
package struct RequestCheck: Sendable {
    /// A fault of a request.
    package enum Finding: Hashable, Sendable, CustomStringConvertible {
        case otherHub
        case unknownUnit(UInt16)
        case otherUnit(UInt16)
        case zeroAmount
        case overCap(limit: UInt64)
        /// The only finding that the payer may override.
        case stale(ageSeconds: UInt64)
        case fromFuture(Timestamp)
        case unknownHubKey
        case badCertificate
        case certificateExpired(Timestamp)
        case certificateNotYetValid(Timestamp)
        case revoked
        case ownRequest

        package var description: String {
            switch self {
            case .otherHub: "The request belongs to another hub. Join that hub, or ask for a request of yours."
            case .unknownUnit(let number): "Satchel does not know currency number \(number). Update this Satchel."
            case .otherUnit(let number): "The request is in currency number \(number), which this wallet does not hold."
            case .zeroAmount: "The request asks for nothing. Ask the payee for a request with an amount."
            case .overCap(let limit): "The amount is above the \(limit) minor units allowed at once. Pay in parts."
            case .stale(let age):
                "The request is \(age) seconds old. Ask for a fresh one, or say that this one is meant."
            case .fromFuture(let time): "The request is dated \(time), more than a day ahead. Check both clocks."
            case .unknownHubKey:
                "This wallet does not know the hub key that signed the payee's certificate. Sync once, then pay."
            case .badCertificate: "The payee's certificate is not genuine. Do not pay."
            case .certificateExpired(let until): "The payee's certificate ended at \(until). The payee must sync first."
            case .certificateNotYetValid(let from): "The payee's certificate starts at \(from). Check both clocks."
            case .revoked: "The hub has revoked the payee's key. Do not pay."
            case .ownRequest: "This is a request of this wallet itself. Let the payer scan it."
            }
        }
    }

    /// A finding that the payer may override.
    package enum Override: Hashable, Sendable { case stale }

    /// The findings, in the order of a request's fields; empty if the request may be paid.
    package let findings: [Finding]

    /// Checks all parts of a request.
    ///
    /// - Parameters:
    ///   - unit: the currency that this wallet holds, or nil to accept every known one.
    ///   - isOwn: whether the key in the request is this wallet's.
    package init(
        _ request: PaymentRequest, announced: AnnouncementSet, revocations: RevocationList?,
        policy: LimitPolicy = .standard,
        unit: Currency? = nil, at now: Timestamp, isOwn: Bool = false
    ) {
        findings =
            Self.ofHubAndAmount(request, announced: announced, policy: policy, unit: unit)
            + Self.ofTime(request, policy: policy, now: now)
            + Self.ofCertificate(request.certificate, announced: announced, policy: policy, now: now)
            + (revocations?.contains(request.payee) == true ? [.revoked] : []) + (isOwn ? [.ownRequest] : [])
    }

    /// Throws unless all findings are overridden by the payer.
    ///
    /// - Throws: ``TokensError`` with the code of the first finding that is left; its cause is a ``RefusedRequest``.
    package func requireAcceptable(allowing overrides: Set<Override> = []) throws {
        let left = findings.filter { finding in
            if case .stale = finding { return !overrides.contains(.stale) }
            return true
        }
        guard let first = left.first else { return }
        throw TokensError(
            Self.code(of: first), left.map(\.description).joined(separator: " "),
            cause: RefusedRequest(findings: left))
    }

    private static func ofHubAndAmount(
        _ request: PaymentRequest, announced: AnnouncementSet, policy: LimitPolicy, unit: Currency?
    ) -> [Finding] {
        var findings: [Finding] = []
        if request.hubShort != announced.hub.short { findings.append(.otherHub) }
        // Safe: an unknown number is a finding here, not a failure.
        if (try? Currency(numeric: request.unit)) == nil {
            findings.append(.unknownUnit(request.unit))
        } else if let unit, unit.numeric != request.unit {
            findings.append(.otherUnit(request.unit))
        }
        if request.units == 0 { findings.append(.zeroAmount) }
        if request.units > policy.perPayment { findings.append(.overCap(limit: policy.perPayment)) }
        return findings
    }

    private static func ofTime(_ request: PaymentRequest, policy: LimitPolicy, now: Timestamp) -> [Finding] {
        if request.time > now.adding(seconds: policy.futureTolerance) { return [.fromFuture(request.time)] }
        let age = now.seconds(since: request.time)
        return age > policy.staleRequest ? [.stale(ageSeconds: age)] : []
    }

    private static func ofCertificate(
        _ certificate: Certificate, announced: AnnouncementSet, policy: LimitPolicy, now: Timestamp
    ) -> [Finding] {
        var findings: [Finding] = []
        do { try certificate.verify(by: announced) } catch {
            let isUnknown = (error as? TokensError)?.code == .unknownKey
            findings.append(isUnknown ? .unknownHubKey : .badCertificate)
        }
        if now > certificate.until { findings.append(.certificateExpired(certificate.until)) }
        if certificate.from > now.adding(seconds: policy.futureTolerance) {
            findings.append(.certificateNotYetValid(certificate.from))
        }
        return findings
    }

    private static func code(of finding: Finding) -> TokensError.Code {
        switch finding {
        case .otherHub: .otherHub
        case .unknownUnit, .otherUnit: .otherUnit
        case .zeroAmount: .wrongAmount
        case .overCap: .overCap
        case .stale: .stale
        case .fromFuture: .fromFuture
        case .unknownHubKey: .unknownKey
        case .badCertificate: .badSignature
        case .certificateExpired: .certificateExpired
        case .certificateNotYetValid: .certificateNotYetValid
        case .revoked: .revoked
        case .ownRequest: .wrongPayee
        }
    }
}

/// What speaks against a request that is not to be paid.
package struct RefusedRequest: Error, Equatable {
    /// At least one, in the order of the fields of a request.
    package let findings: [RequestCheck.Finding]

    package init(findings: [RequestCheck.Finding]) { self.findings = findings }
}
