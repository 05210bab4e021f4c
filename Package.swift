// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// One dialect for every target; see Documentation/Map.md for the layers.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Work on every pixel, or field arithmetic, is 400 times slower without optimisation: minutes in debug tests.
let alwaysFast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A module with its layer, and all that it may import. LayerTests reads these calls, so the names are literals.
func module(
    _ layer: String, _ name: String, _ dependencies: [Target.Dependency], excluding: [String] = [],
    settings extra: [SwiftSetting] = []
) -> [Target] {
    [
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
            exclude: ["README.md"] + excluding, swiftSettings: settings + extra)
    ]
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> [Target] {
    [
        .executableTarget(
            name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: settings)
    ]
}

/// Tests that leave the work to what they test are compiled in half the time without optimisation, and run no slower.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
/// These work themselves: they draw, search, simulate, or read all of our sources.
let busyTests: Set = [
    "BytesTests", "CanvasLayoutTests", "CanvasTests", "CodesTests", "CrashTests", "CryptoTests", "FuzzTests",
    "ScannerTests", "SimulationTests", "BarcodesTests", "TidyTests", "TokensTests",
]

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [String] = []) -> [Target] {
    [
        .testTarget(
            name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)", exclude: resources,
            swiftSettings: settings + (busyTests.contains(name) ? [] : plain))
    ]
}

