// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Synchronization

/// Makes the hub's writer wait before its next batch, so that a test decides what lies in one batch, and in which order.
final class HeldWriter: Sendable {
    private struct State {
        var isHeld = false
        var isWaiting = false
        /// Batches that may pass although the writer is held.
        var passes = 0
    }

    private let state = Mutex(State())
    /// What a step throws, once; to play a crash in the middle of a batch.
    private let interruption = Mutex<HubStep?>(nil)
    private let seen = Mutex<[HubStep]>([])

    /// The steps of the newest batch.
    var steps: [HubStep] { seen.withLock { $0 } }

    var onStep: @Sendable (HubStep) throws -> Void {
        { [self] step in
            if step == .batchBegun {
                while state.withLock({ state in
                    if state.passes > 0 {
                        state.passes -= 1
                        state.isWaiting = false
                        return false
                    }
                    state.isWaiting = state.isHeld
                    return state.isHeld
                }) { pause() }
            }
            seen.withLock { $0 = step == .batchBegun ? [step] : $0 + [step] }
            let isInterrupted = interruption.withLock { planned in
                guard planned == step else { return false }
                planned = nil
                return true
            }
            if isInterrupted { throw Interrupted() }
        }
    }

    struct Interrupted: Error {}

    /// Undoes the batch in which this step comes next.
    func interrupt(at step: HubStep) { interruption.withLock { $0 = step } }

    /// Hands in requests so that they are one batch, in their order, and returns their answers.
    ///
    /// One more request, which changes nothing, keeps the writer busy meanwhile.
    ///
    /// - Parameters:
    ///   - milliseconds: what each request gets until the next one, where it is not queued at once.
    ///   - prepare: is called when they are queued, before the writer takes them.
    func batch(
        _ requests: [Request], on hub: Hub, meanwhile bystander: Request, apart milliseconds: UInt32 = 0,
        prepare: () -> Void = {}
    ) -> [Response] {
        let answers = Mutex<[Int: Response]>([:])
        state.withLock { $0 = State(isHeld: true) }
        hub.handle(bystander) { answer in answers.withLock { $0[-1] = answer } }
        while !state.withLock({ $0.isWaiting }) { pause() }
        for (index, request) in requests.enumerated() {
            hub.handle(request) { answer in answers.withLock { $0[index] = answer } }
            usleep(milliseconds * 1_000)
        }
        // The bystander's own batch passes; the next one, with all the requests, is held in its place.
        state.withLock { $0 = State(isHeld: true, passes: 1) }
        while !state.withLock({ $0.isWaiting }) { pause() }
        prepare()
        state.withLock { $0 = State() }
        while answers.withLock({ $0.count }) <= requests.count { pause() }
        return answers.withLock { answers in requests.indices.compactMap { answers[$0] } }
    }

    private func pause() {
        var time = timespec(tv_sec: 0, tv_nsec: 200_000)
        nanosleep(&time, nil)
    }
}
