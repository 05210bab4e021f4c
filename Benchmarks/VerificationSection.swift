// SPDX-License-Identifier: MIT
import Crypto
import Tokens

/// A payee's whole check of a payment, from its bytes, against the same signatures in bare OpenSSL.
///
/// Both take turns within one run, so that what else the machine does meets both alike; medians are compared.
enum VerificationSection {
    /// One payment in both forms.
    private struct Subject {
        let bytes: [UInt8]
        let request: PaymentRequest
        let raw: [RawSignature]
    }

    private static let target = 0.85

    static func run(_ options: Options) throws -> [Finding] {
        let issuer = try Issuer()
        return try [1, 3, 5].map { hops in
            try finding(hops, issuer: issuer, rounds: options.repetitions(100, quick: 10))
        }
    }

    private static func finding(_ hops: Int, issuer: Issuer, rounds: Int) throws -> Finding {
        var random = SeededRandom(seed: UInt64(hops))
        let subjects = try (0..<16).map { number in
            let (request, payment) = try issuer.payment(
                "verification \(hops) \(number)", hops: hops, start: .later, random: &random)
            return Subject(
                bytes: payment.encoded, request: request,
                raw: try payment.tokens.flatMap { try RawSignature.all(of: $0, issuer: issuer) })
        }
        let verifier = PaymentVerifier(announced: issuer.announced, revocations: nil)
        var ours = Samples()
        var raw = Samples()
        for round in 0..<rounds {
            for subject in subjects {
                // Who goes first changes from round to round.
                if round.isMultiple(of: 2) { try raw.add(measureRaw(subject)) }
                try ours.add(measureOurs(subject, verifier))
                if !round.isMultiple(of: 2) { try raw.add(measureRaw(subject)) }
            }
        }
        let ratio = Double(raw.median) / Double(ours.median)
        return Finding(
            .verification,
            "verify a payment of \(hops) \(hops == 1 ? "hop" : "hops") (\(subjects[0].raw.count) signatures)",
            "\(Text.duration(ours.median)), raw \(Text.duration(raw.median)): \(Text.ratio(ratio)) of raw speed",
            target: ">= \(Text.ratio(target)) of raw", ratio: ratio / target)
    }

    private static func measureOurs(_ subject: Subject, _ verifier: PaymentVerifier) throws -> UInt64 {
        let (verified, time) = try Stopwatch.measure {
            // A fresh memory each time: every signature is checked.
            var cache = VerifiedRecordCache()
            return try verifier.verify(
                UnverifiedPayment(decoding: subject.bytes), for: subject.request, at: Issuer.now, cache: &cache,
                isHeld: { _ in false })
        }
        guard verified.recordIDs.count == 1 else { throw BenchError(.wrongResult, "A payment lost its coin.") }
        return time
    }

    private static func measureRaw(_ subject: Subject) throws -> UInt64 {
        let (isValid, time) = Stopwatch.measure { subject.raw.allSatisfy(\.isValid) }
        guard isValid else { throw BenchError(.wrongResult, "OpenSSL refused a good signature.") }
        return time
    }
}
