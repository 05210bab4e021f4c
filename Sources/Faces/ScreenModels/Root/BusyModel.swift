// SPDX-License-Identifier: MIT

/// A screen model whose work takes time and may be refused.
@MainActor protocol BusyModel: AnyObject {
    var isBusy: Bool { get set }
    /// Why the last work was refused, until the next begins.
    var refusal: UserMessage? { get set }
}

extension BusyModel {
    /// Performs the work while busy; returns false, with a refusal to show, when it was refused.
    @discardableResult
    func attempt(_ body: () async throws -> Void) async -> Bool {
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            try await body()
            return true
        } catch {
            refusal = UserMessage(error)
            return false
        }
    }
}
