// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Logging
import Tokens

/// All settings. A new one is added here, and then appears in the example file and in `config check`.
extension HubSetting {
    static let all = server + accounts + keys + tokens + limits + young + rates + fraud + merchants + writer + files

    private static let server: [HubSetting] = [
        .text("server.address", "The IP address to listen at.", get: \.address) {
            guard ClientAddress.isAddress($0) else { return "is an IP address, such as 127.0.0.1 or ::1." }
            $1.address = $0
            return nil
        },
        .integer("server.port", "The port; 0 takes any free one.", 0...65_535, \.port),
        .integer("server.loops", "Network threads, one for each core.", 1...64, \.loops),
        .boolean(
            "server.tls",
            "Speak TLS 1.3 with a key that the root key has announced: the certificate's, or without one the hub's own.",
            \.isProved),
        .text("server.certificate", "Speak TLS 1.3 with this PEM chain of certificates.", get: \.certificate) {
            guard !$0.isEmpty else { return "is the path of a file." }
            $1.certificate = $0
            return nil
        },
        .text("server.private_key", "The certificate's private key, as PEM.", get: \.privateKey) {
            guard !$0.isEmpty else { return "is the path of a file." }
            $1.privateKey = $0
            return nil
        },
        .text(
            "server.proxy_certificate",
            "The PEM chain that a proxy shows for the hub; rotate-keys announces its key, and links say so.",
            get: \.proxyCertificate
        ) {
            guard !$0.isEmpty else { return "is the path of a file." }
            $1.proxyCertificate = $0
            return nil
        },
        .texts(
            "server.trusted_proxies", "Addresses of proxies whose X-Forwarded-For is believed.",
            get: { $0.configuration.trustedProxies.sorted() }
        ) {
            if let stranger = $0.first(where: { !ClientAddress.isAddress($0) }) {
                return "has \(stranger), which is not an address."
            }
            $1.configuration.trustedProxies = Set($0)
            return nil
        },
        .integer(
            "server.body_kib", "KiB of a request's body at most.", 4...1_024, \.configuration.maximumBody, times: 1_024),
        .text(
            "server.log_level",
            "What is logged: error, warning, notice, info or debug, each with all before it; otherwise notice.",
            get: { $0.logLevel?.rawValue }
        ) {
            guard let level = LogLevel(rawValue: $0) else { return "is error, warning, notice, info or debug." }
            $1.logLevel = level
            return nil
        },
    ]

