// SPDX-License-Identifier: MIT
import Canvas
import Testing

/// The one window of the tests.
@MainActor enum Stage {
    /// False where there is no display; `Scripts/test-app` brings one.
    static let isReady = ProgramWindow.prepare()

    /// Lets GTK and what waits on the main actor do their work.
    static func settle(rounds: Int = 4) async throws {
        for _ in 0..<rounds {
            Renderer.shared.flush()
            ProgramWindow.shared.settle()
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Puts a view into the window.
    static func show<V: View>(_ view: V) async throws {
        ProgramWindow.shared.show(view)
        try await settle()
    }

    /// Nodes left after everything has gone, once what GTK still animates is over.
    static func nodesAfterClearing() async throws -> Int {
        ProgramWindow.shared.clear()
        try await settle()
        return Node.count
    }
}

/// The tests of this module share a window, so they take turns.
@Suite(.serialized, .enabled("there is a display") { await Stage.isReady }) enum OnADisplay {}
