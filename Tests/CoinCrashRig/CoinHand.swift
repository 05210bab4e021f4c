// SPDX-License-Identifier: MIT
package import Coins
internal import CrashRig
package import Wallet

/// A wallet in a folder that is open with its coins, as the program `satchel` opens them; closed with this value.
package final class CoinHand {
    package let wallet: Wallet
    package let coins: CoinWallet

    /// Whose wallet it is in its scene.
    package static let person = "alice"

    /// Makes the wallet when there is none.
    ///
    /// - Parameter time: what its clock says for as long as it is open.
    package init(
        _ folder: String, at time: UInt64 = Scene.start, seed: UInt64 = 1,
        onStep: @escaping (CoinStep) throws -> Void = { _ in }
    ) throws {
        let scene = Scene(folder)
        let environment = scene.environment(of: Self.person, at: time, seed: seed, hub: Line.dead)
        let unlocking = Wallet.Unlocking.passphrase(Scene.passphrase)
        wallet =
            Wallet.exists(in: scene.wallet(Self.person))
            ? try Wallet.open(environment, unlocking) : try Wallet.create(environment, unlocking)
        coins = try CoinWallet(
            store: wallet.sealedStore,
            CoinWallet.Environment(
                clock: { time }, onStep: onStep))
    }
}
