// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views
internal import Wallet

/// A line of the history.
struct ActivityRow: View {
    let line: Activity
    let session: WalletSession

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: symbol).foregroundStyle(colour).frame(width: 28).accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(title).lineLimit(1)
                Text(subtitle).font(.footnote).foregroundStyle(.secondary).lineLimit(1)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            if let amount = session.shownAmount(of: line) {
                Text(amount).monospacedDigit()
            }
        }
    }

    private var title: String {
        session.counterpart(of: line).map { "\(session.title(of: line)) · \($0)" } ?? session.title(of: line)
    }

    private var subtitle: String {
        let state = line.status == .done ? nil : session.state(of: line)
        return [session.when(line.time), state, line.note].compactMap(\.self).joined(separator: " · ")
    }

    private var symbol: String {
        switch line.kind {
        case .received, .refunded, .redeemed: "arrow.down.left"
        case .paid, .sent, .paidOut: "arrow.up.right"
        case .requested: "qrcode"
        case .bought: "iphone"
        case .converted: "arrow.left.arrow.right"
        case .problem, .fraud: "exclamationmark.triangle"
        case .account: "person.crop.circle"
        }
    }

    private var colour: Color {
        switch line.kind {
        case .received, .refunded, .redeemed: .green
        case .problem, .fraud: .red
        default: .accentColor
        }
    }
}

/// Everything that happened.
struct ActivityView: View {
    @State private var model: ActivityModel
    private let session: WalletSession
    @State private var isExporting = false
    private var words: Localizer { session.words }

    init(session: WalletSession) {
        self.session = session
        _model = State(initialValue: ActivityModel(session))
    }

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            VStack(spacing: 0) {
                Group {
                    // Four words side by side have no room when letters are large.
                    if session.preferences.textPercent > 115 {
                        filter.pickerStyle(.menu)
                    } else {
                        filter.pickerStyle(.segmented)
                    }
                }
                .labelsHidden().padding(.horizontal, 20).padding(.vertical, 8)
                if isExporting { export }
                if model.lines.value != nil {
                    lines
                } else {
                    ContentNote(
                        content: model.lines, words: words, symbol: "clock",
                        empty: model.search.isEmpty && model.filter == .all ? words(.noActivity) : words(.nothingFound),
                        hint: words(.noActivityHint)
                    ) { Task { await model.reload() } }
                    Spacer()
                }
            }
            .navigationTitle(words(.activity)).searchable(text: $model.search, prompt: words(.search))
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    NavigationLink {
                        SummaryView(session: session)
                    } label: {
                        Image(systemName: "chart.line.uptrend.xyaxis").foregroundStyle(Color.accentColor)
                            .accessibilityLabel(words(.summary))
                    }
                }
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        isExporting.toggle()
                    } label: {
                        Image(systemName: "square.and.arrow.up").accessibilityLabel(words(.exportHistory))
                    }
                }
            }
        }
        .task(id: Question(filter: model.filter, search: model.search)) {
            await model.reload()
        }
    }

    private var filter: some View {
        @Bindable var model = model
        return Picker(words(.activity), selection: $model.filter) {
            Text(words(.filterAll)).tag(ActivityModel.Filter.all)
            Text(words(.filterIncoming)).tag(ActivityModel.Filter.incoming)
            Text(words(.filterOutgoing)).tag(ActivityModel.Filter.outgoing)
            Text(words(.filterOpen)).tag(ActivityModel.Filter.open)
            if model.filter == .problems || session.preferences.textPercent > 115 {
                Text(words(.filterProblems)).tag(ActivityModel.Filter.problems)
            }
        }
    }

    /// What the list shows; another question loads it again.
    private struct Question: Hashable {
        let filter: ActivityModel.Filter
        let search: String
    }

    private var lines: some View {
        List {
            ForEach(model.days) { day in
                Section(day.title) {
                    ForEach(day.lines, id: \.id) { line in
                        row(line).onAppear {
                            if line.id == model.lines.items.last?.id { Task { await model.loadMore() } }
                        }
                    }
                }
            }
        }
    }

    /// A transfer that has not left is taken back by moving its row aside; other rows do without the gestures.
    @ViewBuilder private func row(_ line: Activity) -> some View {
        let payment = PaymentModel(line, session)
        let link = NavigationLink {
            PaymentView(line: line, session: session)
        } label: {
            ActivityRow(line: line, session: session)
        }
        if payment.actions.contains(.takeBack) {
            link.swipeActions(allowsFullSwipe: false) {
                Button(words(.takeBack), systemImage: "arrow.counterclockwise", role: .destructive) {
                    Task { await payment.perform(.takeBack) }
                }
            }
        } else {
            link
        }
    }

    private var export: some View {
        VStack(spacing: 8) {
            HStack(spacing: 8) {
                saveButton(.csv, "CSV", .commaSeparatedText)
                saveButton(.json, "JSON", .json)
            }
            if let exported = model.exported {
                Text(words(.exported, count: exported.count, ["path": exported.path])).font(.footnote)
            }
            RefusalNote(refusal: model.exportRefusal, words: words)
        }
        .padding(.horizontal, 20).padding(.bottom, 8)
    }

    private func saveButton(_ format: StatementFormat, _ name: String, _ type: UTType) -> some View {
        SaveButton(
            title: words(.exportAs, ["name": name]), type: type, name: "activity.\(name.lowercased())",
            isBusy: model.isExporting
        ) {
            await model.prepareExport(as: format)
        } done: { result in
            // Safe: without a path the model says that it could not be written.
            model.noteExport((try? result.get())?.path)
        }
    }
}
