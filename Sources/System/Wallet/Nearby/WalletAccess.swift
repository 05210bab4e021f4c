// SPDX-License-Identifier: MIT

/// Opens a wallet for one transaction.
///
/// A meeting of two devices takes minutes and a transaction milliseconds. A command opens the wallet each time, so that
/// other programs can use it between; an app returns the one that it has open.
package struct WalletAccess {
    private let open: () throws -> Wallet

    package init(_ open: @escaping () throws -> Wallet) { self.open = open }

    /// - Throws: ``WalletError`` with code `.inUse` when another program has the wallet open now.
    package func use<R>(_ body: (Wallet) throws -> R) throws -> R {
        let wallet = try open()
        return try withExtendedLifetime(wallet) { try body(wallet) }
    }
}
