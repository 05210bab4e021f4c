// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import ScreenModels
internal import Tokens
internal import Views

/// One folder of the hub's files.
struct FolderView: View {
    @State private var model: FolderModel
    @State private var isUploading = false
    @State private var isSaving = false
    @State private var page: Page?
    @State private var isLoggingOut = false
    @Environment(\.dismiss) private var dismiss
    private let files: FilesModel
    private let space: FileSpace
    private let go: (@MainActor (Panel?) -> Void)?
    private var words: Localizer { files.session.words }

    /// Where the menus lead.
    private enum Page: Hashable {
        case newFolder, rename, transfers, trash
    }

    /// - Parameter go: the way out of the panel; nil where there is a way back.
    init(
        _ folder: ItemID, in space: FileSpace, files: FilesModel, go: (@MainActor (Panel?) -> Void)? = nil
    ) {
        self.go = go
        _model = State(initialValue: FolderModel(folder, in: space.id, files.session))
        self.files = files
        self.space = space
    }

    private var isRoot: Bool { model.folder == space.id.root }

    var body: some View {
        @Bindable var model = model
        List {
            notices
            Section {
                if model.rows.value != nil {
                    ForEach(model.rows.items) { row in line(row).swipeActions { delete(row) } }
                } else {
                    ContentNote(
                        content: model.rows, words: words, symbol: model.isSearching ? "magnifyingglass" : "folder",
                        empty: words(model.isSearching ? .nothingFound : .filesEmpty),
                        hint: model.isSearching ? nil : words(.filesEmptyHint)
                    ) { Task { await model.load() } }
                }
            } footer: {
                if let footer { Text(footer) }
            }
        }
        .refreshable { await files.ask() }
        .navigationTitle(model.title ?? words(.files)).navigationBarTitleDisplayMode(.inline)
        .searchable(text: $model.search, prompt: words(.search))
        .toolbar {
            if let go { ToolbarItem(placement: .cancellationAction) { CloseButton(words: words, go: go) } }
            ToolbarItem(placement: .topBarTrailing) { adding }
            ToolbarItem(placement: .topBarTrailing) { more }
        }
        .task(id: model.search) { await model.load() }
        .fileImporter(isPresented: $isUploading, allowedContentTypes: [.data], allowsMultipleSelection: true) {
            guard case .success(let urls) = $0 else { return }
            Task {
                // Kept for the transfer, which may begin much later.
                for url in urls { _ = url.startAccessingSecurityScopedResource() }
                await model.upload(urls.map(\.path))
                await files.transfer()
                for url in urls { url.stopAccessingSecurityScopedResource() }
            }
        }
        .navigationDestination(item: $page) { page in
            switch page {
            case .newFolder, .rename:
                NameForm(model: model, item: page == .rename ? model.itself : nil) {
                    self.page = nil
                    Task { await files.transfer() }
                }
            case .transfers: TransfersView(model: files)
            case .trash: TrashView(space: space.id, session: files.session)
            }
        }
        .receiving(model.itself, isPresented: $isSaving, model: model, files: files)
        .confirmationDialog(words(.filesLogOutQuestion), isPresented: $isLoggingOut) {
            Button(words(.logOut), role: .destructive) { Task { await files.logOut() } }
            Button(words(.cancel), role: .cancel) {}
        }
    }

