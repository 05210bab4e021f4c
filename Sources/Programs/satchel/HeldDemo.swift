// SPDX-License-Identifier: MIT
import Demo
import ScreenModels
import Synchronization
import Terminal

/// The demo of this process, which it has started or found.
enum HeldDemo {
    private static let held = Mutex<Demo?>(nil)

    /// The demo that runs, or one for this command alone.
    static func find() throws -> Demo {
        if let demo = held.withLock({ $0 }) { return demo }
        if let running = Demo.running(variable: Program.processEnvironment) {
            held.withLock { $0 = running }
            return running
        }
        return try start()
    }

    static func start() throws -> Demo {
        let demo = try Demo.start(
            in: Localizer(Language(variable: Program.processEnvironment)), variable: Program.processEnvironment)
        held.withLock { $0 = demo }
        return demo
    }

    /// Ends the demo if this process has started it. Afterwards its folder is gone.
    static func end() { held.withLock { $0 = nil } }
}
