// SPDX-License-Identifier: MIT
import FileService
import Glibc
import Synchronization

/// Removes garbage and reads contents that are due all the time, on a thread of its own.
final class Remover: Sendable {
    private let service: FileService
    private let isOver = Atomic(false)
    private let thread = Mutex<pthread_t?>(nil)

    init(of service: FileService) throws {
        self.service = service
        var handle = pthread_t()
        let code = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Remover>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard code == 0 else { exit(3) }
        thread.withLock { $0 = handle }
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        if let handle = thread.withLock({ $0 }) { pthread_join(handle, nil) }
    }

    private func run() {
        while !isOver.load(ordering: .relaxed) {
            do {
                _ = try service.removeGarbage()
                _ = try service.checkContents()
            } catch {
                // The hub is away; it comes back.
                usleep(10_000)
            }
            usleep(1_000)
        }
    }
}
