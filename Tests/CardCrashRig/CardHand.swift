// SPDX-License-Identifier: MIT
internal import Cards
internal import CrashRig
package import CardStore
package import Wallet

/// A wallet in a folder that is open with its cards, as the program `satchel` opens them; closed with this value.
package final class CardHand {
    package let wallet: Wallet
    package let cards: CardLibrary

    /// Makes the wallet when there is none.
    ///
    /// - Parameter days: how long after the scene's start its clock stands.
    package init(_ folder: String, days: Int64 = 0, onStep: @escaping (CardStep) throws -> Void = { _ in }) throws {
        let scene = Scene(folder)
        let environment = scene.environment(of: "alice", at: Scene.start, seed: 1, hub: Line.dead)
        let unlocking = Wallet.Unlocking.passphrase(Scene.passphrase)
        let place = scene.wallet("alice")
        wallet =
            Wallet.exists(in: place)
            ? try Wallet.open(environment, unlocking) : try Wallet.create(environment, unlocking)
        let now = Moment(seconds: Int64(Scene.start) + days * 86_400)
        guard let now, let photos = wallet.photoFolder else { preconditionFailure("The scene has no time or place.") }
        cards = try CardLibrary(
            store: wallet.sealedStore, photos: .folder(photos), CardLibrary.Environment(clock: { now }, onStep: onStep))
    }
}
