// SPDX-License-Identifier: MIT
import Hub
import HubStorage
import PostgreSQL
import ServerSupport
import TestSupport

/// Every engine of a hub's database; what holds for one must hold for all.
enum Engine: CaseIterable, Sendable {
    case memory, file, server

    /// Those that can run here; in CI the server too, so that its tests fail where it is missing.
    static var all: [Engine] { allCases.filter { $0 != .server || PrivateServer.canBeAsked } }

    /// An empty database, which lives as long as the folder.
    func place(in folder: ScratchFolder) throws -> StorePlace {
        switch self {
        case .memory: .memory()
        case .file: .file(folder.file("books.sqlite"))
        case .server: .server(try PrivateServer.shared.get().makeDatabase())
        }
    }
}
