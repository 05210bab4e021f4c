// SPDX-License-Identifier: MIT
internal import Canvas
internal import Observation

@Observable final class FirstModel {
    var amount = ""
    var name = ""
    var isOffline = true
    var isDark = false
    var method = 0
    var isSending = false
    var isAsking = false
    var tab = 0
    var path = NavigationPath()
    var search = ""
    var rows = 10_000
}

/// What the window shows until the screens of the wallet are there.
struct FirstScreen: View {
    @State private var model = FirstModel()

    var body: some View {
        @Bindable var model = model
        TabView(selection: $model.tab) {
            HomePage(model: model).tabItem { Label("Wallet", systemImage: "wallet.bifold") }.tag(0)
            ActivityPage(model: model).tabItem { Label("Activity", systemImage: "clock") }.badge(3).tag(1)
            SettingsPage(model: model).tabItem { Label("Settings", systemImage: "gearshape") }.tag(2)
        }
        .preferredColorScheme(model.isDark ? .dark : nil)
    }
}

struct HomePage: View {
    let model: FirstModel

    var body: some View {
        @Bindable var model = model
        NavigationStack(path: $model.path) {
            ScrollView {
                VStack(spacing: 24) {
                    card
                    HStack(spacing: 12) {
                        action("Send", "arrow.up") { model.isSending = true }
                        action("Receive", "arrow.down") { model.path.append("Receive") }
                        action("Top up", "plus") {}
                        action("Scan", "qrcode.viewfinder") { model.isAsking = true }
                    }
                    Section("Recent") {
                        NavigationLink(value: "Coffee") {
                            HStack {
                                Label("Coffee", systemImage: "cup.and.saucer")
                                Spacer()
                                Text("−4.20").monospacedDigit()
                            }
                        }
                        NavigationLink(value: "Salary") { LabeledContent("Salary", value: "+2,300.00") }
                    }
                }
                .padding(.horizontal, 20).padding(.bottom, 24)
            }
            .navigationTitle("Wallet")
            .navigationDestination(for: String.self) { name in
                VStack(spacing: 16) {
                    Text(name).font(.title)
                    ContentUnavailableView(
                        "Nothing here yet", systemImage: "tray", description: Text("Come back later."))
                }
                .navigationTitle(name)
            }
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Menu {
                        Button("Refresh", systemImage: "arrow.clockwise") {}
                        Button("Delete", systemImage: "trash", role: .destructive) {}
                    } label: {
                        Image(systemName: "ellipsis.circle").accessibilityLabel("More")
                    }
                }
            }
        }
        .sheet(isPresented: $model.isSending) { SendSheet(model: model) }
        .confirmationDialog("Read a code", isPresented: $model.isAsking) {
            Button("From the camera") {}
            Button("From a picture") {}
        }
    }

    private var card: some View {
        VStack(alignment: .leading, spacing: 18) {
            Text("Total balance").font(.subheadline).foregroundStyle(Color.white.opacity(0.85))
            Text("$2,248.75").font(.system(size: 40, weight: .bold).monospacedDigit()).foregroundStyle(.white)
        }
        .padding(20).frame(maxWidth: .infinity, alignment: .leading)
        .background {
            RoundedRectangle(cornerRadius: 24).fill(
                LinearGradient(
                    colors: [Color(red: 0.28, green: 0.22, blue: 0.88), Color(red: 0.55, green: 0.27, blue: 0.8)],
                    startPoint: .topLeading, endPoint: .bottomTrailing))
        }
    }

    private func action(_ title: String, _ symbol: String, _ run: @escaping @MainActor () -> Void) -> some View {
        Button(action: run) {
            VStack(spacing: 8) {
                Image(systemName: symbol).font(.system(size: 18, weight: .semibold)).foregroundStyle(Color.accentColor)
                    .frame(width: 56, height: 56)
                    .background(Color.accentColor.opacity(0.13), in: RoundedRectangle(cornerRadius: 18))
                Text(title).font(.system(size: 13, weight: .medium))
            }
            .frame(maxWidth: .infinity)
        }
        .buttonStyle(.plain)
    }
}

struct SendSheet: View {
    let model: FirstModel
    @Environment(\.dismiss) private var dismiss
    @FocusState private var isTyping: Bool

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            ScrollView {
                VStack(alignment: .leading, spacing: 18) {
                    TextField("Amount", text: $model.amount).keyboardType(.decimalPad).focused($isTyping)
                    TextField("To whom", text: $model.name)
                    Picker("Method", selection: $model.method) {
                        Text("Code").tag(0)
                        Text("Nearby").tag(1)
                        Text("Online").tag(2)
                    }
                    .pickerStyle(.segmented)
                    Button {
                        dismiss()
                    } label: {
                        Text("Send payment").frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.borderedProminent).disabled(model.amount.isEmpty)
                    Button("Later") { dismiss() }.buttonStyle(.bordered)
                    ProgressView(value: 0.4)
                }
                .padding(20)
            }
            .navigationTitle("Send").navigationBarTitleDisplayMode(.inline)
            .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } } }
        }
        .onAppear { isTyping = true }
    }
}

struct ActivityPage: View {
    let model: FirstModel

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            List {
                ForEach(0..<model.rows) { index in
                    NavigationLink {
                        Text("Payment \(index)").navigationTitle("Payment \(index)")
                    } label: {
                        HStack(spacing: 12) {
                            Image(systemName: "arrow.up.right").foregroundStyle(Color.green)
                            VStack(alignment: .leading, spacing: 2) {
                                Text("Payment \(index)")
                                Text("Yesterday").font(.footnote).foregroundStyle(.secondary)
                            }
                        }
                    }
                    .swipeActions { Button("Hide", systemImage: "eye.slash") {} }
                }
            }
            .navigationTitle("Activity").searchable(text: $model.search, prompt: "Search payments")
        }
    }
}

struct SettingsPage: View {
    let model: FirstModel

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            Form {
                Section("Looks") {
                    Toggle("Dark appearance", isOn: $model.isDark)
                    Picker("Method", selection: $model.method) {
                        Text("Code").tag(0)
                        Text("Nearby").tag(1)
                    }
                    TextField("Your name", text: $model.name)
                }
                Section {
                    Toggle("Pay offline", isOn: $model.isOffline)
                    Button("Delete everything", role: .destructive) {}
                } header: {
                    Text("Security")
                } footer: {
                    Text("Tokens that you deleted cannot be brought back without the phrase.")
                }
            }
            .navigationTitle("Settings")
        }
    }
}
