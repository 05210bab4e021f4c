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

/// Turns the statements of a program's body into its scene.
@MainActor @resultBuilder package enum SceneBuilder {
    package static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A program with windows.
@MainActor @preconcurrency package protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

/// Who the program is to the desktop; Apple's systems read this from the bundle.
package struct ProgramIdentity {
    /// As in the name of its `.desktop` file, `org.example.Program`.
    package var identifier: String
    package var name: String
    /// The first window, in points.
    package var size: CGSize

    package init(identifier: String, name: String, size: CGSize = CGSize(width: 390, height: 844)) {
        self.identifier = identifier
        self.name = name
        self.size = size
    }

    package static var current = ProgramIdentity(identifier: "org.example.canvas", name: "Canvas")
}

extension App {
    /// Runs the program until its window is closed.
    package static func main() {
        let program = Self()
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
