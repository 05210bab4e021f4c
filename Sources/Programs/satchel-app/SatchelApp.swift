// SPDX-License-Identifier: MIT
internal import Canvas

/// The wallet on a screen.
@main struct SatchelApp: App {
    init() {
        ProgramIdentity.current = ProgramIdentity(identifier: "org.satchel.Satchel", name: "Satchel")
        AssetCatalog.shared.folder = Installation.folder("Assets.xcassets")
    }

    var body: some Scene { WindowGroup { FirstScreen() } }
}
