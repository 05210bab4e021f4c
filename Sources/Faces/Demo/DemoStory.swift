// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Keys
internal import Money
internal import ScreenModels
internal import Synchronization
internal import Tokens
internal import Wallet

/// The past of a demo: five weeks of payments between invented people, made by real wallets at the demo's hub.
struct DemoStory {
    static let user = "demo"
    private static let friend = "anna-demo"
    private static let neighbour = "ben-demo"
    private static let shop = "cafe-demo"

    private static let passphrase = "nothing here is real"
    private static let password = "any password works here"
    private static let firstDay = 35

    static let secondsBehind = secondsBehind(days: firstDay)

    static func access(link: String) -> DemoAccess {
        DemoAccess(passphrase: passphrase, username: user, password: password, link: link)
    }

    private let place: DemoPlace
    private let hub: DemoHubProcess
    private let words: Localizer
    private let time = PastClock()

    init(place: DemoPlace, hub: DemoHubProcess, words: Localizer) {
        self.place = place
        self.hub = hub
        self.words = words
    }

    /// Makes the wallets and lets the weeks pass. Afterwards no wallet is open, and the clocks are right.
    func tell() throws {
        time.set(secondsBehind: Self.secondsBehind)
        let people = try [Self.user, Self.friend, Self.neighbour, Self.shop].map { try enter($0) }
        let (user, friend, neighbour, shop) = (people[0], people[1], people[2], people[3])
        for name in [Self.user, Self.friend, Self.neighbour] { try hub.order("credit \(name) 100") }
        _ = try user.keep(Contact(username: Self.friend, name: "Anna", favourite: true))
        _ = try user.keep(Contact(username: Self.neighbour, name: "Ben"))
        _ = try user.keep(Contact(username: Self.shop, name: words(.demoCafe)))
        try DemoCards(words).add(to: user, at: time.clock.now())

        try go(user, to: 28)
        _ = try user.payRegularly(
            Self.dollars(5), to: Self.neighbour, try Rhythm(.weekly), from: CalendarDay(of: time.clock.now()),
            note: words(.demoChoir))
        try go(user, to: 27)
        try send(friend, to: Self.user, 20, .demoTicket)
        try go(user, to: 24)
        try send(user, to: Self.shop, 4, .demoLunch)
        try go(user, to: 21)
        try go(user, to: 20)
        try send(user, to: Self.friend, 10, .demoBooks)
        try go(user, to: 17)
        let museum = try neighbour.ask(Self.user, for: Self.dollars(8), note: words(.demoMuseum))
        try user.pay(museum, Self.dollars(8))
        try go(user, to: 14)
        try go(user, to: 12)
        let shares = [Self.user, Self.friend, Self.neighbour].map { SplitOrder.Share(person: $0, weight: 1) }
        _ = try user.split(Self.dollars(30), among: shares, note: words(.demoDinner))
        for share in try friend.requests(.incoming, state: .open).items { try friend.pay(share, Self.dollars(10)) }
        try go(user, to: 9)
        try send(user, to: Self.shop, 3, .demoCoffee)
        try go(user, to: 7)
        try go(user, to: 5)
        let cinema = try user.ask(Self.friend, for: Self.dollars(6), note: words(.demoCinema))
        try friend.pay(cinema, Self.dollars(6))
        try go(user, to: 2)
        try send(friend, to: Self.user, 15, .demoGroceries)
        try go(user, to: 1)
        _ = try neighbour.ask(Self.user, for: Self.dollars(12), note: words(.demoGift))
        try user.buy(Self.dollars(40))
        try friend.buy(Self.dollars(20))

        try go(user, to: 0)
        for person in people { _ = try person.sync() }
        try payOffline(user, to: shop, 5, .demoCoffee)
        try payOffline(friend, to: user, 4, .demoBread)
        try setBehind(seconds: 0)
        _ = try shop.sync()
        _ = try user.sync()
    }

    // MARK: - Steps

    private func enter(_ name: String) throws -> Wallet {
        let home = place.home(name)
        try PrivateFolder.create(place.person(name))
        var environment = place.environment(home, meter: ConnectionMeter())
        environment.clock = time.clock
        let wallet = try Wallet.create(environment, .passphrase(SecretBytes(Array(Self.passphrase.utf8))))
        try wallet.join(try HubDescription(link: hub.link))
        try wallet.register(username: name, password: Self.password)
        return wallet
    }

    private func send(_ payer: Wallet, to payee: String, _ dollars: Int64, _ note: StringKey) throws {
        if let failure = try payer.sendNow(to: payee, Self.dollars(dollars), note: words(note)).failure {
            throw failure
        }
    }

    private func payOffline(_ payer: Wallet, to payee: Wallet, _ dollars: Int64, _ note: StringKey) throws {
        let request = try payee.request(Self.dollars(dollars), note: words(note))
        let payment = try payer.pay(request.text, note: words(note))
        let received = try payee.receive(payment.text)
        try payer.acknowledge(received.receipt)
    }

    /// Moves all clocks forward to so many days ago. The hub pays what is due, and the user opens the wallet.
    private func go(_ user: Wallet, to days: Int) throws {
        try setBehind(seconds: Self.secondsBehind(days: days))
        _ = try user.sync()
    }

    private func setBehind(seconds: Int) throws {
        time.set(secondsBehind: seconds)
        try hub.order("behind \(seconds)")
    }

    /// On each day at another time, the last one an hour ago.
    private static func secondsBehind(days: Int) -> Int { days * 86_400 + days * 777 + 3_600 }

    private static func dollars(_ dollars: Int64) -> Amount {
        // Safe: the code is one of ISO 4217.
        Amount(minorUnits: dollars * 100, currency: try! Currency(code: "USD"))
    }
}

/// A clock that runs behind the machine's. The hub's goes the same way.
private final class PastClock: Sendable {
    private let secondsBehind = Mutex<UInt64>(0)

    var clock: Clock {
        Clock { [self] in WalletHome.clock.now().subtracting(seconds: secondsBehind.withLock { $0 }) }
    }

    func set(secondsBehind: Int) { self.secondsBehind.withLock { $0 = UInt64(secondsBehind) } }
}
