// SPDX-License-Identifier: MIT
import Testing

/// The layers of Documentation/Map.md, held by reading Package.swift and the import lines.
struct LayerTests {
    /// From below. C libraries stand under all of them.
    private static let layers = ["Primitives", "Domain", "Services", "Interface", "System", "Faces"]

    /// Layers whose modules never import each other.
    private static let flat: Set = ["Services", "Interface"]

    /// The bus is the one service that other services may import.
    private static let sharedService = "SystemBus"

    /// Modules that never meet, directly or through others.
    private static let strangers: [(Set<String>, Set<String>)] = [
        (["Bitcoin"], ["Ethereum", "Solana"]), (["Ethereum"], ["Bitcoin", "Solana"]),
        (["Solana"], ["Bitcoin", "Ethereum"]),
        // What a user, and what an operator runs.
        (["CardStore", "Coins", "Drive", "Vault", "Wallet"], hubSide),
        (hubSide, ["CardStore", "Coins", "Drive", "Vault", "Wallet"]),
        (["Scanner"], ["Codes"]),
    ]
    private static let hubSide: Set = ["Backups", "FileService", "Hub", "HubFiles", "HubLedger", "HubStorage"]

    /// What comes with the toolchain or the system.
    static let platform: Set<String> = [
        "Glibc", "FoundationEssentials", "Synchronization", "Dispatch", "Observation", "Swift",
    ]

    @Test func modulesStandOnLowerLayersOnly() throws {
        let manifest = try Manifest()
        #expect(manifest.modules.count > 30)
        var wrong: [String] = []
        for (name, module) in manifest.modules {
            guard let level = Self.layers.firstIndex(of: module.layer) else {
                wrong.append("\(name): there is no layer \(module.layer)")
                continue
            }
            for dependency in module.dependencies {
                guard let other = manifest.modules[dependency], let below = Self.layers.firstIndex(of: other.layer)
                else {
                    if !dependency.hasPrefix("C") { wrong.append("\(name): there is no module \(dependency)") }
                    continue
                }
                if below > level
                    || below == level && Self.flat.contains(module.layer) && dependency != Self.sharedService
                {
                    wrong.append("\(name) of \(module.layer) may not stand on \(dependency) of \(other.layer)")
                }
            }
            for (these, those) in Self.strangers where these.contains(name) {
                let met = manifest.reach(of: name).intersection(those)
                if !met.isEmpty { wrong.append("\(name) may not stand on \(met.sorted())") }
            }
        }
        #expect(wrong.sorted() == [])
    }

    @Test func filesImportWhatTheManifestStates() throws {
        let manifest = try Manifest()
        var wrong: [String] = []
        for file in try SourceTree("Sources").files where !file.path.hasPrefix("Sources/Programs/") {
            guard let module = manifest.modules[file.module] else {
                wrong.append("\(file.path): Package.swift has no module \(file.module)")
                continue
            }
            for (line, name) in file.imports
            where !module.dependencies.contains(name) && !Self.platform.contains(name) {
                wrong.append("\(file.path):\(line): \(file.module) may not import \(name)")
            }
        }
        #expect(wrong == [])
    }

    @Test func everyCLibraryHasOneOwner() throws {
        var owners: [String: Set<String>] = [:]
        for file in try SourceTree("Sources").files {
            for (_, name) in file.imports where name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true {
                owners[name, default: []].insert(file.module)
            }
        }
        let shared = owners.filter { $0.value.count > 1 && $0.key != "CPNG" }
        #expect(shared.isEmpty, "one C library, one owner: \(shared)")
    }

    @Test func theDomainKnowsNoClockNoDiskAndNoChance() throws {
        let ambient = [
            "clock_gettime", "getrandom", "gettimeofday", "fopen(", "open(\"", ".random(", "SystemRandom", "Date()",
        ]
        let tree = try SourceTree("Sources/Domain")
        #expect(
            tree.objections(
                "ambient clock, disk or chance", where: { _, _, code in ambient.contains(where: code.contains) }) == [])
        #expect(
            tree.files.flatMap { file in file.imports.filter { $0.module == "Glibc" }.map { _ in file.path } } == [])
    }
}
