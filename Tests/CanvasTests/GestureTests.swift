// SPDX-License-Identifier: MIT
import Canvas
import Observation
import Testing

extension OnADisplay {
    @MainActor @Suite struct GestureTests {
        @Observable final class Model {
            var scale = 1.0
            var factor = 1.0
            var ends = 0
            var isShown = true
        }

        struct Photo: View {
            let model: Model
            var body: some View {
                // Read here, so that the closures below are others after each change.
                let factor = model.factor
                Text("photo").gesture(
                    MagnifyGesture().onChanged { model.scale = factor * $0.magnification }
                        .onEnded { _ in model.ends += 1 }
                )
                .accessibilityIdentifier("photo")
            }
        }

        @Test func fingersThatDrawApartAreFollowedByTheViewAsItIsNow() async throws {
            let model = Model()
            try await Stage.show(Photo(model: model))
            // Less than what a still hand does.
            ProgramWindow.shared.rehearse(magnification: 1.005, on: "photo")
            #expect(model.scale == 1 && model.ends == 0)
            ProgramWindow.shared.rehearse(magnification: 1.5, on: "photo")
            #expect(model.scale == 1.5 && model.ends == 1)
            model.factor = 2
            try await Stage.settle()
            ProgramWindow.shared.rehearse(magnification: 1.5, on: "photo")
            #expect(model.scale == 3 && model.ends == 2)
            _ = try await Stage.nodesAfterClearing()
        }

        struct Named: View {
            let model: Model
            var body: some View {
                VStack {
                    if model.isShown { Button("Send") {}.accessibilityIdentifier("send") }
                    TextField("Note", text: .constant("")).accessibilityIdentifier("note")
                }
            }
        }

        @Test func identifiersNameWhatIsOnTheScreen() async throws {
            let model = Model()
            try await Stage.show(Named(model: model))
            #expect(ProgramWindow.shared.shows(identifier: "send"))
            #expect(ProgramWindow.shared.shows(identifier: "note"))
            #expect(!ProgramWindow.shared.shows(identifier: "other"))
            model.isShown = false
            try await Stage.settle()
            #expect(!ProgramWindow.shared.shows(identifier: "send"))
            _ = try await Stage.nodesAfterClearing()
        }

        @Test func viewsWithGesturesLeaveNothingBehind() async throws {
            let model = Model()
            try await Stage.show(Photo(model: model))
            let baseline = try await Stage.nodesAfterClearing()
            for _ in 0..<50 {
                ProgramWindow.shared.show(
                    VStack {
                        Photo(model: model).onTapGesture(count: 2) { model.ends = 0 }
                            .gesture(DragGesture().onEnded { _ in model.ends = 0 })
                    })
            }
            try await Stage.settle()
            #expect(try await Stage.nodesAfterClearing() <= baseline)
        }
    }
}
