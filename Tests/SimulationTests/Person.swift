// SPDX-License-Identifier: MIT

/// An account of the hub and the phones of whoever it belongs to.
final class Person {
    let index: Int
    let name: String
    /// Becomes true with the first store that is spent from twice on purpose.
    var isCheater = false
    var devices: [Device] = []

    init(index: Int) {
        self.index = index
        name = ["ann", "bob", "cem", "dia", "eve", "fay"][index % 6] + "\(index)"
    }

    var password: String { "long enough \(name)" }
    var livingDevices: [Device] { devices.filter { !$0.isLost } }
}
