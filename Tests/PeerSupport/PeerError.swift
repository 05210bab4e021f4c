// SPDX-License-Identifier: MIT

/// Why a peer of the tests cannot be used.
package struct PeerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
