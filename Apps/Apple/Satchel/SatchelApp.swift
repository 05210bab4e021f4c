// SPDX-License-Identifier: MIT
internal import Foundation
internal import ScreenModels
internal import Screens
internal import SwiftUI
internal import Wallet

/// The wallet on Apple's systems: the same models and views as on Linux, drawn by SwiftUI.
@main struct SatchelApp: App {
    private let app: AppModel?
    @Environment(\.scenePhase) private var scenePhase

    init() {
        let folders = AppleFolders()
        app = folders.flatMap { folders in
            WalletHome(wallet: nil, variable: folders.variable).map { home in
                AppModel(AppDependencies(home: home, variable: folders.variable))
            }
        }
    }

    var body: some Scene {
        WindowGroup {
            if let app {
                RootView(app: app)
                    .onOpenURL { app.follow($0.absoluteString) }
                    .onChange(of: scenePhase) {
                        // What lies in the background for too long is locked when it comes back, before it is seen.
                        if scenePhase == .active { Task { await app.lockIfUnused() } }
                    }
            } else {
                ContentUnavailableView(
                    "There is no room for a wallet", systemImage: "externaldrive.badge.xmark",
                    description: Text("The folder of the app cannot be made. Free some space and start again."))
            }
        }
    }
}
