// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation

/// Creates a multisig account: shows this wallet's key, collects the cosigners' keys, and sets the threshold. Bitcoin.
///
///     collecting ─two keys or more, and how many must sign─▶ made (the first address, to be compared with the others)
@Observable @MainActor
package final class SharedAccountModel: BusyModel {
    package enum Step {
        case collecting
        /// Every cosigner must see the same first address. The descriptor restores the account.
        case made(CoinAccount, address: String, descriptor: String)
    }

    package private(set) var step = Step.collecting
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package var network = Network.bitcoin {
        didSet { if network != oldValue { (ownKey, ownCode, keys) = (nil, nil, []) } }
    }
    /// This wallet's key, as text and as a barcode for the cosigners.
    package private(set) var ownKey: String?
    package private(set) var ownCode: CodeModel?
    /// The cosigners' keys, in the order of arrival; the order does not affect the account.
    package private(set) var keys: [String] = []
    package var typedKey = ""
    /// The number of required signatures.
    package var needed = 2
    package var name = ""
    package let intake = Intake()
    package let session: WalletSession

    package static let networks = Network.all.filter { $0.chain == .bitcoin }
    /// More keys do not fit into the script. BIP-0067, Bitcoin's limit of standard P2WSH
    package static let mostPeople = 15

    package init(_ session: WalletSession) { self.session = session }

    /// Shows this wallet's key.
    package func load() async {
        let network = network
        await attempt {
            let key = try await self.session.walletService.useCoins { try $0.cosignerKey(on: network) }
            guard network == self.network else { return }
            self.ownKey = key
            self.ownCode = try CodeModel(document: key)
        }
    }

    /// The number of cosigners, this wallet included.
    package var people: Int { keys.count + (ownKey == nil ? 0 : 1) }

    /// Accepts typed text: a path or the text of a barcode.
    package func take(typed: String) async {
        refusal = nil
        guard let scanned = await intake.take(typed: typed) else { return }
        intake.reset()
        guard case .other(let text) = scanned else {
            refusal = UserMessage(.refusedOtherContent)
            return
        }
        add(text)
    }

    /// Adds a cosigner's key: `[fingerprint/path]xpub…`.
    package func addKey() {
        add(typedKey.trimmed)
        if refusal == nil { typedKey = "" }
    }

    private func add(_ key: String) {
        refusal = nil
        guard key.hasPrefix("["), key.contains("]"), key.utf8.count < 300 else {
            refusal = UserMessage(.refusedNoCosigner)
            return
        }
        guard key != ownKey, !keys.contains(key) else {
            refusal = UserMessage(.refusedSamePerson)
            return
        }
        guard people < Self.mostPeople else {
            refusal = UserMessage(.refusedCount)
            return
        }
        keys.append(key)
    }

    package func remove(_ key: String) {
        keys.removeAll { $0 == key }
        needed = max(1, min(needed, people))
    }

    package var canMake: Bool { !isBusy && people > 1 && 1...people ~= needed }

    /// Adds the account. Every cosigner does so with the same keys.
    package func make() async {
        guard canMake else { return }
        let all = ([ownKey].compactMap(\.self) + keys).map { "\($0)/0/*" }.joined(separator: ",")
        let (network, needed, count, name) = (network, needed, people, name.trimmed)
        await attempt {
            let (account, address, descriptor) = try await self.session.walletService.useCoins { coins in
                let account = try coins.watch(
                    "wsh(sortedmulti(\(needed),\(all)))", on: network, name: name.isEmpty ? "\(needed)/\(count)" : name)
                return (
                    account, try coins.receiveAddress(of: account.id).address, try coins.descriptor(of: account.id)
                )
            }
            self.step = .made(account, address: address, descriptor: descriptor)
        }
    }
}
