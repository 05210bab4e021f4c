// SPDX-License-Identifier: MIT
import Bytes
import Hub
import Terminal
import WireGuard

extension Option {
    fileprivate static let tunnelKey = Option(
        "key", value: "key", "Public key of this machine's tunnel, as `satchel-hub-tunnel key` prints it.")
    fileprivate static let endpoint = Option(
        "endpoint", value: "host:port", "Where devices reach this machine from outside, such as home.example:51820.")
    fileprivate static let network = Option(
        "network", value: "network", "Private network of the tunnel, for this machine and the devices.",
        fallback: "10.77.0.0/24")
    fileprivate static let listenPort = Option(
        "listen-port", value: "number", "Port of UDP on this machine, if the router gives it another number.")
}

extension Command {
    /// The tunnel by which devices reach the hub from elsewhere.
    static let tunnel = Command(
        "tunnel", "Let devices reach this hub from elsewhere through WireGuard.",
        discussion: """
            A device joins with `satchel drive tunnel join`, and leaves when its session ends: by a log-out, by revoking the \
            device, by a new password. The serving hub writes the list of devices into tunnel-peers.conf of its directory \
            within seconds, and the unit satchel-hub-tunnel applies it. The hub knows public keys only. These commands may \
            run while the hub serves.
            """,
        commands: [turnOn, turnOff, showTunnel, listDevices, exportDevices])

    private static let turnOn = Command(
        "on", "Turn the tunnel on, or change it.", confirms: true,
        discussion: """
            First run `sudo satchel-hub-tunnel key` on this machine. It makes the private key, which root keeps, and prints \
            the public one. Another key or endpoint has to be told to each device again; another network also gives each \
            device another address. Then, once: sudo systemctl enable --now satchel-hub-tunnel.path satchel-hub-tunnel.service
            """,
        options: [.tunnelKey, .endpoint, .network, .listenPort],
        examples: [
            .init(
                "satchel-hub tunnel on --key KEY --endpoint home.example:51820",
                "Let devices call home.example at port 51820 of UDP.")
        ]
    ) { invocation in
        let endpoint = try invocation.required(.endpoint) { try TunnelEndpoint($0) }
        let server = Hub.TunnelServer(
            key: try invocation.required(.tunnelKey) { try TunnelPublicKey($0) },
            network: try invocation.required(.network) { try TunnelNetwork($0) }, endpoint: endpoint,
            listenPort: try invocation.integer(.listenPort, in: 1...65_535).map { UInt16($0) } ?? endpoint.port)
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        if let present = try hub.tunnel(), present != server {
            let count = try hub.tunnelDevices().count
            try invocation.confirm("Change the tunnel? \(count) devices use it: \(present.sentence)")
        }
        let rejoining = try hub.setTunnel(server)
        var lines = ["The tunnel is on: \(server.sentence)"]
        if rejoining > 0 {
            lines.append("On each of the \(rejoining) devices run again: satchel drive tunnel join")
        }
        invocation.answer(json(server, rejoining: rejoining), lines: lines)
    }

    private static let turnOff = Command(
        "off", "Turn the tunnel off and forget its devices.", confirms: true
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let count = try hub.tunnelDevices().count
        try invocation.confirm("Turn the tunnel off? \(count) devices have to join again after it is on.")
        try hub.endTunnel()
        invocation.answer([:], "The tunnel is off. The serving hub empties the list of devices within seconds.")
    }

    private static let showTunnel = Command("show", "Show whether the tunnel is on, and its settings.") { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let server = try hub.tunnel()
        invocation.answer(json(server), server?.sentence ?? "The tunnel is off.")
    }

    private static let listDevices = Command(
        "list", "List the devices that the tunnel lets in.",
        discussion: "Whether a device is connected is told by: sudo wg show satchel-hub"
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let devices = try hub.tunnelDevices()
        guard !invocation.wantsJSON else { return invocation.console.print(.items(devices.map(\.json))) }
        var table = Table(.words("account"), .words("device"), .words("name"), .words("address"), .words("public key"))
        for device in devices {
            table.add(
                device.username, device.id, device.name ?? "", device.address.addressText, device.key.description)
        }
        invocation.console.print(table.isEmpty ? "No device has joined the tunnel." : table.text)
    }

    private static let exportDevices = Command(
        "export", "Print the devices as `wg syncconf` takes them, without the private key.",
        discussion: "For a machine that does not use the unit satchel-hub-tunnel."
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        invocation.console.print(String((try hub.peerList()?.written ?? PeerList.off).dropLast()))
    }

    private static func json(_ server: Hub.TunnelServer?, rejoining: Int? = nil) -> JSONValue {
        [
            "isOn": .bool(server != nil), "publicKey": .string(server?.key.description),
            "network": .string(server?.network.description), "endpoint": .string(server?.endpoint.description),
            "listenPort": server.map { .number(Int64($0.listenPort)) } ?? .null,
            "rejoining": rejoining.map { .number(Int64($0)) } ?? .null,
        ]
    }
}

extension Hub.TunnelServer {
    fileprivate var sentence: String {
        "network \(network), this machine \(network.server.addressText), called at \(endpoint), listening at port \(listenPort) of UDP, public key \(key)"
    }
}

extension Hub.TunnelDevice {
    fileprivate var json: JSONValue {
        [
            "username": .string(username), "id": .string(id), "name": .string(name),
            "publicKey": .string(key.description),
            "address": .string(address.addressText),
        ]
    }
}
