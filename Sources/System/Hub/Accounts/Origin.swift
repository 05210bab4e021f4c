// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger

/// Where a request comes from: the device's name as its owner chose it, and the network address.
struct Origin: Sendable {
    let device: String?
    let address: String?
    var hasSecondFactor = false
    /// What the session is restricted to, if it is.
    let scope: SessionScope?

    private static let maximumName = 64

    /// - Throws: `HubProblem` with `.badRequest` for a name that cannot be shown.
    init(device: String?, address: String, scope: SessionScope? = nil) throws {
        if let device {
            guard 1...Self.maximumName ~= device.utf8.count, device.isVisibleLine else {
                throw HubProblem(
                    .badRequest,
                    "A device's name has 1 to \(Self.maximumName) bytes, on one line, and no invisible characters.")
            }
        }
        self.device = device
        self.scope = scope
        self.address = address.isEmpty ? nil : address
    }
}
