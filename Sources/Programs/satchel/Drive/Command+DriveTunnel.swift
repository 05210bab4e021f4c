// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Drive
import Glibc
import HubAPI
import Terminal
import Tokens
import Tunnel
import Wallet
import WireGuard

extension Option {
    fileprivate static let tunnelAddress = Option(
        "address", value: "address", "Address of this device in the tunnel, such as 10.8.0.2. May be repeated.")
    fileprivate static let peer = Option("peer", value: "key", "Public key of the server at home.")
    fileprivate static let endpoint = Option(
        "endpoint", value: "host:port", "Where the server at home is reached from outside.")
    fileprivate static let route = Option(
        "route", value: "network", "Network at home, such as 192.168.178.0/24. May be repeated.")
    fileprivate static let presharedKeyFile = Option(
        "preshared-key-file", value: "file", "File with the preshared key, if the server has one.", completion: .files)
    fileprivate static let tunnelSocket = Option(
        "socket", value: "path", "Socket of the service. Default: \(TunnelClient.usualSocket)",
        environment: "SATCHEL_TUNNEL", completion: .files)
}

extension Operand {
    fileprivate static let tunnelConfiguration = Operand(
        "file", "Configuration file of WireGuard.", completion: .files)
    fileprivate static let newConfiguration = Operand("file", "The file to write.", completion: .files)
}

extension Command {
    /// The tunnel home.
    static let driveTunnel = Command(
        "tunnel", "Reach your home network from elsewhere through WireGuard.",
        discussion: """
            The tunnel leads to the networks at home that you name, and nowhere else: your other traffic keeps its way, \
            and names are looked up as before. The private key is kept on this device, in a file that you alone can read. \
            The service satchel-tunnel makes the connection: sudo systemctl enable --now satchel-tunnel.socket
            """,
        commands: tunnelSettings + tunnelUse)

    private static let tunnelSettings: [Command] = [
        Command(
            "import", "Take the configuration file that the server at home gave you.", confirms: true,
            discussion: """
                The file may have ten keys of WireGuard. One that runs a command, changes the device's set-up or leads \
                beyond private networks is refused with its line. DNS is not used. Who made the file knows the private \
                key in it; `satchel drive tunnel create` makes one on this device. The text of a BaluHost's pairing picture \
                is taken too, if it holds a tunnel.
                """,
            operands: [.tunnelConfiguration],
            examples: [.init("satchel drive tunnel import home.conf", "Then: satchel drive tunnel up")]
        ) { invocation in
            let file = try TextFile.bytes(
                of: invocation.operand(.tunnelConfiguration), maximumBytes: TunnelConfiguration.maximumBytes)
            try keep(TunnelConfiguration(reading: configuration(in: file)), invocation)
        },
        Command(
            "join", "Make a key on this device, and let the hub take it.", confirms: true,
            discussion: """
                For a hub whose operator has turned its tunnel on, and a drive that is logged in. The tunnel leads to the hub \
                alone. The private key never leaves this device. Run it again after the operator has changed the tunnel. \
                `satchel devices revoke` shuts a device out within seconds.
                """,
            examples: [.init("satchel drive tunnel join", "Then: satchel drive tunnel up")]
        ) { invocation in
            try confirmReplacing(invocation)
            let key = TunnelPrivateKey(random: .system)
            let id = OperationID(
                at: WalletHome.clock.now(), milliseconds: WalletHome.clock.milliseconds(), random: .system)
            let place = try DriveContext(invocation).hubAccount().joinTunnel(key.publicKey.bytes, id: id)
            try save(TunnelConfiguration(joining: place, with: key), invocation)
        },
        Command(
            "create", "Make a key on this device, for a server whose key you know.", confirms: true,
            discussion:
                "Give the public key that it prints to the owner of the server. The private key never leaves this device.",
            options: [.tunnelAddress, .peer, .endpoint, .route, .presharedKeyFile],
            examples: [
                .init(
                    "satchel drive tunnel create --address 10.8.0.2 --peer KEY --endpoint home.example:51820 --route 192.168.178.0/24",
                    "A tunnel to the network 192.168.178.0/24.")
            ]
        ) { invocation in
            let preshared = try invocation.value(.presharedKeyFile).map { path in
                let text = try TextFile.read(path, maximumBytes: 1_024)
                return try PresharedKey(String(text.prefix { !$0.isNewline }))
            }
            let peer = try TunnelPeer(
                invocation.required(.peer) { try TunnelPublicKey($0) }, presharedKey: preshared,
                routes: invocation.values(.route).map { try AddressBlock($0) },
                endpoint: invocation.required(.endpoint) { try TunnelEndpoint($0) }, keepaliveSeconds: keepaliveSeconds)
            try keep(
                TunnelConfiguration(
                    privateKey: TunnelPrivateKey(random: .system),
                    addresses: invocation.values(.tunnelAddress).map { try AddressBlock($0).host }, peers: [peer]),
                invocation)
        },
        Command(
            "export", "Write the configuration for another program.",
            discussion:
                "The file holds the private key. You alone can read it. NetworkManager takes it with: nmcli connection import type wireguard file FILE",
            operands: [.newConfiguration]
        ) { invocation in
            let path = try WalletHome.absolute(invocation.operand(.newConfiguration))
            guard access(path, F_OK) != 0 else {
                throw Failure(.conflict, "'\(path)' is there already. Choose another name.", showsUsage: false)
            }
            try TunnelFile.write(stored(invocation).load(), to: path)
            invocation.answer(
                ["path": .string(path)], "Written to \(path). A person with this file can enter your home network.")
        },
        Command(
            "forget", "Take the tunnel down and remove its key from this device.", confirms: true,
            options: [.tunnelSocket]
        ) { invocation in
            let file = try stored(invocation)
            let key = try file.load().privateKey.publicKey
            try invocation.confirm("Remove the tunnel with the public key \(key)? Its private key is lost.")
            do {
                _ = try client(invocation).ask(.down)
            } catch let error as TunnelError where [.noService, .notAllowed, .othersTunnel].contains(error.code) {
                // This user has no tunnel up there.
            }
            try file.remove()
            invocation.answer(
                ["publicKey": .string(key.description)],
                "Removed. The server at home still knows the key \(key): remove it there too.")
        },
    ]

