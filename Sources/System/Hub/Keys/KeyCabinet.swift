// SPDX-License-Identifier: MIT
import Synchronization

/// Where the parts of a serving hub find its present keys: fresh ones are put in while it serves.
final class KeyCabinet: Sendable {
    private let ring: Mutex<KeyRing>

    init(_ ring: KeyRing) { self.ring = Mutex(ring) }

    var current: KeyRing {
        get { ring.withLock { $0 } }
        set { ring.withLock { $0 = newValue } }
    }
}
