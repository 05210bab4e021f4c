// SPDX-License-Identifier: MIT
import Canvas
import Observation
import Testing

extension OnADisplay {
    @MainActor @Suite struct NodeTests {
        @Observable final class Model {
            var count = 0
            var other = 0
            var isSheetShown = false
            var path = NavigationPath()
            var rows = Array(0..<50)
        }

        /// Something of everything that keeps objects for itself.
        struct Everything: View {
            @Bindable var model: Model
            @State private var text = ""
            @FocusState private var isTyping: Bool

            var body: some View {
                TabView {
                    NavigationStack(path: $model.path) {
                        List {
                            Section("Rows") {
                                ForEach(model.rows, id: \.self) { row in
                                    NavigationLink(value: row) { Label("Row \(row)", systemImage: "clock") }
                                        .swipeActions { Button("Hide") {} }
                                }
                            }
                            TextField("Name", text: $text).focused($isTyping)
                            Menu("More") { Button("Copy") {} }
                        }
                        .navigationTitle("Everything")
                        .navigationDestination(for: Int.self) { row in Text("Page \(row)").navigationTitle("Page") }
                        .toolbar { ToolbarItem { Button("Add") {} } }
                        .searchable(text: $text, prompt: "Search")
                    }
                    .tabItem { Label("One", systemImage: "clock") }
                }
                .sheet(isPresented: $model.isSheetShown) { NavigationStack { Text("Sheet") } }
                .task {}
            }
        }

        @Test func nodesAreBackAtTheBaselineAfterTwoHundredMounts() async throws {
            let model = Model()
            try await Stage.show(Everything(model: model))
            let baseline = try await Stage.nodesAfterClearing()
            for round in 0..<200 {
                ProgramWindow.shared.show(Everything(model: model))
                if round.isMultiple(of: 20) {
                    try await Stage.settle()
                    model.path.append(7)
                    try await Stage.settle()
                    model.path.removeLast()
                }
            }
            try await Stage.settle()
            #expect(try await Stage.nodesAfterClearing() <= baseline)
        }

        @Test func sheetsLeaveNothingBehind() async throws {
            let model = Model()
            try await Stage.show(Everything(model: model))
            var baseline = 0
            for round in 0..<20 {
                if round == 1 {
                    try await Stage.settle(rounds: 250)  // a layer slides out before it goes
                    baseline = Node.count
                }
                model.isSheetShown = true
                try await Stage.settle()
                #expect(Node.count > baseline)
                model.isSheetShown = false
                try await Stage.settle()
            }
            try await Stage.settle(rounds: 250)
            #expect(Node.count == baseline)
            _ = try await Stage.nodesAfterClearing()
        }

        @Test func aListOfTenThousandMakesTheRowsInSightOnly() async throws {
            let model = Model()
            model.rows = Array(0..<10_000)
            try await Stage.show(Everything(model: model))
            let few = Node.count
            model.rows = Array(0..<20_000)
            try await Stage.settle()
            #expect(few < 1_500)
            #expect(abs(Node.count - few) < 200)
            _ = try await Stage.nodesAfterClearing()
        }

        final class Tally {
            var bodies: [String: Int] = [:]
        }

        struct Reader: View {
            let name: String
            let tally: Tally
            let read: () -> Int
            var body: some View {
                let value = read()
                tally.bodies[name, default: 0] += 1
                return Text("\(name) \(value)")
            }
        }

        @Test func onlyTheViewThatReadAValueRunsAgain() async throws {
            let model = Model()
            let tally = Tally()
            try await Stage.show(
                VStack {
                    Reader(name: "count", tally: tally) { model.count }
                    Reader(name: "other", tally: tally) { model.other }
                })
            let before = tally.bodies
            model.count += 1
            try await Stage.settle()
            #expect(tally.bodies["count"] == (before["count"] ?? 0) + 1)
            #expect(tally.bodies["other"] == before["other"])
            _ = try await Stage.nodesAfterClearing()
        }

        struct Counter: View {
            let tally: Tally
            @State private var value = 0
            var body: some View {
                tally.bodies["value"] = value
                return Text("\(value)").onAppear { value += 1 }
            }
        }

        struct Parent: View {
            @Bindable var model: Model
            let tally: Tally
            var body: some View {
                VStack {
                    Text("\(model.count)")
                    if model.other == 0 { Counter(tally: tally) }
                }
            }
        }

        @Test func stateLivesAsLongAsItsViewIsOnTheScreen() async throws {
            let model = Model()
            let tally = Tally()
            try await Stage.show(Parent(model: model, tally: tally))
            model.count += 1
            try await Stage.settle()
            #expect(tally.bodies["value"] == 1)
            model.other = 1
            try await Stage.settle()
            model.other = 0
            tally.bodies["value"] = nil
            try await Stage.settle()
            #expect(tally.bodies["value"] == 1)
            _ = try await Stage.nodesAfterClearing()
        }

        @Test func tasksEndWithTheirView() async throws {
            let tally = Tally()
            try await Stage.show(
                Text("waiting").task {
                    do {
                        try await Task.sleep(for: .seconds(600))
                    } catch {
                        tally.bodies["cancelled"] = 1
                    }
                })
            _ = try await Stage.nodesAfterClearing()
            try await Stage.settle()
            #expect(tally.bodies["cancelled"] == 1)
        }
    }
}
