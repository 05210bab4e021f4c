// SPDX-License-Identifier: MIT
import HubAPI

/// Where a request comes from: the device's name as its owner chose it, and the network address.
struct Origin: Sendable {
    let device: String?
    let address: String?
    var hasSecondFactor = false

    private static let maximumName = 64

    /// - Throws: `HubProblem` with `.badRequest` for a name that cannot be displayed.
    init(device: String?, address: String) throws {
        if let device {
            guard 1...Self.maximumName ~= device.utf8.count, device.isVisibleLine else {
                throw HubProblem(
                    .badRequest,
                    "A device's name has 1 to \(Self.maximumName) bytes, on one line, and no invisible characters.")
            }
        }
        self.device = device
        self.address = address.isEmpty ? nil : address
    }
}
