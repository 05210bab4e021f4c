// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import ScreenModels
internal import Tokens
internal import Views

/// What is sent and received, what waits and why, and what could not be done.
struct TransfersView: View {
    let model: FilesModel
    private var words: Localizer { model.session.words }

    var body: some View {
        List {
            if !model.pending.isEmpty {
                Section { Button(words(.retry), systemImage: "arrow.clockwise") { Task { await model.transfer() } } }
            }
            Section {
                if model.transfers.value != nil {
                    ForEach(model.transfers.items) { transfer in
                        TransferRow(transfer: transfer, model: model)
                    }
                } else {
                    ContentNote(
                        content: model.transfers, words: words, symbol: "arrow.left.arrow.right",
                        empty: words(.noTransfers)
                    ) { Task { await model.load() } }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
        }
        .navigationTitle(words(.transfers)).navigationBarTitleDisplayMode(.inline)
    }
}

/// One transfer: how far it is, or why it is not done and what helps.
struct TransferRow: View {
    let transfer: FileTransfer
    let model: FilesModel
    private var words: Localizer { model.session.words }

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: symbol).foregroundStyle(colour).frame(width: 28).accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(transfer.name).lineLimit(1).truncationMode(.middle)
                Text(words.status(of: transfer)).font(.footnote).foregroundStyle(.secondary)
                if let reason { Text(words(reason)).font(.footnote).foregroundStyle(colour) }
                if case .running(let percent) = transfer.state { ProgressView(value: Double(percent), total: 100) }
                if let path = transfer.path, case .done = transfer.state {
                    Text(path).font(.footnote).foregroundStyle(.secondary)
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            if transfer.isOver {
                Button {
                    Task { await model.forget(transfer) }
                } label: {
                    Image(systemName: "xmark").accessibilityLabel(words(.removeThing, ["name": transfer.name]))
                }
                .buttonStyle(.plain)
            }
        }
    }

    private var reason: UserMessage? {
        switch transfer.state {
        case .waiting(let reason): reason
        case .failed(let reason): reason
        case .running, .done: nil
        }
    }

    private var symbol: String {
        switch (transfer.state, transfer.kind) {
        case (.failed, _): "exclamationmark.circle"
        case (.done, _): "checkmark.circle"
        case (_, .upload): "arrow.up.circle"
        case (_, .download): "arrow.down.circle"
        case (_, .folder), (_, .change), (_, .deletion), (_, .restoration): "clock"
        }
    }

    private var colour: Color {
        switch transfer.state {
        case .failed: .red
        case .done: .green
        case .running: .accentColor
        case .waiting: .secondary
        }
    }
}

/// What was deleted and can still be restored.
struct TrashView: View {
    @State private var model: TrashModel
    private var words: Localizer { model.session.words }

    init(space: SpaceID, session: WalletSession) { _model = State(initialValue: TrashModel(space, session)) }

    var body: some View {
        List {
            Section {
                if model.items.value != nil {
                    ForEach(model.items.items, id: \.id) { item in line(item) }
                } else {
                    ContentNote(
                        content: model.items, words: words, symbol: "trash", empty: words(.trashEmpty),
                        hint: words(.trashText)
                    ) { Task { await model.load() } }
                }
                RefusalNote(refusal: model.refusal, words: words)
            } footer: {
                if model.items.value != nil { Text(words(.trashText)) }
            }
        }
        .navigationTitle(words(.trash)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
    }

    private func line(_ item: FileItem) -> some View {
        HStack(spacing: 12) {
            Image(systemName: item.kind == .folder ? "folder" : "doc").foregroundStyle(.secondary).frame(width: 28)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(item.shownName).lineLimit(1).truncationMode(.middle)
                Text(details(item)).font(.footnote).foregroundStyle(.secondary).lineLimit(2)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            Button(words(.restoreItem)) { Task { await model.restore(item) } }.buttonStyle(.bordered)
                .disabled(model.isBusy)
                .accessibilityLabel(words(.restoreThing, ["name": item.shownName]))
        }
    }

    private func details(_ item: FileItem) -> String {
        let time = item.trashed.map { model.session.when(Timestamp(seconds: $0)) }
        return [item.file.map { words.size($0.size) }, time.map { words(.trashedAt, ["time": $0]) }]
            .compactMap(\.self).joined(separator: " · ")
    }
}
