// SPDX-License-Identifier: MIT
internal import CGTK
internal import Glibc

/// What a program shows.
package protocol Scene {
    func _open()
}

/// The program's window.
package struct WindowGroup<Content: View>: Scene {
    private let content: Content
    package init(@ViewBuilder content: () -> Content) { self.content = content() }
    package func _open() { ProgramWindow.shared.open(content) }
}

/// Converts the statements of a program's body to its scene.
@MainActor @resultBuilder package enum SceneBuilder {
    package static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A program with windows.
@MainActor @preconcurrency package protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

/// The program's identity on the desktop; Apple's systems read it from the bundle.
package struct ProgramIdentity {
    /// The name of its `.desktop` file, `org.example.Program`.
    package var identifier: String
    package var name: String
    /// The initial window size, in points.
    package var size: CGSize
    /// The unique name on the session bus; a second start passes its links to the first and exits.
    package var instance: String
    /// The links to open at this start.
    package var links: [String] = []

    /// - Parameter instance: nil for the identifier.
    package init(
        identifier: String, name: String, size: CGSize = CGSize(width: 390, height: 844), instance: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.size = size
        self.instance = instance ?? identifier
    }

    package static var current = ProgramIdentity(identifier: "org.example.canvas", name: "Canvas")
}

extension App {
    /// Runs the program until its window is closed; if it already runs, passes the start's links to that process.
    package static func main() {
        let program = Self()
        if ProgramInstance.handOver(ProgramIdentity.current) { return }
        guard ProgramWindow.prepare() else {
            let text = "There is no display to open a window on; DISPLAY or WAYLAND_DISPLAY must name one.\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            exit(1)
        }
        MainLoop.join()
        program.body._open()
        let loop = made(g_main_loop_new(nil, 0))
        ProgramWindow.shared.onClose = { g_main_loop_quit(loop) }
        g_main_loop_run(loop)
    }
}
