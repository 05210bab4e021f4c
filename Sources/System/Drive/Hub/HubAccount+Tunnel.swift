// SPDX-License-Identifier: MIT
package import HubAPI

extension HubAccount {
    /// Makes this device a peer of the hub's tunnel. Only the public half of its key leaves it.
    ///
    /// A lost answer does no harm: joining again with another key takes the place of the key before.
    ///
    /// - Parameters:
    ///   - key: the public key, 32 bytes.
    ///   - id: a fresh one.
    /// - Returns: what the hub says, which is not checked yet.
    /// - Throws: ``DriveError``; `HubProblem` when the hub refuses.
    package func joinTunnel(_ key: [UInt8], id: OperationID) throws -> TunnelPlace {
        try call(Routes.joinTunnel, TunnelOrder(id: id, key: Blob(key)))
    }
}
