// SPDX-License-Identifier: MIT
import Canvas
import Observation
import TestSupport
import Testing

extension OnADisplay {
    /// A1: a page that was pushed while another still slid was freed under the widget's hands.
    @MainActor @Suite struct NavigationTests {
        @Observable final class Model {
            var path: [Int] = []
        }

        struct Pages: View {
            @Bindable var model: Model
            var body: some View {
                NavigationStack(path: $model.path) {
                    Text("Root").accessibilityIdentifier("page.0").navigationTitle("Root")
                        .navigationDestination(for: Int.self) { number in
                            Text("Page \(number)").accessibilityIdentifier("page.\(number)").navigationTitle("Page")
                        }
                }
            }
        }

        /// Until the last slide is over and what had left is gone.
        private func settled(_ holds: () -> Bool) async throws {
            for _ in 0..<2_000 where !holds() { try await Stage.settle(rounds: 1) }
            #expect(holds())
        }

        @Test func pagesPushedDuringASlideAreAllThereInTheEnd() async throws {
            let model = Model()
            try await Stage.show(Pages(model: model))
            model.path = [1]
            try await Stage.settle()
            model.path = [1, 2]
            try await Stage.settle()
            model.path = [1, 2, 3]
            try await settled { ProgramWindow.shared.shows(identifier: "page.3") }
            #expect(model.path == [1, 2, 3])
            model.path = []
            try await settled { !ProgramWindow.shared.shows(identifier: "page.1") }
            #expect(ProgramWindow.shared.shows(identifier: "page.0"))
            _ = try await Stage.nodesAfterClearing()
        }

        @Test func aPathThatNeverRestsEndsAtTheLastOne() async throws {
            let model = Model()
            try await Stage.show(Pages(model: model))
            try await Stage.settle()
            let few = Node.count
            var random = SystemRandomNumberGenerator()
            for round in 1...300 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: model.path.removeLast(min(1, model.path.count))
                case 1: model.path = []
                case 2: model.path = [round, -round]
                default: model.path.append(round)
                }
                try await Stage.settle(rounds: Int.random(in: 0..<5, using: &random))
            }
            model.path = [1_000]
            try await settled { ProgramWindow.shared.shows(identifier: "page.1000") }
            model.path = []
            try await settled { Node.count == few }
            #expect(model.path.isEmpty)
            _ = try await Stage.nodesAfterClearing()
        }
    }
}
