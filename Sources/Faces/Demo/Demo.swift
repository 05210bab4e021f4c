// SPDX-License-Identifier: MIT
internal import Crypto
internal import Keys
package import ScreenModels
package import Wallet

/// A wallet and a hub with invented people and money, in a folder that is removed when this value goes or its process
/// ends.
package struct Demo: Sendable {
    package let place: DemoPlace
    package let access: DemoAccess
    /// Nil where another process runs the demo.
    private let hub: DemoHubProcess?

    /// Starts a hub and lives through some weeks with it.
    ///
    /// - Parameters:
    ///   - words: the language of the notes and of the cards' names.
    ///   - variable: the process's environment variables.
    /// - Throws: ``DemoError``; `WalletError` or `CardStoreError` if the invented past cannot be made.
    package static func start(in words: Localizer, variable: (String) -> String?) throws -> Demo {
        let hub = try DemoHubProcess(
            in: DemoPlace.parent(variable), secondsBehind: DemoStory.secondsBehind, variable: variable)
        let place = DemoPlace(folder: hub.folder)
        try DemoStory(place: place, hub: hub, words: words).tell()
        try place.write(link: hub.link)
        return Demo(place: place, access: DemoStory.access(link: hub.link), hub: hub)
    }

    /// The demo that another process of this user runs now; nil without one.
    package static func running(variable: (String) -> String?) -> Demo? {
        guard let place = DemoPlace.running(variable), let link = place.link else { return nil }
        return Demo(place: place, access: DemoStory.access(link: link), hub: nil)
    }

    /// The environment of the newcomer's wallet. Nothing in it needs protection, so the device is not examined.
    package func environment(meter: ConnectionMeter = ConnectionMeter()) -> Wallet.Environment {
        place.environment(place.home, meter: meter)
    }

    /// What the app needs to show it. The keyring of the user is not used.
    package func dependencies(variable: (String) -> String?) -> AppDependencies {
        var dependencies = AppDependencies(home: place.home, variable: variable)
        let (place, meter) = (place, ConnectionMeter())
        dependencies.environment = { place.environment(place.home, meter: meter) }
        (dependencies.unlockCache, dependencies.pin) = (nil, nil)
        dependencies.deviceFindings = { [] }
        dependencies.deviceNotes = { [] }
        dependencies.demo = access
        return dependencies
    }
}

extension DemoPlace {
    func environment(_ home: WalletHome, meter: ConnectionMeter) -> Wallet.Environment {
        var environment = home.environment(meter: meter)
        environment.device = { _ in [] }
        environment.passphraseCost = .minimum
        return environment
    }
}
