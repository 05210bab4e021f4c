// SPDX-License-Identifier: MIT
import TOML

/// Everything that an operator can set in one file or in the environment: how the hub works and where it listens.
package struct HubSettings: Sendable {
    package var configuration = HubConfiguration()
    /// The IP address to listen at.
    package var address = "127.0.0.1"
    package var port: UInt16 = 8440
    /// Network threads.
    package var loops = 2
    /// Whether what the hub shows over TLS 1.3 is announced by its root key: a key of its own, or its certificate's.
    package var isProved = false
    /// Paths of PEM files of a certificate that an authority has signed; both or none.
    package var certificate: String?
    package var privateKey: String?
    /// The path of the certificate that a proxy shows in the hub's place.
    package var proxyCertificate: String?
    /// The names of what was set, in their order.
    private var names: [String] = []

    /// What `satchel-hub serve` runs with when nothing is set.
    package init() {
        configuration.rateLimits = .standard
    }

    /// Reads a file and then the environment, whose word counts more.
    ///
    /// - Parameters:
    ///   - file: the bytes of a TOML 1.0 document, and what sentences call it; nil for none.
    ///   - environment: names and values; those that do not begin with ``variablePrefix`` are not looked at.
    /// - Throws: ``HubError`` with `.invalid` and a sentence for each thing that is wrong, with its line or variable.
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

    /// The path of the certificate of an authority by whose key wallets know the hub; nil when there is none.
    package var announcedCertificate: String? { proxyCertificate ?? (isProved ? certificate : nil) }

    package static let maximumFileBytes = TOMLDocument.maximumBytes
    package static let variablePrefix = "SATCHEL_HUB_"
    /// Variables of the program that are no settings.
    package static let otherVariables: Set<String> = ["SATCHEL_HUB_CONFIG"]

    /// What was set, in its order, with what it is now: a later setting may have changed it again.
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
            return problems.append("\(place) is no setting of this hub. `satchel-hub config example` shows all.")
        }
        if let problem = setting.set(value, &self) { return problems.append("\(place) \(problem)") }
        names.removeAll { $0 == setting.name }
        names.append(setting.name)
    }

    /// What each setting alone cannot know.
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