    /// What stands above the list: why it may be old, and what is under way.
    @ViewBuilder private var notices: some View {
        if files.offline != nil || !files.pending.isEmpty || !files.failed.isEmpty || model.refusal != nil {
            Section {
                if let offline { Label(offline, systemImage: "wifi.slash").font(.subheadline) }
                if !files.pending.isEmpty || !files.failed.isEmpty {
                    NavigationLink {
                        TransfersView(model: files)
                    } label: {
                        VStack(alignment: .leading, spacing: 2) {
                            if !files.pending.isEmpty {
                                Text(words(.transfersPending, count: files.pending.count))
                            }
                            if !files.failed.isEmpty {
                                Text(words(.transfersFailed, count: files.failed.count)).foregroundStyle(Color.red)
                            }
                        }
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
        }
    }

    private var offline: String? {
        guard let refusal = files.offline else { return nil }
        guard refusal.word == .refusedUnreachable else { return words(refusal) }
        return files.refreshed.map { words(.filesOffline, ["time": files.session.when($0)]) } ?? words(.filesIncomplete)
    }

    private var footer: String? {
        var sentences: [String] = []
        if model.isCut { sentences.append(words(.filesCut, ["number": words.number(FolderModel.maximumCount)])) }
        if isRoot, !model.isSearching {
            sentences.append(words(.filesUsed, ["used": words.size(space.used), "quota": words.size(space.quota)]))
        }
        if !isRoot, !model.isSearching, model.path != "/\(model.title ?? "")" { sentences.append(model.path) }
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }

    private func line(_ row: FolderModel.Row) -> some View {
        NavigationLink {
            if row.isFolder {
                FolderView(row.id, in: space, files: files)
            } else {
                FileView(row.id, model: model, files: files)
            }
        } label: {
            FileRow(row: row, session: files.session)
        }
    }

    private func delete(_ row: FolderModel.Row) -> some View {
        Button(words(.delete), systemImage: "trash", role: .destructive) {
            Task {
                await model.delete(row.item)
                await files.transfer()
            }
        }
    }

    private var adding: some View {
        Menu {
            Button(words(.upload), systemImage: "square.and.arrow.up") { isUploading = true }
            Button(words(.newFolder), systemImage: "folder") {
                model.draft = ""
                page = .newFolder
            }
        } label: {
            Image(systemName: "plus").accessibilityLabel(words(.add))
        }
    }

    private var more: some View {
        Menu {
            Button(words(.orderByName)) { model.order = .name }
            Button(words(.orderByNewest)) { model.order = .newest }
            Button(words(.orderByLargest)) { model.order = .largest }
            if let itself = model.itself {
                Button(words(.download)) { isSaving = true }
                Button(words(.rename)) {
                    model.draft = itself.shownName
                    page = .rename
                }
                Button(words(.delete), role: .destructive) {
                    Task {
                        await model.delete(itself)
                        dismiss()
                        await files.transfer()
                    }
                }
            } else {
                Button(words(.transfers)) { page = .transfers }
                Button(words(.trash)) { page = .trash }
                Button(words(.logOut)) { isLoggingOut = true }
            }
        } label: {
            Image(systemName: "ellipsis.circle").accessibilityLabel(words(.moreActions))
        }
    }
}

/// A file or a folder in a list.
struct FileRow: View {
    let row: FolderModel.Row
    let session: WalletSession
    private var words: Localizer { session.words }

    var body: some View {
        HStack(spacing: 12) {
            Image(systemName: row.isFolder ? "folder" : "doc").foregroundStyle(Color.accentColor).frame(width: 28)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(row.name).lineLimit(1).truncationMode(.middle)
                Text(details).font(.footnote).foregroundStyle(.secondary).lineLimit(2)
                if case .running(let percent) = row.transfer?.state {
                    ProgressView(value: Double(percent), total: 100)
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }

    private var details: String {
        var parts = [row.size.map { words.size($0) } ?? (row.isFolder ? words(.folder) : nil)].compactMap(\.self)
        if !row.isFolder { parts.append(session.when(row.time)) }
        if let place = row.place { parts.append(place) }
        if let transfer = row.transfer { parts.append(words.status(of: transfer)) }
        return parts.joined(separator: " · ")
    }
}

/// One file: what is known of it, and what one does with it.
struct FileView: View {
    private let id: ItemID
    private let model: FolderModel
    private let files: FilesModel
    @State private var isNaming = false
    @State private var isSaving = false
    @Environment(\.dismiss) private var dismiss
    private var words: Localizer { files.session.words }
    private var row: FolderModel.Row? { model.rows.items.first { $0.id == id } }

    init(_ id: ItemID, model: FolderModel, files: FilesModel) {
        self.id = id
        self.model = model
        self.files = files
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let row {
                    Heading(title: row.name)
                    if let size = row.size { LabeledContent(words(.fileSize), value: words.size(size)) }
                    LabeledContent(words(.fileModified), value: files.session.when(row.time))
                    LabeledContent(words(.fileLocation), value: row.place ?? model.path)
                    if let transfer = row.transfer { TransferRow(transfer: transfer, model: files) }
                    MainButton(
                        title: words(.download), isBusy: model.isBusy, isEnabled: row.item.file != nil
                    ) { isSaving = true }
                    SideButton(title: words(.rename), isEnabled: !model.isBusy) {
                        model.draft = row.name
                        isNaming = true
                    }
                    SideButton(title: words(.delete), isEnabled: !model.isBusy, role: .destructive) {
                        Task {
                            await model.delete(row.item)
                            if model.refusal == nil { dismiss() }
                            await files.transfer()
                        }
                    }
                    ForEach(received) { TransferRow(transfer: $0, model: files) }
                } else {
                    ContentUnavailableView(words(.refusedNotFound), systemImage: "doc")
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(row?.name ?? words(.files)).navigationBarTitleDisplayMode(.inline)
        .navigationDestination(isPresented: $isNaming) {
            NameForm(model: model, item: row?.item) {
                isNaming = false
                Task { await files.transfer() }
            }
        }
        .receiving(row?.item, isPresented: $isSaving, model: model, files: files)
    }

    /// The downloads of this file.
    private var received: [FileTransfer] {
        files.transfers.items.filter { $0.item == id && $0.kind == .download && $0.id != row?.transfer?.id }
    }
}

/// The name of a new folder, or a new name.
struct NameForm: View {
    @State private var model: FolderModel
    private let item: FileItem?
    private let done: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    /// - Parameter item: what is renamed; nil for a new folder.
    init(model: FolderModel, item: FileItem?, done: @escaping @MainActor () -> Void) {
        _model = State(initialValue: model)
        self.item = item
        self.done = done
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Field(words(.name), text: $model.draft, takesFocus: true).onSubmit { save() }
                MainButton(
                    title: words(item == nil ? .createFolder : .save), isBusy: model.isBusy, isEnabled: model.canName
                ) { save() }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(item == nil ? .newFolder : .rename)).navigationBarTitleDisplayMode(.inline)
    }

    private func save() {
        Task {
            let isOrdered = if let item { await model.rename(item) } else { await model.makeFolder() }
            if isOrdered { done() }
        }
    }
}

extension View {
    /// Asks for a folder of this device, and receives an item into it.
    func receiving(
        _ item: FileItem?, isPresented: Binding<Bool>, model: FolderModel, files: FilesModel
    ) -> some View {
        fileImporter(isPresented: isPresented, allowedContentTypes: [.folder]) { result in
            guard case .success(let url) = result, let item else { return }
            Task {
                let isScoped = url.startAccessingSecurityScopedResource()
                await model.download(item, into: url.path)
                await files.transfer()
                if isScoped { url.stopAccessingSecurityScopedResource() }
            }
        }
    }
}
