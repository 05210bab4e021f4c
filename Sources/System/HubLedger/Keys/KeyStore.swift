// SPDX-License-Identifier: MIT
import Synchronization

/// Holds the present keys of a serving hub. New keys can replace them while it serves.
package final class KeyStore: Sendable {
    private let ring: Mutex<KeyRing>

    package init(_ ring: KeyRing) { self.ring = Mutex(ring) }

    package var current: KeyRing {
        get { ring.withLock { $0 } }
        set { ring.withLock { $0 = newValue } }
    }
}
