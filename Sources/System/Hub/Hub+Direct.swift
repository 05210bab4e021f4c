// SPDX-License-Identifier: MIT
package import HTTP
import HubAPI

extension Hub {
    /// What a server need not take the long way for: what wallets ask for most, with small answers.
    package static var direct: DirectRequests {
        DirectRequests([
            (Routes.balance.method, Routes.balance.path), (Routes.send.method, Routes.send.path),
            (Routes.redeem.method, Routes.redeem.path),
        ])
    }
}
