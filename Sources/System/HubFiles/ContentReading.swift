// SPDX-License-Identifier: MIT
package import FileModel
package import SQL

/// Looks at the contents of all spaces, for who keeps them: the operator and the file service.
package struct ContentReading {
    let database: any SQLConnection
    /// Seconds since 1970.
    let now: UInt64
    var contents: ContentTable { ContentTable(database: database) }

    package init(database: any SQLConnection, now: UInt64) {
        self.database = database
        self.now = now
    }

    /// Contents that nothing has referred to for long, those that are dying already first; at most
    /// ``FileChange/garbageStep``.
    ///
    /// - Parameter grace: for how many seconds they must have been idle.
    package func garbage(grace: UInt64) throws -> [ContentHash] {
        try contents.idle(before: now - min(now, grace), limit: FileChange.garbageStep)
    }
}
