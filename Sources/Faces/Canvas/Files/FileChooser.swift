// SPDX-License-Identifier: MIT

/// A sheet of folders and files, for opening files or choosing where to save one.
///
/// GTK 4.8's own dialog hides its files from screen readers, and is wider than a phone.
struct FileChooser: View {
    @State private var model: FileChooserModel
    private let cancel: () -> Void

    init(_ model: @autoclosure () -> FileChooserModel, cancel: @escaping () -> Void) {
        _model = State(initialValue: model())
        self.cancel = cancel
    }

    private var words: CanvasTexts { CanvasTexts.current }

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            VStack(spacing: 0) {
                VStack(alignment: .leading, spacing: 10) {
                    TextField(words.nameOrPath, text: $model.typed).onSubmit { model.take() }
                    Button {
                        model.take()
                    } label: {
                        Text(action).frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.borderedProminent).disabled(!model.canTake)
                    if !model.complaint.isEmpty {
                        Label(model.complaint, systemImage: "exclamationmark.circle").font(.subheadline)
                            .foregroundStyle(Color.red)
                    }
                }
                .padding(.horizontal, 20).padding(.vertical, 8)
                places
                list
            }
            .navigationTitle(model.purpose.title).navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button(words.cancel) { cancel() } }
            }
        }
        .alert(
            words.replaceQuestion,
            isPresented: Binding(get: { model.replaced != nil }, set: { if !$0 { model.replaced = nil } })
        ) {
            Button(words.cancel, role: .cancel) {}
            Button(words.replace, role: .destructive) { [path = model.replaced] in
                model.replaced = path
                model.replace()
            }
        } message: {
            Text(model.replaced.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "")
        }
    }

    private var places: some View {
        ScrollView(.horizontal) {
            HStack(spacing: 8) {
                ForEach(model.places.map(Place.init)) { place in
                    Button(place.name) { model.enter(place.id) }.buttonStyle(.bordered).font(.footnote)
                }
            }
            .padding(.horizontal, 20).padding(.vertical, 4)
        }
    }

    private struct Place: Identifiable {
        let id: String
        init(_ path: String) { id = path }
        var name: String { URL(fileURLWithPath: id).lastPathComponent }
    }

    private var list: some View {
        List {
            Section {
                if model.canRise {
                    Button {
                        model.rise()
                    } label: {
                        Label(words.parentFolder, systemImage: "arrow.up")
                    }
                }
                if let entries = model.entries {
                    ForEach(entries) { entry in row(entry) }
                    if entries.isEmpty { Text(words.nothingHere).foregroundStyle(Color.secondary) }
                } else {
                    HStack(spacing: 10) {
                        ProgressView()
                        Text(words.reading).foregroundStyle(Color.secondary)
                    }
                }
            } header: {
                Text(shown(model.folder)).lineLimit(1).truncationMode(.head)
            }
        }
    }

    private func row(_ entry: FolderListing.Entry) -> some View {
        let isTicked = model.ticked.contains(entry.name)
        let symbol = entry.isFolder ? "folder" : isTicked ? "checkmark.circle.fill" : "doc"
        return Button {
            model.press(entry)
        } label: {
            HStack(spacing: 12) {
                Image(systemName: symbol).foregroundStyle(Color.accentColor).frame(width: 28)
                    .accessibilityHidden(true)
                Text(shown(entry.name)).lineLimit(2).truncationMode(.middle)
                    .frame(maxWidth: .infinity, alignment: .leading)
            }
        }
        .buttonStyle(.plain).accessibilityValue(isTicked ? words.chosen : "")
    }

    /// A name without characters that break or turn the line, because a file may have any name.
    private func shown(_ name: String) -> String {
        String(
            name.unicodeScalars.map { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                default: Character(scalar)
                }
            })
    }

    private var action: String {
        switch model.purpose {
        case .open: words.open
        case .save: words.save
        case .folder: words.useFolder
        }
    }
}