    private static let accounts: [HubSetting] = [
        .text(
            "accounts.issuer", "What authenticator apps call this hub.", get: { $0.configuration.issuer }
        ) {
            let isPlain = $0.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d
            }
            guard isPlain, 1...32 ~= $0.utf8.count else { return "has 1 to 32 letters, digits and hyphens." }
            $1.configuration.issuer = $0
            return nil
        },
        .integer(
            "accounts.password_memory_kib", "KiB that one check of a password takes.", 8...1_048_576,
            get: { Int64($0.configuration.passwordCost.memoryBytes / 1_024) }
        ) {
            cost(memoryKiB: $0, operations: Int64($1.configuration.passwordCost.operations), &$1)
        },
        .integer(
            "accounts.password_rounds", "Rounds of one check of a password.", 1...100,
            get: { Int64($0.configuration.passwordCost.operations) }
        ) {
            cost(memoryKiB: Int64($1.configuration.passwordCost.memoryBytes / 1_024), operations: $0, &$1)
        },
        .integer(
            "accounts.password_queue", "Password checks that may wait.", 1...10_000,
            \.configuration.maximumPasswordQueue),
        .integer(
            "accounts.access_token_minutes", "Minutes that an access token is good.", 1...1_440,
            \.configuration.accessTokenLife, times: 60),
        .integer(
            "accounts.session_days", "Days that a log-in lasts without being used.", 1...3_650,
            \.configuration.refreshTokenLife, times: Timestamp.secondsPerDay),
        .integer(
            "accounts.remembered_failures", "Names, addresses and accounts whose failed log-ins are remembered.",
            100...10_000_000, \.configuration.maximumThrottles),
    ]

    private static let keys: [HubSetting] = [
        .integer("keys.days", "Days that freshly announced working keys are used.", 1...3_650, \.configuration.keyDays),
        .integer("keys.certificate_days", "Days that a certificate lives.", 1...90, \.configuration.certificateDays),
        .integer(
            "keys.living", "Pseudonyms of one account that are alive at once; merchants have ten times as many.",
            10...1_000_000, \.configuration.maximumLiveKeys),
    ]

    private static let tokens: [HubSetting] = [
        .integer(
            "tokens.accept_days",
            "Days that payees accept an offline token sold from now on; it is refunded 8 days later.",
            7...Int64(LimitPolicy.standard.acceptDays), \.configuration.acceptDays)
    ]

    private static let limits = Role.allCases.flatMap { role -> [HubSetting] in
        let name = "limits.\(role.rawValue)"
        return [
            .integer(
                "\(name).offline_total", "Minor units that a \(role.rawValue) may have in tokens not redeemed yet.",
                0...Int64.max, get: { Int64(clamping: $0.configuration.limits(of: role).offlineTotal) }
            ) {
                limit(role, &$1, UInt64($0)) { $0.offlineTotal = $1 }
            },
            .integer(
                "\(name).per_transfer", "Minor units of one transfer or payout of a \(role.rawValue) at most.",
                1...Int64.max,
                get: { $0.configuration.limits(of: role).perTransfer.map { Int64(clamping: $0) } }
            ) {
                limit(role, &$1, UInt64($0)) { $0.perTransfer = $1 }
            },
        ]
    }

    private static let young: [HubSetting] = [
        .integer(
            "limits.young.days", "Days that a new member's account is young; 0 for none.", 0...3_650,
            \.configuration.youngDays),
        .integer(
            "limits.young.offline_total",
            "Minor units that a young account may have in tokens not redeemed yet, and that the fund pays for one at most.",
            0...Int64.max, \.configuration.youngOfflineTotal),
    ]

    private static let files: [HubSetting] =
        [
            .text(
                "files.directory", "Where files.sqlite is kept; otherwise the hub's directory.",
                get: \.configuration.filesDirectory
            ) {
                guard !$0.isEmpty else { return "is the path of a directory." }
                $1.configuration.filesDirectory = $0
                return nil
            },
            .text(
                "files.url", "The address of the file service, where it is another one than the hub's.",
                get: \.configuration.filesURL
            ) {
                guard $0.hasPrefix("https://") || $0.hasPrefix("http://") else {
                    return "begins with https:// or http://."
                }
                $1.configuration.filesURL = $0
                return nil
            },
        ]
        + Role.allCases.map { role in
            .integer(
                "files.\(role.rawValue)_gib", "GiB of one space of each \(role.rawValue).", 0...1_048_576,
                get: { Int64(($0.configuration.fileQuotas[role] ?? HubConfiguration.usualFileQuota) >> 30) }
            ) {
                $1.configuration.fileQuotas[role] = UInt64($0) << 30
                return nil
            }
        }

    private static let rates: [HubSetting] =
        [
            .boolean(
                "rates.enabled", "Ration the calls of each account and address.", \.configuration.rateLimits.isEnabled)
        ] + buckets

    private static let buckets = ["account", "address"].flatMap { whose in
        RouteCost.allCases.flatMap { cost -> [HubSetting] in
            let path: any WritableKeyPath<HubSettings, [RouteCost: RateLimits.Rate]> & Sendable =
                whose == "account" ? \.configuration.rateLimits.account : \.configuration.rateLimits.address
            let name = "rates.\(whose).\(cost.rawValue)"
            return [
                .integer(
                    "\(name)_burst",
                    "Calls at once of one \(whose) to routes that cost \(meaning(of: cost)); 0 for any.",
                    0...1_000_000, get: { $0[keyPath: path][cost].map { Int64(clamping: $0.burst) } ?? 0 }
                ) {
                    let perMinute = $1[keyPath: path][cost]?.perMinute ?? 60
                    $1[keyPath: path][cost] = $0 == 0 ? nil : .init(burst: UInt64($0), perMinute: perMinute)
                    return nil
                },
                .integer(
                    "\(name)_per_minute", "How many of them come back in a minute.", 1...1_000_000,
                    get: { $0[keyPath: path][cost].map { Int64(clamping: $0.perMinute) } }
                ) {
                    $1[keyPath: path][cost]?.perMinute = UInt64($0)
                    return nil
                },
            ]
        }
    }

    private static let fraud: [HubSetting] = [
        .integer(
            "fraud.guarantee_cap",
            "Minor units that the guarantee fund pays for one culprit's account at most, over all its cases.",
            0...Int64.max,
            \.configuration.guaranteeCap),
        .integer(
            "fraud.guarantee_per_day", "Minor units that the guarantee fund pays on one day at most.", 0...Int64.max,
            \.configuration.guaranteePerDay),
        .integer(
            "fraud.claim_days",
            "Days from opening a case to paying its claims; otherwise its token's refund date, and a later one for the fund.",
            1...365,
            get: { $0.configuration.claimWindow.map { Int64(clamping: $0 / Timestamp.secondsPerDay) } }
        ) {
            $1.configuration.claimWindow = UInt64($0) * Timestamp.secondsPerDay
            return nil
        },
    ]

    private static let merchants: [HubSetting] = [
        .boolean(
            "merchants.servers_here",
            "Merchants may have servers on this machine told, also with plain HTTP; else on the open internet alone.",
            \.configuration.allowsLoopbackWebhooks)
    ]

    private static let writer: [HubSetting] = [
        .integer("writer.batch", "Changes of one commit at most.", 1...100_000, \.configuration.maximumBatch),
        .integer("writer.queue", "Changes that may wait.", 1...1_000_000, \.configuration.maximumQueue),
    ]

    // MARK: - Values

    private static func cost(memoryKiB: Int64, operations: Int64, _ settings: inout HubSettings) -> String? {
        do {
            settings.configuration.passwordCost = try Argon2id.Cost(
                memoryBytes: Int(memoryKiB) * 1_024, operations: Int(operations))
            return nil
        } catch {
            return "is not a price that this machine can pay."
        }
    }

    private static func limit(
        _ role: Role, _ settings: inout HubSettings, _ value: UInt64,
        _ change: (inout AccountLimits, UInt64) -> Void
    ) -> String? {
        var limits = settings.configuration.limits(of: role)
        change(&limits, value)
        settings.configuration.roleLimits[role] = limits
        return nil
    }

    private static func meaning(of cost: RouteCost) -> String {
        switch cost {
        case .cheap: "a read"
        case .money: "a durable write"
        case .password: "a check of a password or code"
        case .file: "a look at files or a change of them"
        }
    }
}
