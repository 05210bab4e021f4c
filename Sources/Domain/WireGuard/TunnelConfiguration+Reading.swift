// SPDX-License-Identifier: MIT

extension TunnelConfiguration {
    /// Parses a configuration file of WireGuard by an allow-list of ten keys.
    ///
    /// DNS is checked and not used: the tunnel changes no names. A byte order mark at the start and CR before a
    /// line's end, as editors of Windows write them, are taken.
    ///
    /// - Throws: ``WireGuardError``, with the line that it is about.
    package init(reading file: [UInt8]) throws {
        var reader = ConfigurationReader()
        try reader.read(file)
        try self.init(reader)
    }

    private init(_ reader: ConfigurationReader) throws {
        guard let interface = reader.interface else {
            throw WireGuardError(.missing, "There is no section [Interface]. Is this a configuration of WireGuard?")
        }
        guard let privateKey = interface.privateKey else {
            throw WireGuardError(.missing, "The section [Interface] has no PrivateKey.", at: interface.line)
        }
        let peers = try reader.peers.map { peer in
            guard let publicKey = peer.publicKey else {
                throw WireGuardError(.missing, "The section [Peer] has no PublicKey.", at: peer.line)
            }
            do {
                return try TunnelPeer(
                    publicKey, presharedKey: peer.presharedKey, routes: peer.routes, endpoint: peer.endpoint,
                    keepaliveSeconds: peer.keepalive)
            } catch let error as WireGuardError {
                throw error.at(peer.line)
            }
        }
        try self.init(
            privateKey: privateKey, addresses: interface.addresses, listenPort: interface.listenPort,
            maximumTransmissionUnit: interface.unit, peers: peers)
    }
}

/// What the lines of a configuration say, before it is known to be whole.
private struct ConfigurationReader {
    struct Interface {
        let line: Int
        var privateKey: TunnelPrivateKey?
        var listenPort: UInt16?
        var addresses: [AddressBlock] = []
        var nameServers = 0
        var unit: UInt16?
    }

    struct Peer {
        let line: Int
        var publicKey: TunnelPublicKey?
        var presharedKey: PresharedKey?
        var routes: [AddressBlock] = []
        var endpoint: TunnelEndpoint?
        var keepalive: UInt16?
    }

    private enum Section { case none, interface, peer }

    private(set) var interface: Interface?
    private(set) var peers: [Peer] = []
    private var section = Section.none
    /// Of the line that is read, from 1.
    private var number = 0
    /// Keys of this section that stand only once.
    private var seen: Set<String> = []

