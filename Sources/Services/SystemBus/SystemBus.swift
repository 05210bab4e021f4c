// SPDX-License-Identifier: MIT
internal import CSDBus

/// A connection to the system bus, over which the machine's services answer: Avahi, BlueZ, NetworkManager, UPower; or to
/// the bus of the user's session, over which the desktop does.
///
/// It belongs to one thread. The address of the system's bus is always its own, whatever the environment says.
/// C: man 3 sd-bus
package final class SystemBus {
    /// Where every Linux system has its bus. <https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-types-system>
    package static let socket = "/run/dbus/system_bus_socket"
    /// For which a call waits by default.
    package static let timeout = Duration.seconds(5)

    private let bus: OpaquePointer
    private let arrivals = Arrivals()
    private var slots: [OpaquePointer] = []

    /// Signals that have arrived and that nobody has taken yet.
    fileprivate final class Arrivals {
        /// A service that floods us fills no memory.
        static let maximum = 4_096
        var signals: [BusSignal] = []
        /// The names of connections whose signals are believed.
        var owners: Set<String> = []
    }

    /// Connects to the system bus.
    ///
    /// - Throws: ``BusError`` with code `.noBus` or `.notAllowed`.
    package convenience init() throws { try self.init(Self.opened(Self.socket)) }

    /// Connects to the bus of the user's session, whose address the environment says. sd_bus_open_user(3)
    ///
    /// Nothing secret goes over it: who can set this program's environment runs programs as the user anyway.
    ///
    /// - Throws: ``BusError`` with code `.noBus` or `.notAllowed`.
    package static func ofSession() throws -> SystemBus {
        var made: OpaquePointer?
        try check(sd_bus_open_user(&made), doing: "connect to the session bus")
        guard let bus = made else { throw BusError(.noBus, "sd-bus could not make a connection.") }
        return try SystemBus(bus)
    }

    /// Takes a connection that has been started.
    private init(_ bus: OpaquePointer) throws {
        // From here on `deinit` closes it, also when this throws.
        self.bus = bus
        // Until the bus has answered, the connection may still be refused.
        _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
    }

    private static func opened(_ socket: String) throws -> OpaquePointer {
        var made: OpaquePointer?
        guard sd_bus_new(&made) >= 0, let bus = made else {
            throw BusError(.noBus, "sd-bus could not make a connection.")
        }
        do {
            try check(sd_bus_set_address(bus, "unix:path=\(socket)"), doing: "address the system bus")
            try check(sd_bus_set_bus_client(bus, 1), doing: "become a client of the system bus")
            try check(sd_bus_start(bus), doing: "connect to the system bus")
        } catch {
            sd_bus_unref(bus)
            throw error
        }
        return bus
    }

    deinit {
        for slot in slots { sd_bus_slot_unref(slot) }
        sd_bus_flush_close_unref(bus)
    }

    /// Becomes readable when a message has arrived; call ``signals()`` then. poll(2)
    package var descriptor: Int32 { sd_bus_get_fd(bus) }

    // MARK: - Calls

    /// Calls a method and returns the values of its answer.
    ///
    /// - Throws: ``BusError``; with code `.timedOut` when no answer came in time.
    @discardableResult
    package func call(
        _ service: String, _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = [],
        timeout: Duration = SystemBus.timeout
    ) throws -> [BusValue] {
        var made: OpaquePointer?
        try Self.check(
            sd_bus_message_new_method_call(bus, &made, service, path, interface, member), doing: "call \(member)")
        guard let question = made else { throw BusError(.malformed, "sd-bus made no message for \(member).") }
        defer { sd_bus_message_unref(question) }
        try BusMessage(handle: question).append(values)
        var error = sd_bus_error(name: nil, message: nil, _need_free: 0)
        var answer: OpaquePointer?
        let result = sd_bus_call(bus, question, Self.microseconds(timeout), &error, &answer)
        defer {
            sd_bus_error_free(&error)
            sd_bus_message_unref(answer)
        }
        guard result >= 0, let answer else { throw BusError.answer(error, result, of: member) }
        return try BusMessage(handle: answer).values()
    }

    /// A property of an object.
    package func property(
        _ service: String, _ path: String, _ interface: String, _ name: String
    ) throws -> BusValue {
        let values = try call(
            service, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
        guard let value = values.first else { throw BusError(.malformed, "\(name) has no value.") }
        return value
    }

    /// Whether a service has its name on the bus now. It is not started.
    package func has(_ service: String) throws -> Bool {
        let values = try call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(service)])
        return values.first?.flag ?? false
    }

    // MARK: - Signals

    /// Listens to the signals of a service's interface from now on. Only the present owner of the service's name is
    /// believed.
    package func listen(to service: String, _ interface: String) throws {
        let values = try call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", [.string(service)])
        guard let owner = values.first?.text else { throw BusError(.noService, "\(service) has no owner.") }
        arrivals.owners.insert(owner)
        let handler: sd_bus_message_handler_t = { message, data, _ in
            guard let message, let data else { return 0 }
            Unmanaged<Arrivals>.fromOpaque(data).takeUnretainedValue().add(message)
            return 0
        }
        var slot: OpaquePointer?
        try Self.check(
            sd_bus_add_match(
                bus, &slot, "type='signal',sender='\(service)',interface='\(interface)'", handler,
                Unmanaged.passUnretained(arrivals).toOpaque()), doing: "listen to \(service)")
        if let slot { slots.append(slot) }
    }

    /// The signals that have arrived since the last call. It does not wait.
    ///
    /// - Throws: ``BusError`` with code `.closed` when the bus has ended the connection.
    package func signals() throws -> [BusSignal] {
        while try Self.check(sd_bus_process(bus, nil), doing: "read from the system bus") > 0 {}
        defer { arrivals.signals = [] }
        return arrivals.signals
    }

    /// Waits until a message has arrived, at most for a time.
    package func wait(atMost time: Duration) throws {
        _ = try Self.check(sd_bus_wait(bus, Self.microseconds(time)), doing: "wait for the system bus")
    }

    private static func microseconds(_ time: Duration) -> UInt64 {
        let (seconds, attoseconds) = time.components
        return UInt64(max(1, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
    }

    @discardableResult
    private static func check(_ result: Int32, doing action: String) throws -> Int32 {
        guard result >= 0 else { throw BusError.system(result, doing: action) }
        return result
    }
}

/// A signal of a service.
package struct BusSignal: Hashable, Sendable {
    package let path: String
    package let interface: String
    package let member: String
    package let values: [BusValue]
}

extension SystemBus.Arrivals {
    fileprivate func add(_ message: OpaquePointer) {
        guard signals.count < Self.maximum, let sender = sd_bus_message_get_sender(message),
            owners.contains(String(cString: sender)), let path = sd_bus_message_get_path(message),
            let interface = sd_bus_message_get_interface(message), let member = sd_bus_message_get_member(message),
            // Safe: a signal that cannot be read is none.
            let values = try? BusMessage(handle: message).values()
        else { return }
        signals.append(
            BusSignal(
                path: String(cString: path), interface: String(cString: interface), member: String(cString: member),
                values: values))
    }
}
