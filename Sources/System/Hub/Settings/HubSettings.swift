// SPDX-License-Identifier: MIT
import HubLedger
import HubStorage
package import Logging
import TOML

/// The operator's settings, from one file and the environment: how the hub works and where it listens.
package struct HubSettings: Sendable {
    package var configuration = HubConfiguration()
    /// The IP address to listen at.
    package var address = "127.0.0.1"
    package var port: UInt16 = 8440
    /// The number of network threads.
    package var loops = 2
    /// Whether the root key announces the key of the hub's TLS 1.3 connections: a key of its own, or that of its
    /// certificate.
    package var isProved = false
    /// Paths of PEM files: a certificate from a certificate authority, and its private key. Both or neither.
    package var certificate: String?
    package var privateKey: String?
    /// The path of the certificate that a proxy in front of the hub uses.
    package var proxyCertificate: String?
    /// What is logged; nil for what the program does without a setting.
    package var logLevel: LogLevel?
    /// The names of the settings that were set, in order.
    private var names: [String] = []

    /// The defaults of `satchel-hub serve`.
    package init() {
        configuration.rateLimits = .standard
    }

    /// Reads a file and then the environment, which takes precedence.
    ///
    /// - Parameters:
    ///   - file: the bytes of a TOML 1.0 document, and its name for messages; nil for none.
    ///   - environment: names and values. Names that do not begin with ``variablePrefix`` are ignored.
    /// - Throws: ``HubError`` with `.invalid` and a sentence for each error, with its line or variable.
    package init(file: (name: String, bytes: [UInt8])?, environment: [(name: String, value: String)]) throws {
        self.init()
        var problems: [String] = []
        if let file {
            do {
                for entry in try TOMLDocument(file.bytes).entries {
                    let place = "\(file.name), line \(entry.line): \(entry.name)"
                    apply(HubSetting.named(entry.name), entry.value, place, &problems)
                }
            } catch let error as TOMLError {
                problems.append("\(file.name), line \(error.line): \(error.message)")
            }
        }
        for (name, value) in environment.sorted(by: { $0.name < $1.name }) {
            guard name.hasPrefix(Self.variablePrefix), !Self.otherVariables.contains(name) else { continue }
            let setting = HubSetting.all.first { $0.variable == name }
            apply(setting, setting?.kind.value(of: value) ?? .text(value), name, &problems)
        }
        problems += contradictions
        guard problems.isEmpty else {
            throw HubError(.invalid, problems.joined(separator: "\n"))
        }
    }

    /// The path of the certificate whose key the root key announces; nil if there is none.
    package var announcedCertificate: String? { proxyCertificate ?? (isProved ? certificate : nil) }

    package static let maximumFileBytes = TOMLDocument.maximumBytes
    package static let variablePrefix = "SATCHEL_HUB_"
    /// Environment variables of the program that are not settings.
    package static let otherVariables: Set<String> = ["SATCHEL_HUB_CONFIG"]

    /// The settings that were set, in order, with their present values: a later one may have overridden an earlier one.
    package var changes: [(name: String, value: String)] {
        names.compactMap { name in HubSetting.named(name).map { (name, $0.shown(self)) } }
    }

    /// The settings as one text, for the audit log.
    package var summary: String {
        changes.isEmpty
            ? "all settings as they come" : changes.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    }

    private mutating func apply(
        _ setting: HubSetting?, _ value: TOMLDocument.Value, _ place: String, _ problems: inout [String]
    ) {
        guard let setting else {
            return problems.append("\(place) is not a setting of this hub. `satchel-hub config example` shows all.")
        }
        if let problem = setting.set(value, &self) { return problems.append("\(place) \(problem)") }
        names.removeAll { $0 == setting.name }
        names.append(setting.name)
    }

    /// Errors in combinations of settings.
    private var contradictions: [String] {
        var problems: [String] = []
        if (certificate == nil) != (privateKey == nil) {
            problems.append("server.certificate and server.private_key go together: set both, or none.")
        }
        if proxyCertificate != nil, isProved || certificate != nil {
            problems.append(
                "server.proxy_certificate is what a proxy shows for a hub that speaks plain HTTP: leave server.tls and server.certificate out, or this."
            )
        }
        if configuration.maximumBatch > configuration.maximumQueue {
            problems.append("writer.batch cannot be more than writer.queue.")
        }
        for name in names where HubSetting.named(name)?.isSet(self) == false {
            problems.append("\(name) has no effect, because nothing is limited there: set its burst, or leave it out.")
        }
        return problems
    }
}
