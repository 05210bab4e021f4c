// SPDX-License-Identifier: MIT
internal import Canvas

/// A long form with all that can open over a part of a window, and buttons outside it that move it.
struct MenusView: View {
    private enum Place: Hashable { case top, bottom }
    @State private var choice = 1
    @State private var first = ""
    @State private var last = ""
    @State private var hasMore = false
    @State private var tab = 0
    @FocusState private var focus: Place?

    var body: some View {
        TabView(selection: $tab) {
            NavigationStack {
                VStack(spacing: 0) {
                    HStack {
                        Button("Go up") { focus = .top }
                        Button("Go down") { focus = .bottom }
                        Button("More") { hasMore.toggle() }
                        Text(focus == .top ? "Up" : focus == .bottom ? "Down" : "Elsewhere")
                    }
                    ScrollView {
                        VStack(spacing: 12) {
                            if hasMore { Text("More").frame(height: 900) }
                            TextField("First", text: $first).focused($focus, equals: .top)
                            Picker("Choice", selection: $choice) {
                                ForEach(1..<4) { number in Text("Number \(number)").tag(number) }
                            }
                            Menu("Actions") { Button("Act") {} }
                            Text("Between").frame(height: 1_200)
                            TextField("Last", text: $last).focused($focus, equals: .bottom)
                        }
                    }
                }
                .navigationTitle("Menus")
            }
            .tabItem { Label("Menus", systemImage: "list.bullet") }.tag(0)
            Text("Other").tabItem { Label("Other", systemImage: "gearshape") }.tag(1)
        }
    }
}
