// SPDX-License-Identifier: MIT
import CrashRig
import HubAPI
import Tokens
import Wallet

/// Does one thing with one wallet, as the program `satchel` does it.
struct WalletDriver {
    let order: Order
    let fate: Fate

    private var scene: Scene { Scene(order.folder) }

    private var environment: Wallet.Environment {
        get throws {
            scene.environment(
                of: order.person, copy: order.copy, at: order.time, seed: order.seed,
                hub: order.hub.isEmpty ? Line.dead : try Line(to: order.hub).pipe,
                onStep: { [fate] in fate.step($0.rawValue) })
        }
    }

    func run() throws {
        switch order.operation {
        case .enrol: try enrol()
        case .restore: try restore()
        default:
            let wallet = try Wallet.open(environment, .passphrase(Scene.passphrase))
            if order.waits { Fate.wait() }
            try use(wallet)
        }
    }

    private func use(_ wallet: Wallet) throws {
        switch order.operation {
        case .request: show(try wallet.request(Scene.amount(order.cents)).text)
        case .pay: show(try wallet.pay(order.text).text)
        case .receive: show(try wallet.receive(order.text).receipt)
        case .acknowledge: show(try wallet.acknowledge(order.text).subject.description)
        case .decline: show(try wallet.decline(order.text))
        case .cancel: show(try wallet.cancel(order.text).subject.description)
        case .withhold: show(try wallet.withhold(Int64(order.cents)).subject.description)
        case .buy:
            try wallet.buy(Scene.amount(order.cents))
            show("bought")
        case .send: show(try wallet.send(to: order.recipient, Scene.amount(order.cents)).description)
        case .sync: try report(try wallet.sync())
        case .redeem: try report(try wallet.sync(everything: true))
        case .backup:
            try wallet.backup(to: scene.backup(order.person), passphrase: Scene.passphrase)
            show("kept")
        default: show("opened")
        }
    }

    /// A person sees it; from here on it cannot be taken back.
    private func show(_ text: String) {
        Report.shown(text)
        fate.step("shown")
    }

    private func report(_ report: SyncReport) throws {
        guard let failure = report.failure else { return show("complete") }
        throw failure.error ?? WalletError(.stopped, "\(failure)")
    }

    /// From nothing to a wallet that can be paid; goes on wherever an earlier attempt stopped.
    private func enrol() throws {
        let unlocking = Wallet.Unlocking.passphrase(Scene.passphrase)
        let wallet: Wallet
        do {
            wallet = try Wallet.open(environment, unlocking)
        } catch let error as WalletError where error.code == .noWallet {
            wallet = try Wallet.create(environment, unlocking)
        }
        if try wallet.hub == nil { try wallet.join(try HubDescription(link: order.text)) }
        if try !wallet.isLoggedIn { try enter(wallet) }
        try report(try wallet.sync())
    }

    private func enter(_ wallet: Wallet) throws {
        do {
            try wallet.register(username: order.person, password: Scene.password)
        } catch let error as WalletError where error.code == .hubRefused {
            // An earlier attempt opened the account and died before it heard so.
            try wallet.login(username: order.person, password: Scene.password)
        }
    }

    /// Brings a backup back to an empty device, and logs in.
    private func restore() throws {
        let unlocking = Wallet.Unlocking.passphrase(Scene.passphrase)
        let wallet: Wallet
        if Wallet.exists(in: scene.wallet(order.person)) {
            wallet = try Wallet.open(environment, unlocking)
        } else {
            wallet = try Wallet.restore(
                from: scene.backup(order.person), backupPassphrase: Scene.passphrase, into: environment, unlocking)
        }
        if try !wallet.isLoggedIn { try wallet.login(username: order.person, password: Scene.password) }
        try report(try wallet.sync())
    }
}
