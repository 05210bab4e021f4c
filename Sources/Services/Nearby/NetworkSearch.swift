// SPDX-License-Identifier: MIT
package import NearbyProtocol
internal import SystemBus

/// Looks for payees that are in the list.
package enum NetworkSearch {
    /// More are not shown: a stranger can announce any number.
    package static let maximumNames = 32
    /// For which a search lasts by default.
    package static let time = Duration.seconds(10)

    /// The names of payees in the order in which they answered, each once.
    ///
    /// - Parameters:
    ///   - elapsed: the time since any fixed moment.
    ///   - told: called with each new name; returns whether to go on.
    /// - Throws: ``NearbyError`` with code `.unavailable` when there is no Avahi.
    @discardableResult
    package static func names(
        for time: Duration, elapsed: () -> Duration, told: (ListedName) throws -> Bool = { _ in true }
    ) throws -> [ListedName] {
        let bus = try Avahi.translated { try begun() }
        var names: [ListedName] = []
        let end = elapsed() + time
        while elapsed() < end, names.count < maximumNames {
            let signals = try Avahi.translated {
                try bus.wait(atMost: min(end - elapsed(), .milliseconds(200)))
                return try bus.signals()
            }
            for signal in signals where signal.member == "ItemNew" && signal.values.count >= 4 {
                guard let text = signal.values[2].text, signal.values[3].text == Avahi.type,
                    let name = ListedName(announced: text), !names.contains(name)
                else { continue }
                names.append(name)
                guard try told(name), names.count < maximumNames else { return names }
            }
        }
        return names
    }

    private static func begun() throws -> SystemBus {
        let bus = try SystemBus()
        // A first call starts Avahi where the bus may start it.
        _ = try bus.call(Avahi.service, "/", Avahi.server, "GetVersionString")
        // Before the browser exists, because it may answer at once.
        try bus.listen(to: Avahi.service, Avahi.browser)
        try bus.call(
            Avahi.service, "/", Avahi.server, "ServiceBrowserNew",
            [Avahi.any, Avahi.any, .string(Avahi.type), .string(""), .uint32(0)])
        return bus
    }
}