func library(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

// C: a module map and a shim header each, imported by exactly one owner.
var targets: [Target] = [
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CEvent", pkgConfig: "libevent", apt: "libevent-dev"),
    library("CFUSE", pkgConfig: "fuse3", apt: "libfuse3-dev"),
    library("CLinux", apt: "libc6-dev"),
    library("CMemory", apt: "libc6-dev"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    library("CPoppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),
    library("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
    library("CSDBus", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CSecp256k1", pkgConfig: "libsecp256k1", apt: "libsecp256k1-dev"),
    library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
    // Only the headers: Keys loads the library by name when a wallet uses a chip.
    library("CTSS", apt: "libtss2-dev"),
    library("CUTF8Proc", apt: "libutf8proc-dev"),
    library("CXML", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    library("CZint", apt: "libzint-dev"),
    library("CZip", pkgConfig: "libzip", apt: "libzip-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
]

// C and C++ that Swift cannot say itself, built here; apt: libgif-dev libjpeg62-turbo-dev libpng-dev libtomlplusplus-dev
// libwebp-dev libzxing-dev.
targets += [
    .target(
        name: "CPixels", path: "Sources/C/CPixels",
        cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(
        name: "CConfine", path: "Sources/C/CConfine"),
    .target(
        name: "CDisk", path: "Sources/C/CDisk"),
    .target(
        name: "CNetlink", path: "Sources/C/CNetlink"),
    .target(
        name: "CRoutes", path: "Sources/C/CRoutes"),
    .target(
        name: "CSHA256", path: "Sources/C/CSHA256",
        cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(
        name: "CReader", dependencies: ["CConfine"], path: "Sources/C/CReader",
        cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
        linkerSettings: ["gif", "jpeg", "png", "webp", "webpdemux", "ZXing"].map { .linkedLibrary($0) }),
    .target(
        name: "CTOML", path: "Sources/C/CTOML", linkerSettings: [.linkedLibrary("tomlplusplus")]),
]

// What the tests of several modules share.
targets.append(.target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings))
targets.append(.target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"))

// The chains of Tests/Peers as values that tests start and stop.
targets.append(
    .target(
        name: "PeerSupport", dependencies: ["Bytes", "HTTP", "TestSupport"], path: "Tests/PeerSupport",
        swiftSettings: settings))

// A private database server that tests and the bench start and stop.
targets.append(
    .target(
        name: "ServerSupport", dependencies: ["PostgreSQL", "TestSupport"], path: "Tests/ServerSupport",
        swiftSettings: settings))

// Pictures of codes as a camera would take them, from a seed.
targets.append(
    .target(
        name: "SyntheticPhotos", dependencies: ["CZint", "Codes", "Scanner", "Barcodes", "TestSupport"],
        path: "Tests/SyntheticPhotos", exclude: ["README.md"], swiftSettings: settings + alwaysFast))
targets.append(
    .executableTarget(
        name: "satchel-photos", dependencies: ["Scanner", "Barcodes", "SyntheticPhotos", "TestSupport"],
        path: "Tests/Photographer", swiftSettings: settings + alwaysFast))

// Primitives
targets += module(
    "Primitives", "Bytes", [.byName(name: "CMemory", condition: .when(platforms: [.linux]))])
targets += tests("BytesTests", ["Bytes"], resources: ["Vectors"])
targets += module(
    "Primitives", "Crypto", ["Bytes", "COpenSSL", "CSHA256", "CSecp256k1", "CSodium"], settings: alwaysFast)
targets += tests("CryptoTests", ["Bytes", "Crypto"], resources: ["Vectors"])
targets += module("Primitives", "Logging", [])
targets += tests("LoggingTests", ["Logging"])
targets += module("Primitives", "SQL", ["Logging"])
targets += module("Primitives", "XML", ["CXML"])
targets += tests("XMLTests", ["XML"])
targets += module("Primitives", "Barcodes", [])
targets += tests("BarcodesTests", ["PeerSupport", "Barcodes"])
targets += module("Primitives", "Release", [])
targets += module("Primitives", "Zlib", ["CZlib"])

// Domain
targets += module("Domain", "Money", ["Bytes"])
targets += tests("MoneyTests", ["Bytes", "Money"])
targets += module("Domain", "Tokens", ["Bytes", "Crypto", "Money"])
targets += tests("TokensTests", ["Bytes", "Crypto", "Money", "Tokens"], resources: ["Vectors"])
targets += module("Domain", "Chains", ["Bytes", "CUTF8Proc", "Crypto"])
targets += tests("ChainsTests", ["Bytes", "Chains", "Crypto"], resources: ["Vectors"])
targets += module("Domain", "Bitcoin", ["Bytes", "Chains", "Crypto"])
targets += tests("BitcoinTests", ["Bitcoin", "Bytes", "Chains", "Crypto"], resources: ["Vectors"])
targets += module("Domain", "Ethereum", ["Bytes", "Chains", "Crypto"])
targets += tests("EthereumTests", ["Bytes", "Chains", "Crypto", "Ethereum"], resources: ["Vectors"])
targets += module("Domain", "Solana", ["Bytes", "Chains", "Crypto"])
targets += tests("SolanaTests", ["Bytes", "Chains", "Crypto", "Solana"], resources: ["Vectors"])

targets += module("Domain", "Cards", ["Bytes", "Crypto", "Money", "Barcodes"])
targets += tests("CardsTests", ["Bytes", "Cards", "Codes", "Crypto", "Money", "PeerSupport", "Barcodes"])
targets += module("Domain", "FileModel", ["Bytes", "Crypto"])
targets += tests("FileModelTests", ["Bytes", "Crypto", "FileModel"])
targets += module("Domain", "NearbyProtocol", ["Bytes", "Crypto", "Tokens"])
targets += tests(
    "NearbyProtocolTests", ["Bytes", "Crypto", "Money", "NearbyProtocol", "Tokens"], resources: ["Vectors"])
targets += module("Domain", "WebDAV", ["Bytes", "Crypto", "FileModel", "XML"])
targets += tests("WebDAVTests", ["Bytes", "Crypto", "FileModel", "WebDAV"])
targets += module("Domain", "WireGuard", ["Bytes", "Crypto"])
targets += tests("WireGuardTests", ["Bytes", "Crypto", "WireGuard"])
targets += module("Domain", "Scanner", ["CPixels", "Barcodes"], settings: alwaysFast)
targets += tests("ScannerTests", ["Codes", "PeerSupport", "Scanner", "Barcodes", "SyntheticPhotos"])

// Services
targets += module("Services", "Archives", ["Bytes", "CZip"])
targets += tests("ArchivesTests", ["Archives", "Bytes", "PeerSupport"])
targets += module("Services", "Banking", ["Bytes", "Money", "XML"])
targets += tests("BankingTests", ["Banking", "Bytes", "Money", "PeerSupport"])
targets += module("Services", "Codes", ["Bytes", "CPNG", "CZint", "Crypto", "Barcodes", "Zlib"])
targets += tests(
    "CodesTests", ["Bytes", "Codes", "Crypto", "PeerSupport", "Barcodes", "satchel-reader", "satchel-unpacker"],
    resources: ["Readers", "Vectors"])
targets += module("Services", "FileIO", ["CDisk", "Crypto", "FileModel", "Logging"])
targets += module("Services", "Mount", ["CFUSE"])
targets += [
    .target(name: "RefusedCalls", path: "Tests/RefusedCalls"),
    .executableTarget(
        name: "FileCrashDriver", dependencies: ["Crypto", "FileIO", "FileModel", "RefusedCalls", "TestSupport"],
        path: "Tests/FileCrashDriver", swiftSettings: settings),
]
targets += tests("FileIOTests", ["Crypto", "FileCrashDriver", "FileIO", "FileModel"])
targets += module("Services", "HTTP", ["Bytes", "CCurl", "CEvent", "CNetlink", "Logging", "Zlib"])
targets += tests("HTTPTests", ["Bytes", "Crypto", "HTTP", "Zlib"])
targets += module(
    "Services", "Keys",
    [
        "Bytes", .byName(name: "CLinux", condition: .when(platforms: [.linux])),
        .byName(name: "CTSS", condition: .when(platforms: [.linux])), "Crypto",
    ])
targets += tests("KeysTests", ["Bytes", "Crypto", "Keys"])
targets += module("Services", "Nearby", ["NearbyProtocol", "SystemBus"])
targets += tests("NearbyTests", ["Nearby", "NearbyProtocol", "SystemBus"])
targets += module("Services", "PostgreSQL", ["CPostgreSQL", "SQL"])
targets += tests("PostgreSQLTests", ["PostgreSQL", "SQL", "ServerSupport"])
targets += module("Services", "SQLite", ["CSQLite", "SQL"])
targets += tests("SQLiteTests", ["Bytes", "SQL", "SQLite"])
targets += module("Services", "SystemBus", [.byName(name: "CSDBus", condition: .when(platforms: [.linux]))])
targets += module("Services", "TOML", ["CTOML"])
targets += tests("TOMLTests", ["TOML"])
targets += module("Services", "Terminal", ["Bytes", "Logging"])
targets += tests("TerminalTests", ["Bytes", "Logging", "Terminal"])
targets += module("Services", "Tunnel", ["Bytes", "CRoutes", "Logging", "WireGuard"])
targets += tests(
    "TunnelTests", ["Bytes", "Crypto", "Tunnel", "WireGuard", "satchel", "satchel-hub", "satchel-tunnel"])

// Interface
targets += module(
    "Interface", "HubAPI",
    ["Bytes", "Crypto", "FileModel", "HTTP", "Logging", "Money", "NearbyProtocol", "Tokens"])
targets += tests("HubAPITests", ["Bytes", "Crypto", "FileModel", "HTTP", "HubAPI", "Money", "Tokens"])
targets += module("Interface", "Sharing", ["Bytes", "Cards", "Codes", "Crypto", "Barcodes", "Tokens"])

// System
targets += module("System", "HubFiles", ["Bytes", "Crypto", "FileModel", "HubAPI", "SQL", "Tokens", "WebDAV"])
targets += tests(
    "HubFilesTests", ["Bytes", "Crypto", "FileModel", "HubAPI", "HubFiles", "SQL", "SQLite", "Tokens"])
targets += module(
    "System", "HubStorage", ["HTTP", "HubAPI", "Keys", "Logging", "PostgreSQL", "SQL", "SQLite", "Tokens"])
targets += module(
    "System", "HubLedger", ["Bytes", "Crypto", "HubAPI", "HubStorage", "Logging", "Money", "SQL", "Tokens"])
targets += module(
    "System", "Hub",
    [
        "Banking", "Bytes", "Crypto", "FileModel", "HTTP", "HubAPI", "HubFiles", "HubLedger", "HubStorage", "Keys",
        "Logging", "Money", "NearbyProtocol", "PostgreSQL", "SQL", "SQLite", "TOML", "Tokens", "WebDAV", "WireGuard",
    ])
targets += tests(
    "HubTests",
    [
        "Banking", "Bytes", "Crypto", "FaultyDisk", "FileModel", "HTTP", "Hub", "HubLedger", "HubStorage", "HubAPI",
        "HubFiles", "Logging", "Money",
        "PostgreSQL", "SQL", "SQLite", "ServerSupport", "Tokens", "WireGuard", "satchel-hub",
    ])
targets += module(
    "System", "Backups",
    ["Bytes", "Crypto", "FileIO", "FileModel", "HubFiles", "Keys", "SQL", "SQLite", "Tokens"])
targets += tests(
    "BackupsTests",
    [
        "Backups", "Bytes", "Crypto", "FileIO", "FileModel", "HubAPI", "HubFiles", "SQL", "SQLite", "Tokens",
    ])
targets += module(
    "System", "FileService", ["Bytes", "Codes", "Crypto", "FileIO", "FileModel", "HTTP", "Logging", "WebDAV"])
targets.append(
    .executableTarget(
        name: "FileCommitDriver",
        dependencies: [
            "Codes", "Crypto", "FileIO", "FileService", "HTTP", "Hub", "HubStorage", "Logging", "TestSupport", "Tokens",
        ],
        path: "Tests/FileCommitDriver", swiftSettings: settings))
targets += tests(
    "FileServiceTests",
    [
        "Bytes", "Codes", "Crypto", "FileCommitDriver", "FileModel", "FileService", "HTTP", "HubAPI", "Tokens",
        "satchel-files", "satchel-hub", "satchel-reader",
    ])
targets += module(
    "System", "Drive",
    [
        "Bytes", "Crypto", "FileIO", "FileModel", "HTTP", "HubAPI", "Keys", "Logging", "Mount", "NearbyProtocol",
        "SQL", "SQLite",
        "Tokens",
    ])
targets += tests(
    "DriveTests",
    [
        "Bytes", "Crypto", "Drive", "FileIO", "FileModel", "FileService", "HTTP", "Hub", "HubAPI", "Money",
        "MountCrashDriver", "PeerSupport", "SQLite", "Tokens",
    ])
targets.append(
    .executableTarget(
        name: "MountCrashDriver", dependencies: ["Crypto", "Drive", "HubAPI", "Tokens"],
        path: "Tests/MountCrashDriver", swiftSettings: settings))
targets += module("System", "Vault", ["Bytes", "Crypto", "Keys", "SQLite"])
targets += module(
    "System", "Wallet",
    ["Bytes", "Crypto", "HTTP", "HubAPI", "Keys", "Money", "NearbyProtocol", "SQLite", "Tokens", "Vault"])
targets += tests(
    "WalletTests",
    [
        "Banking", "Bytes", "Crypto", "HTTP", "Hub", "HubStorage", "HubAPI", "Keys", "Money", "Nearby",
        "NearbyProtocol", "SQLite", "Tokens", "Vault", "Wallet",
    ])
targets += module(
    "System", "Coins",
    [
        "Bitcoin", "Bytes", "Chains", "Crypto", "Ethereum", "HTTP", "Keys", "Money", "SQLite", "Solana", "Vault",
    ])
// A chain that only tests register.
targets.append(
    .target(
        name: "TestChain", dependencies: ["Bytes", "Chains", "Coins", "Crypto", "Vault"], path: "Tests/TestChain",
        swiftSettings: settings))
targets += tests(
    "CoinsTests",
    [
        "Bitcoin", "Bytes", "Chains", "Coins", "Crypto", "Ethereum", "HTTP", "Keys", "Money", "PeerSupport", "SQLite",
        "Solana", "TestChain", "Tokens", "Vault", "Wallet",
    ])
targets += tests(
    "CoinServerTests",
    ["Bitcoin", "Bytes", "Chains", "Coins", "Crypto", "Ethereum", "HTTP", "Money", "PeerSupport", "Solana"])

targets += module(
    "System", "CardStore",
    ["Archives", "Bytes", "Cards", "Crypto", "HTTP", "Keys", "Money", "SQLite", "Barcodes", "Vault"])
targets += tests(
    "CardStoreTests",
    [
        "Archives", "Bytes", "Cards", "Crypto", "HTTP", "Keys", "Money", "PeerSupport", "CardStore", "SQLite",
        "Barcodes", "Vault",
    ])

// Faces: how views share room needs no display; what draws them needs GTK, which `SATCHEL_APP=1` asks for.
let onMain: [SwiftSetting] = [.defaultIsolation(MainActor.self)]
targets += module("Faces", "CanvasLayout", [], settings: onMain)
targets += tests("CanvasLayoutTests", ["CanvasLayout"])
targets += module(
    "Faces", "ScreenModels",
    [
        "Bytes", "Cards", "Chains", "Codes", "Coins", "Crypto", "Drive", "FileModel", "HTTP", "HubAPI", "Keys", "Money",
        "Sharing",
        "CardStore",
        "Barcodes", "Tokens", "Vault", "Wallet",
    ])
targets += tests(
    "ScreenModelsTests",
    [
        "Banking", "Bitcoin", "Bytes", "Cards", "Chains", "Codes", "Coins", "Crypto", "Drive", "FileIO", "FileModel",
        "FileService", "HTTP", "Hub", "HubAPI", "Keys",
        "Money", "Sharing",
        "CardStore",
        "ScreenModels", "Barcodes", "Tokens", "Wallet", "satchel-reader", "satchel-unpacker",
    ])
targets += module(
    "Faces", "Demo",
    [
        "Barcodes", "Bytes", "CardStore", "Cards", "Crypto", "HubAPI", "Keys", "Money", "ScreenModels", "Tokens",
        "Wallet",
    ])
if Context.environment["SATCHEL_APP"] != nil {
    targets.append(library("CGTK", pkgConfig: "libadwaita-1", apt: "libadwaita-1-dev"))
    targets += module("Faces", "Canvas", ["Bytes", "CGTK", "CanvasLayout"], settings: onMain)
    targets += tests("CanvasTests", ["CGTK", "Canvas", "CanvasLayout"])
    targets += module("Faces", "Views", ["Canvas"], settings: onMain)
    targets += module(
        "Faces", "Screens",
        [
            "Barcodes", "CardStore", "Cards", "Chains", "Codes", "Coins", "HubAPI", "Money", "Release", "ScreenModels",
            "FileModel", "Tokens", "Views", "Wallet",
        ], excluding: ["Assets.xcassets"], settings: onMain)
    targets.append(
        .executableTarget(
            name: "satchel-app",
            dependencies: [
                "Canvas", "Demo", "Keys", "Release", "ScreenModels", "Screens", "SystemBus", "Terminal", "Wallet",
            ],
            path: "Sources/Programs/satchel-app",
            swiftSettings: settings + onMain))
    // What the bench's section `app` measures, and what it compares with.
    targets.append(
        .executableTarget(
            name: "satchel-app-probe", dependencies: ["Canvas", "ScreenModels", "Screens", "Wallet"],
            path: "Tests/AppProbe", swiftSettings: settings + onMain))
    targets.append(
        .executableTarget(
            name: "gtk-peer", dependencies: ["CGTK"], path: "Tests/GTKPeer",
            cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]))
}

// On Apple's systems the views are drawn by SwiftUI; Apps/Apple builds the app around them. Nothing of this is built here.
#if os(macOS)
    targets += module("Faces", "Views", [], settings: onMain)
    targets += module(
        "Faces", "Screens",
        [
            "Barcodes", "CardStore", "Cards", "Chains", "Codes", "Coins", "HubAPI", "Money", "Release", "ScreenModels",
            "FileModel", "Tokens", "Views", "Wallet",
        ], excluding: ["Assets.xcassets"], settings: onMain)
    let products: [Product] = [.library(name: "Screens", targets: ["ScreenModels", "Screens", "Wallet"])]
#else
    let products: [Product] = []
#endif

// Programs
targets += program(
    "satchel",
    [
        "Archives", "Bytes", "Cards", "Chains", "Codes", "Coins", "Crypto", "Demo", "Drive", "FileModel", "HTTP",
        "HubAPI",
        "Keys", "Logging", "Money", "Nearby", "NearbyProtocol", "Release", "ScreenModels",
        "Sharing", "CardStore",
        "SQLite", "SystemBus",
        "Barcodes", "Terminal", "Tokens", "Tunnel", "Wallet", "WireGuard",
    ])
targets += program(
    "satchel-hub",
    [
        "Backups", "Banking", "Bytes", "Codes", "Crypto", "FileIO", "FileModel", "HTTP", "Hub", "HubAPI", "HubLedger",
        "HubStorage", "Keys", "Logging", "Money", "PostgreSQL", "Release", "SQL", "SQLite", "Terminal", "Tokens",
        "WireGuard",
    ])
targets += program(
    "satchel-drive", ["Crypto", "Drive", "FileIO", "HubAPI", "Keys", "Logging", "Release", "Terminal", "Wallet"])
targets += program(
    "satchel-files", ["Codes", "FileIO", "FileService", "HTTP", "Keys", "Logging", "Release", "Terminal"])
targets += program("satchel-tunnel", ["Keys", "Logging", "Release", "Terminal", "Tunnel"])
targets += program("satchel-reader", ["CReader", "Scanner", "Barcodes"])
// apt: libfreetype-dev libheif-dev libtiff-dev. FreeType's way to a font's file is taken by our own, see pdf.c.
targets.append(
    .executableTarget(
        name: "satchel-unpacker", dependencies: ["CConfine", "CPoppler"], path: "Sources/Programs/satchel-unpacker",
        cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
        linkerSettings: ["freetype", "heif", "m", "tiff"].map { .linkedLibrary($0) } + [
            .unsafeFlags(
                ["FT_New_Face", "fopen"].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
        ]))

// Speed, see Documentation/Benchmarks.md; C's own signatures are the baseline, zxing-peer another reader of codes.
targets += [
    .executableTarget(
        name: "zxing-peer", path: "Tests/ZXingPeer", cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
        linkerSettings: [.linkedLibrary("ZXing")]),
    .executableTarget(
        name: "satchel-bench",
        dependencies: [
            "Bitcoin", "Bytes", "CEvent", "CLinux", "COpenSSL", "CSecp256k1", "CSodium", "Cards", "Chains", "Codes",
            "Coins", "Crypto", "Ethereum", "FaultyDisk", "HTTP", "Hub", "HubStorage", "HubAPI", "Keys", "Money",
            "PeerSupport",
            "CardStore",
            "PostgreSQL", "SQL", "SQLite", "Scanner", "ServerSupport", "Solana", "Barcodes", "SyntheticPhotos",
            "Terminal", "TestSupport", "Tokens", "Vault", "Wallet", "satchel-reader", "zxing-peer",
        ], path: "Benchmarks",
        exclude: [
            "Coins/peers.py", "Coins/restore_peer.py", "Drawing/peer.py", "Drive/mount.sh", "README.md",
            "Reading/peers.py",
        ],
        swiftSettings: settings),
]

// Whole-system tests
targets += [
    .target(
        name: "CrashRig",
        dependencies: ["Bytes", "Crypto", "HTTP", "Hub", "HubStorage", "HubAPI", "Money", "Tokens", "Wallet"],
        path: "Tests/CrashRig", swiftSettings: settings),
    .executableTarget(
        name: "CrashDriver", dependencies: ["CrashRig", "HTTP", "Hub", "HubStorage", "HubAPI", "Tokens", "Wallet"],
        path: "Tests/CrashDriver", swiftSettings: settings),
]
targets += tests(
    "CrashTests",
    [
        "Bytes", "CrashDriver", "CrashRig", "Crypto", "HTTP", "Hub", "HubStorage", "HubAPI", "Money", "SQLite",
        "ServerSupport",
        "Tokens", "Wallet",
    ])
targets += [
    .target(
        name: "CoinCrashRig", dependencies: ["Chains", "Coins", "CrashRig", "Wallet"], path: "Tests/CoinCrashRig",
        swiftSettings: settings),
    .executableTarget(
        name: "CoinCrashDriver", dependencies: ["CoinCrashRig", "Coins", "CrashRig", "Wallet"],
        path: "Tests/CoinCrashDriver", swiftSettings: settings),
]
targets += tests(
    "CoinCrashTests",
    ["Bytes", "Chains", "CoinCrashDriver", "CoinCrashRig", "Coins", "CrashRig", "HTTP", "PeerSupport", "Wallet"])
targets += [
    .target(
        name: "CardCrashRig", dependencies: ["Cards", "CrashRig", "Crypto", "CardStore", "Barcodes", "Wallet"],
        path: "Tests/CardCrashRig", swiftSettings: settings),
    .executableTarget(
        name: "CardCrashDriver", dependencies: ["CardCrashRig", "CrashRig", "CardStore", "Wallet"],
        path: "Tests/CardCrashDriver", swiftSettings: settings),
]
targets += tests(
    "CardCrashTests", ["Bytes", "CardCrashDriver", "CardCrashRig", "Cards", "CrashRig", "CardStore", "Wallet"])
targets += tests(
    "ProgramTests",
    [
        "Archives", "Bytes", "Codes", "CrashRig", "Crypto", "HTTP", "HubAPI", "Money", "PeerSupport",
        "ServerSupport", "Barcodes", "Tokens", "satchel", "satchel-drive", "satchel-files", "satchel-hub",
        "satchel-reader", "satchel-tunnel", "satchel-unpacker",
    ])
targets += [
    .target(
        name: "FuzzEntries",
        dependencies: [
            "Archives", "Backups", "Banking", "Barcodes", "Bitcoin", "Bytes", "Cards", "Chains", "Codes", "Coins",
            "Crypto", "Drive", "Ethereum", "FileModel", "HTTP", "Hub", "HubAPI", "HubStorage", "Money",
            "NearbyProtocol", "Scanner", "Solana", "Tokens", "Tunnel", "WebDAV", "WireGuard", "XML", "Zlib",
        ],
        path: "Tests/FuzzEntries", swiftSettings: settings)
]
targets += tests("FuzzTests", ["FuzzEntries"])
targets += tests(
    "SimulationTests",
    ["Bytes", "Crypto", "HTTP", "Hub", "HubStorage", "HubAPI", "Keys", "Money", "SQLite", "Tokens", "Wallet"],
    resources: ["README.md"])
targets += tests("TidyTests", ["Release"])

// libFuzzer brings its own main, so this program exists only when `make fuzz` asks for it.
if Context.environment["SATCHEL_FUZZ"] != nil {
    targets += [
        .executableTarget(
            name: "satchel-fuzz", dependencies: ["FuzzEntries"], path: "Tests/Fuzzer",
            swiftSettings: settings)
    ]
}

// SATCHEL_ONLY="BitcoinTests satchel" builds these targets and what they stand on; for short rounds while working on one.
if let only = Context.environment["SATCHEL_ONLY"] {
    var kept = Set(only.split(separator: " ").map(String.init))
    var count = 0
    while count != kept.count {
        count = kept.count
        for target in targets where kept.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
        }
    }
    targets.removeAll { !kept.contains($0.name) }
}

let package = Package(
    name: "satchel", platforms: [.iOS(.v18), .macOS(.v15)], products: products, targets: targets,
    cxxLanguageStandard: .cxx17)
