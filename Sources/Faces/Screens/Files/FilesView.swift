// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import ScreenModels
internal import Views

/// The hub's files, or the way to them.
struct FilesView: View {
    @State private var model: FilesModel
    private let go: @MainActor (Panel?) -> Void
    private var words: Localizer { model.session.words }

    init(session: WalletSession, go: @escaping @MainActor (Panel?) -> Void) {
        _model = State(initialValue: FilesModel(session))
        self.go = go
    }

    var body: some View {
        Group {
            switch model.stage {
            case .open(let space): FolderView(space.id.root, in: space, files: model, go: go)
            default:
                closed.toolbar { ToolbarItem(placement: .cancellationAction) { CloseButton(words: words, go: go) } }
            }
        }
        .task { await model.follow() }
    }

    /// What stands in the place of the files.
    private var closed: some View {
        Group {
            switch model.stage {
            case .loading, .open:
                ScrollView {
                    ContentNote(content: LoadState<[Int]>.loading, words: words, symbol: "folder", empty: "")
                }
                .navigationTitle(words(.files)).navigationBarTitleDisplayMode(.inline)
            case .noAccount: noAccount
            case .loggedOut(let username): FilesEntrance(model: model, username: username)
            case .unsupported:
                ContentUnavailableView(
                    words(.filesUnsupported), systemImage: "folder", description: Text(words(.filesUnsupportedHint))
                )
                .navigationTitle(words(.files)).navigationBarTitleDisplayMode(.inline)
            case .failed(let refusal):
                ScrollView {
                    RefusalNote(refusal: refusal, words: words) { Task { await model.load() } }.padding(20).clamped()
                }
                .navigationTitle(words(.files)).navigationBarTitleDisplayMode(.inline)
            }
        }
    }

    private var noAccount: some View {
        ContentUnavailableView {
            Label(words(.filesNoAccount), systemImage: "folder")
        } description: {
            Text(words(.filesNoAccountHint))
        } actions: {
            Button(words(.joinHub)) { go(.entrance(nil)) }.buttonStyle(.borderedProminent)
        }
        .navigationTitle(words(.files)).navigationBarTitleDisplayMode(.inline)
    }
}

/// The log-in for files.
private struct FilesEntrance: View {
    @State private var model: FilesModel
    private let username: String
    private var words: Localizer { model.session.words }

    init(model: FilesModel, username: String) {
        _model = State(initialValue: model)
        self.username = username
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Heading(title: words(.files), text: words(.filesLogInText, ["name": username]))
                SecureField(words(.password), text: $model.password).onSubmit { Task { await model.logIn() } }
                if model.wantsCode {
                    TextField(words(.oneTimeCode), text: $model.code).keyboardType(.numberPad)
                    Text(words(.oneTimeCodeText)).font(.footnote).foregroundStyle(.secondary)
                }
                MainButton(title: words(.logIn), isBusy: model.isBusy, isEnabled: model.canLogIn) {
                    Task { await model.logIn() }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.files)).navigationBarTitleDisplayMode(.inline)
    }
}
