// SPDX-License-Identifier: MIT

/// The model of a screen whose work takes a while and may be refused.
@MainActor protocol BusyModel: AnyObject {
    var isBusy: Bool { get set }
    /// Why the last work was refused, until the next begins.
    var refusal: Refusal? { get set }
}

extension BusyModel {
    /// Works, busy meanwhile; false and a refusal to show when the work was refused.
    @discardableResult
    func attempt(_ body: () async throws -> Void) async -> Bool {
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            try await body()
            return true
        } catch {
            refusal = Refusal(error)
            return false
        }
    }
}
