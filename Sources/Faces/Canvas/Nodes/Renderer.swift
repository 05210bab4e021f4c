// SPDX-License-Identifier: MIT
internal import Dispatch

/// Collects changes and updates the widgets once per frame, parents before children.
package final class Renderer {
    package static let shared = Renderer()
    private var stale: [ObjectIdentifier: Node] = [:]
    private var changedHosts: [ObjectIdentifier: Host] = [:]
    private var isScheduled = false

    /// A view that changes state in its own body would run forever; correct views need fewer rounds.
    private static let maximumRounds = 20

    nonisolated static func invalidateFromAnyThread(_ reference: NodeReference) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated { if let node = reference.current { shared.invalidate(node) } }
        }
    }

    func invalidate(_ node: Node) {
        guard node.isMounted else { return }
        stale[ObjectIdentifier(node)] = node
        schedule()
    }

    func hostChanged(_ host: Host) {
        changedHosts[ObjectIdentifier(host)] = host
        schedule()
    }

    /// Updates everything immediately, for tests.
    package func flush() {
        isScheduled = false
        var rounds = 0
        while !stale.isEmpty, rounds < Self.maximumRounds {
            rounds += 1
            let batch = stale.values.sorted { $0.depth < $1.depth }
            stale.removeAll()
            for node in batch where node.isMounted { node.rebuild() }
        }
        let hosts = changedHosts.values
        changedHosts.removeAll()
        for host in hosts { host.adopt() }
        StyleSheet.shared.flush()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        beforeNextFrame { [self] in flush() }
    }
}
