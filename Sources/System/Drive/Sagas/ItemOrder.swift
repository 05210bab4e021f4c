// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI

/// Executes one ``OrderJob``: the order travels with the id that was stored when it was given, so it is executed once.
struct ItemOrder {
    let context: TaskContext
    let task: Int64
    let job: OrderJob

    func run() throws {
        let order = try meant(job.order)
        do {
            let answer = try context.server.perform(order)
            try context.finish(task, .order(job), with: answer)
        } catch let problem as HubProblem {
            guard let there = try settled(problem, order) else { throw problem }
            try context.finish(task, .order(job), with: there, ordered: order.item)
        }
    }

    /// What the server has already that the order would make; nil when the refusal stands.
    private func settled(_ problem: HubProblem, _ order: FileOrder) throws -> FileItem? {
        guard case .folder(let folder) = order else { return nil }
        switch problem.code {
        case .nameTaken where job.merges:
            guard let id = problem.details["item"].flatMap({ ItemID($0) }) else { return nil }
            let there = try context.server.item(id)
            return there.kind == .folder && there.state == .live ? there : nil
        case .itemExists:
            // After a week the hub no longer knows that this order was executed.
            let there = try context.server.item(folder.item)
            return there.kind == .folder && there.state == .live ? there : nil
        default: return nil
        }
    }

    /// The order with the items that the server has in the place of those that this device ordered.
    private func meant(_ order: FileOrder) throws -> FileOrder {
        let store = context.store
        switch order {
        case .folder(var order):
            order.parent = try store.meaning(of: order.parent)
            return .folder(order)
        case .move(var order):
            order.item = try store.meaning(of: order.item)
            order.parent = try store.meaning(of: order.parent)
            return .move(order)
        case .trash(var order):
            order.item = try store.meaning(of: order.item)
            return .trash(order)
        case .restore(var order):
            order.parent = try order.parent.map { try store.meaning(of: $0) }
            return .restore(order)
        case .link, .replace, .copy: return order
        }
    }
}
