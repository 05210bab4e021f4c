// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Watches files for all ``FileWatch``es of a process with one inotify instance, which is open only while needed.
///
/// The system allows a user 128 instances for all processes. Watches of one folder share a watch of the system.
/// man 7 inotify
package final class FileWatcher: Sendable {
    /// One for the process, because the limit counts instances, not watches.
    package static let ofThisProcess = FileWatcher()

    private struct Watch {
        let names: Set<String>
        let told: @Sendable () -> Void
        /// The system's number of the folder; nil while the watch is polled.
        var folder: Int32?
    }

    private struct Instance {
        let descriptor: Int32
        let source: any DispatchSourceRead
    }

    private struct State {
        var lastID: UInt64 = 0
        var watches: [UInt64: Watch] = [:]
        /// The watches of each folder, by the system's number of the folder.
        var folders: [Int32: Set<UInt64>] = [:]
        var instance: Instance?
        var timer: (any DispatchSourceTimer)?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "satchel.files")

    package init() {}

    /// How many watches are polled, because the system refused them.
    package var polledCount: Int { state.withLock { state in state.watches.values.count { $0.folder == nil } } }

    func add(folder: String, names: Set<String>, _ told: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            let number = watch(folder, &state)
            state.watches[state.lastID] = Watch(names: names, told: told, folder: number)
            if let number { state.folders[number, default: []].insert(state.lastID) } else { poll(&state) }
            return state.lastID
        }
    }

    func remove(_ id: UInt64) {
        // The closure is released outside the lock, because it may own another watch.
        let removed = state.withLock { state -> Watch? in
            guard let watch = state.watches.removeValue(forKey: id) else { return nil }
            if let folder = watch.folder { leave(folder, id, &state) }
            endPollingIfIdle(&state)
            return watch
        }
        withExtendedLifetime(removed) {}
    }

    // MARK: - Watching

    private static let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

    /// - Returns: the system's number of the folder; nil when the system refuses.
    private func watch(_ folder: String, _ state: inout State) -> Int32? {
        guard let instance = state.instance ?? open() else { return nil }
        state.instance = instance
        let number = inotify_add_watch(instance.descriptor, folder, Self.events)
        if number < 0 { closeIfIdle(&state) }
        return number < 0 ? nil : number
    }

    private func open() -> Instance? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.read(descriptor) }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return Instance(descriptor: descriptor, source: source)
    }

    private func leave(_ folder: Int32, _ id: UInt64, _ state: inout State) {
        state.folders[folder]?.remove(id)
        guard state.folders[folder]?.isEmpty == true else { return }
        state.folders[folder] = nil
        // A folder that is gone has no watch any more.
        if let instance = state.instance { inotify_rm_watch(instance.descriptor, folder) }
        closeIfIdle(&state)
    }

    /// Closes the instance without watches.
    private func closeIfIdle(_ state: inout State) {
        guard state.folders.isEmpty, let instance = state.instance else { return }
        state.instance = nil
        instance.source.cancel()
    }

    private func read(_ descriptor: Int32) {
        var calls: [@Sendable () -> Void] = []
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            guard let start = buffer.baseAddress else { return }
            while true {
                let count = Glibc.read(descriptor, start, buffer.count)
                guard count > 0 else { return }
                let told = InotifyEvent.parse(UnsafeRawBufferPointer(start: start, count: count))
                calls += state.withLock { state in told.flatMap { take($0, &state) } }
            }
        }
        for call in calls { call() }
    }

    /// - Returns: whom to tell.
    private func take(_ event: InotifyEvent, _ state: inout State) -> [@Sendable () -> Void] {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return state.watches.values.map(\.told) }
        let ids = state.folders[event.folder] ?? []
        if event.mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
            // The folder is gone. Another one may take its place, so its watches are polled.
            for id in ids {
                state.watches[id]?.folder = nil
                leave(event.folder, id, &state)
            }
            if !ids.isEmpty { poll(&state) }
            return ids.compactMap { state.watches[$0]?.told }
        }
        return ids.compactMap { id in
            guard let watch = state.watches[id], watch.names.contains(event.name) else { return nil }
            return watch.told
        }
    }

    // MARK: - Polling

    private func poll(_ state: inout State) {
        guard state.timer == nil else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { [weak self] in self?.tellPolled() }
        timer.activate()
        state.timer = timer
    }

    private func endPollingIfIdle(_ state: inout State) {
        guard !state.watches.values.contains(where: { $0.folder == nil }) else { return }
        state.timer?.cancel()
        state.timer = nil
    }

    private func tellPolled() {
        let calls = state.withLock { state in state.watches.values.filter { $0.folder == nil }.map(\.told) }
        for call in calls { call() }
    }
}