    mutating func read(_ file: [UInt8]) throws {
        guard file.count <= TunnelConfiguration.maximumBytes else {
            throw WireGuardError(
                .tooLarge,
                "The file is larger than \(TunnelConfiguration.maximumBytes >> 10) KiB, so it is not a tunnel configuration."
            )
        }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let bytes = file.starts(with: mark) ? file.dropFirst(mark.count) : file[...]
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            number = index + 1
            do {
                try read(line)
            } catch let error as WireGuardError {
                throw error.at(number)
            }
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws {
        let ended = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        // A comment may be in any language; nothing of it is used.
        let said = ended.prefix { $0 != UInt8(ascii: "#") }
        guard said.allSatisfy({ 0x20...0x7e ~= $0 || $0 == UInt8(ascii: "\t") }) else {
            throw WireGuardError(.malformed, "There is a character that no key and no value has.")
        }
        let text = Self.trimmed(said)
        guard !text.isEmpty else { return }
        if text.hasPrefix("[") { return try open(text.lowercased()) }
        guard let equals = text.firstIndex(of: "=") else {
            throw WireGuardError(.malformed, "This is neither a section nor a key with a value.")
        }
        let key = Self.trimmed(text[..<equals].utf8)
        let value = Self.trimmed(text[text.index(after: equals)...].utf8)
        guard !value.isEmpty else { throw WireGuardError(.malformed, "\(Self.shown(key)) has no value.") }
        switch section {
        case .none: throw WireGuardError(.malformed, "A key stands before the first section, [Interface].")
        case .interface: try setInterface(key, value)
        case .peer: try setPeer(key, value)
        }
    }

    private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = bytes.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }
        return String(decoding: end.map { start[...$0] } ?? start.prefix(0), as: UTF8.self)
    }

    private mutating func open(_ name: String) throws {
        seen = []
        switch name {
        case "[interface]":
            guard interface == nil else {
                throw WireGuardError(.repeated, "The section [Interface] occurs twice.")
            }
            interface = Interface(line: number)
            section = .interface
        case "[peer]":
            guard peers.count < TunnelConfiguration.maximumPeers else {
                throw WireGuardError(.tooLarge, "There are more than \(TunnelConfiguration.maximumPeers) peers.")
            }
            peers.append(Peer(line: number))
            section = .peer
        default: throw WireGuardError(.notAllowed, "There are the sections [Interface] and [Peer], and no others.")
        }
    }

    private mutating func setInterface(_ key: String, _ value: String) throws {
        switch key.lowercased() {
        case "privatekey":
            try once(key)
            interface?.privateKey = try Self.named(key) { try TunnelPrivateKey(value) }
        case "listenport":
            try once(key)
            interface?.listenPort = try Self.number(key, value, 0...65_535)
        case "mtu":
            try once(key)
            let units = TunnelConfiguration.units
            interface?.unit = try Self.number(key, value, units)
        case "address":
            for block in try Self.blocks(key, value) {
                try TunnelConfiguration.requirePrivate(block, "Address")
                interface?.addresses.append(block)
            }
            try limit(interface?.addresses.count ?? 0, key)
        case "dns":
            let names = try Self.list(key, value)
            interface?.nameServers += names.count
            try limit(interface?.nameServers ?? 0, key)
        default: throw Self.refusal(of: key, in: "[Interface]")
        }
    }

    private mutating func setPeer(_ key: String, _ value: String) throws {
        let last = peers.count - 1
        switch key.lowercased() {
        case "publickey":
            try once(key)
            peers[last].publicKey = try Self.named(key) { try TunnelPublicKey(value) }
        case "presharedkey":
            try once(key)
            peers[last].presharedKey = try Self.named(key) { try PresharedKey(value) }
        case "endpoint":
            try once(key)
            peers[last].endpoint = try TunnelEndpoint(value)
        case "persistentkeepalive":
            try once(key)
            peers[last].keepalive = value.lowercased() == "off" ? 0 : try Self.number(key, value, 0...65_535)
        case "allowedips":
            for block in try Self.blocks(key, value) {
                try TunnelConfiguration.requirePrivate(block.network, "AllowedIPs")
                peers[last].routes.append(block)
            }
            try limit(peers[last].routes.count, key)
        default: throw Self.refusal(of: key, in: "[Peer]")
        }
    }

    private mutating func once(_ key: String) throws {
        guard seen.insert(key.lowercased()).inserted else {
            throw WireGuardError(.repeated, "\(Self.shown(key)) occurs twice in its section.")
        }
    }

    private func limit(_ count: Int, _ key: String) throws {
        guard count <= TunnelConfiguration.maximumBlocks else {
            throw WireGuardError(
                .tooLarge, "\(Self.shown(key)) has more than \(TunnelConfiguration.maximumBlocks) values.")
        }
    }

    private static func list(_ key: String, _ value: String) throws -> [String] {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0.utf8) }
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw WireGuardError(.malformed, "\(shown(key)) has a comma without a value.")
        }
        return parts
    }

    private static func blocks(_ key: String, _ value: String) throws -> [AddressBlock] {
        try list(key, value).map { part in try named(key) { try AddressBlock(part) } }
    }

    private static func number(_ key: String, _ value: String, _ range: ClosedRange<UInt16>) throws -> UInt16 {
        guard value.utf8.count <= 5, let number = AddressBlock.decimal(value).flatMap({ UInt16(exactly: $0) }),
            range.contains(number)
        else {
            throw WireGuardError(
                .malformed, "\(shown(key)) is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Names the key in the refusal of its value.
    private static func named<Value>(_ key: String, _ make: () throws -> Value) throws -> Value {
        do {
            return try make()
        } catch let error as WireGuardError {
            throw WireGuardError(error.code, "\(shown(key)): \(error.message)")
        }
    }

    private static func refusal(of key: String, in section: String) -> WireGuardError {
        let name = shown(key)
        switch key.lowercased() {
        case "preup", "postup", "predown", "postdown":
            return WireGuardError(
                .notAllowed,
                "\(name) would run a command on this device, which Satchel never does. Remove the line, if the tunnel works without it."
            )
        case "table", "fwmark", "saveconfig":
            return WireGuardError(
                .notAllowed, "\(name) changes how this device is set up, which Satchel never does. Remove the line.")
        default: return WireGuardError(.notAllowed, "\(name) is not a key that Satchel takes in \(section).")
        }
    }

    /// A key as a message shows it: its letters, not what another person wrote there.
    private static func shown(_ key: String) -> String {
        let isName = 1...20 ~= key.utf8.count && key.utf8.allSatisfy { 0x61...0x7a ~= $0 | 0x20 }
        return isName ? key : "What stands before the equals sign"
    }
}
