// SPDX-License-Identifier: MIT

/// Reports changes to files of a folder as long as it lives.
///
/// It never fails: where the system refuses to watch, it reports once a second, whether or not there was a change.
package final class FileWatch: Sendable {
    private let watcher: FileWatcher
    private let id: UInt64

    /// - Parameters:
    ///   - names: the files' names; they need not exist yet.
    ///   - told: called on a queue of the watcher after a change, and sometimes without one; several changes may make
    ///     one call. It must return quickly.
    package init(
        folder: String, names: Set<String>, by watcher: FileWatcher = .ofThisProcess,
        told: @escaping @Sendable () -> Void
    ) {
        self.watcher = watcher
        id = watcher.add(folder: folder, names: names, told)
    }

    deinit { watcher.remove(id) }
}