    private static let tunnelUse: [Command] = [
        Command(
            "up", "Switch the tunnel on.",
            discussion:
                "Waits some seconds for an answer from home. Without one the tunnel stays on and goes on trying.",
            options: [.tunnelSocket]
        ) { invocation in
            let status = try client(invocation).ask(.up(stored(invocation).load().written))
            invocation.answer(TunnelWords.json(status), TunnelWords.sentences(status))
        },
        Command("down", "Switch the tunnel off.", options: [.tunnelSocket]) { invocation in
            let status = try client(invocation).ask(.down)
            invocation.answer(TunnelWords.json(status), "The tunnel is off.")
        },
        Command(
            "status", "Show whether home answers.",
            discussion: "Connected means that home has answered within three minutes. Otherwise it is asked now.",
            options: [.tunnelSocket]
        ) { invocation in
            let status = try client(invocation).ask(.status)
            invocation.answer(TunnelWords.json(status), TunnelWords.sentences(status))
        },
    ]

    /// What keeps most routers' mappings alive. man 8 wg
    fileprivate static let keepaliveSeconds: UInt16 = 25

    private static func client(_ invocation: Invocation) -> TunnelClient {
        TunnelClient(socket: invocation.value(.tunnelSocket) ?? TunnelClient.usualSocket)
    }

    private static func stored(_ invocation: Invocation) throws -> TunnelFile {
        let context = try CommandContext(invocation)
        try context.refuseInDemo()
        return TunnelFile(besideWallet: context.home.folder)
    }

    /// The configuration in the text of a BaluHost's pairing picture; any other file as it is.
    private static func configuration(in file: [UInt8]) throws -> [UInt8] {
        guard let code = BaluPairingCode(String(decoding: file, as: UTF8.self)) else { return file }
        guard let tunnel = code.tunnel else {
            throw Failure(
                .badDocument, "This pairing code holds no tunnel. Have the BaluHost show one with a VPN.",
                showsUsage: false)
        }
        do {
            return try Base64.decode(tunnel)
        } catch {
            throw Failure(
                .badDocument, "The tunnel in this pairing code is damaged. Show a new one.", showsUsage: false)
        }
    }

    private static func confirmReplacing(_ invocation: Invocation) throws {
        guard try stored(invocation).exists else { return }
        try invocation.confirm("Replace the tunnel of this device? The private key of the old one is lost.")
    }

    /// Stores a configuration, if need be in place of another one, and says what this device's key is.
    private static func keep(_ configuration: TunnelConfiguration, _ invocation: Invocation) throws {
        try confirmReplacing(invocation)
        try save(configuration, invocation)
    }

    private static func save(_ configuration: TunnelConfiguration, _ invocation: Invocation) throws {
        try stored(invocation).save(configuration)
        let routes = configuration.routes.map(\.description).joined(separator: ", ")
        invocation.answer(
            TunnelWords.json(configuration),
            [
                "The tunnel leads to \(routes). Public key of this device: \(configuration.privateKey.publicKey)",
                "Switch it on: satchel drive tunnel up",
            ])
    }
}

extension TunnelConfiguration {
    /// The tunnel to a hub, as the hub describes it: to its own address and no other.
    ///
    /// - Throws: `WireGuardError` if the hub names an address that is not private, or what is no address, key or endpoint.
    init(joining place: TunnelPlace, with key: TunnelPrivateKey) throws {
        let hub = try TunnelPeer(
            TunnelPublicKey(place.hubKey.bytes), routes: [AddressBlock(place.hubAddress).host],
            endpoint: TunnelEndpoint(place.endpoint), keepaliveSeconds: Command.keepaliveSeconds)
        try self.init(privateKey: key, addresses: [AddressBlock(place.address).host], peers: [hub])
    }
}
