// SPDX-License-Identifier: MIT
import Testing

/// The layers of Documentation/Map.md, held by reading the import lines.
struct LayerTests {
    /// A module and everything of ours that it may import. C libraries stand with their one owner.
    static let mayImport: [String: Set<String>] = [
        "Bytes": ["CMemory"],
        "Crypto": ["Bytes", "COpenSSL", "CSecp256k1", "CSodium"],
        "Money": ["Bytes"],
        "Tokens": ["Bytes", "Crypto", "Money"],
        "Chains": ["Bytes", "CUTF8Proc", "Crypto"],
        "Bitcoin": ["Bytes", "Chains", "Crypto"],
        "Ethereum": ["Bytes", "Chains", "Crypto"],
        "Solana": ["Bytes", "Chains", "Crypto"],
        "FileModel": ["Bytes", "Crypto"],
        "Barcodes": [],
        "Scanner": ["CPixels", "Barcodes"],
        "Cards": ["Bytes", "Crypto", "Money", "Barcodes"],
        "Archives": ["Bytes", "CZip"],
        "Banking": ["Bytes", "CXML", "Money"],
        "Codes": ["Bytes", "CPNG", "CZint", "CZlib", "Crypto", "Barcodes"],
        "FileIO": ["CDisk", "FileModel"],
        "HTTP": ["Bytes", "CCurl", "CEvent", "CNetlink", "CZlib"],
        "Keys": ["Bytes", "CLinux", "Crypto"],
        "PostgreSQL": ["CPostgreSQL", "SQL"],
        "SQL": [],
        "SQLite": ["CSQLite", "SQL"],
        "TOML": ["CTOML"],
        "Terminal": ["Bytes"],
        "HubAPI": ["Bytes", "Crypto", "FileModel", "HTTP", "Money", "Tokens"],
        "Sharing": ["Bytes", "Cards", "Codes", "Crypto", "Barcodes", "Tokens"],
        "ScreenModels": [
            "Bytes", "Cards", "Chains", "Codes", "Coins", "Crypto", "HTTP", "HubAPI", "Keys", "Money", "Sharing",
            "CardStore", "Barcodes", "Tokens", "Vault", "Wallet",
        ],
        "Hub": [
            "Banking", "Bytes", "Crypto", "FileModel", "HTTP", "HubAPI", "HubFiles", "HubLedger", "HubStorage", "Keys",
            "Money", "PostgreSQL", "SQL", "SQLite", "TOML", "Tokens",
        ],
        "Backups": [
            "Bytes", "Crypto", "FileIO", "FileModel", "HubFiles", "Keys", "SQL", "SQLite", "Tokens",
        ],
        "HubFiles": ["Bytes", "Crypto", "FileModel", "HubAPI", "SQL", "Tokens"],
        "HubLedger": ["Bytes", "Crypto", "HubAPI", "HubStorage", "Money", "SQL", "Tokens"],
        "HubStorage": ["HTTP", "HubAPI", "Keys", "PostgreSQL", "SQL", "SQLite", "Tokens"],
        "FileService": ["Bytes", "Crypto", "FileIO", "FileModel", "HTTP"],
        "Drive": [
            "Bytes", "Crypto", "FileIO", "FileModel", "HTTP", "HubAPI", "Keys", "SQL", "SQLite", "Tokens",
        ],
        "Vault": ["Bytes", "Crypto", "Keys", "SQLite"],
        "Wallet": ["Bytes", "Crypto", "HTTP", "HubAPI", "Keys", "Money", "SQLite", "Tokens", "Vault"],
        "Coins": [
            "Bitcoin", "Bytes", "Chains", "Crypto", "Ethereum", "HTTP", "Keys", "Money", "SQLite", "Solana", "Vault",
        ],
        "CardStore": ["Archives", "Bytes", "Cards", "Crypto", "Keys", "Money", "SQLite", "Barcodes", "Vault"],
        "CanvasLayout": [],
        "Canvas": ["Bytes", "CGTK", "CanvasLayout"],
        "Screens": [
            "Canvas", "Cards", "Chains", "Codes", "Coins", "HubAPI", "Money", "CardStore", "ScreenModels", "SwiftUI",
            "Barcodes", "Tokens", "UniformTypeIdentifiers", "Wallet",
        ],
        "satchel-reader": ["CPNG", "CReader"],
    ]

    /// What comes with the toolchain or the system.
    static let platform: Set<String> = [
        "Glibc", "FoundationEssentials", "Synchronization", "Dispatch", "Observation", "Swift",
    ]

    @Test func importsPointDownTheLayersOnly() throws {
        var wrong: [String] = []
        for file in try SourceTree("Sources").files where !file.path.hasPrefix("Sources/Programs/") {
            guard let allowed = Self.mayImport[file.module] else {
                wrong.append("\(file.path): the module \(file.module) has no row in LayerTests; give it one")
                continue
            }
            for (line, name) in file.imports where !allowed.contains(name) && !Self.platform.contains(name) {
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
        let shared = owners.filter { $0.value.count > 1 && $0.key != "CPNG" && $0.key != "CZlib" }
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
