// SPDX-License-Identifier: MIT
internal import Barcodes
internal import ScreenModels
internal import Views

/// Two devices that face each other: what this one shows, and what its camera waits for. The camera opens by itself.
struct FaceToFace: View {
    /// Nil while there is nothing to show yet.
    var code: CodeModel?
    /// What the camera waits for.
    let waitsFor: String
    let intake: Intake
    let session: WalletSession
    /// Takes what was typed, what a code says, or the path of what was chosen.
    let take: @MainActor (String) async -> Void
    @State private var isLooking = true
    @State private var cameraRefusal: UserMessage?
    private var words: Localizer { session.words }

    var body: some View {
        VStack(spacing: 14) {
            if let code { CodePicture(model: code, words: words) }
            if isLooking {
                Text(waitsFor).font(.subheadline).fontWeight(.semibold).multilineTextAlignment(.center)
                CameraView(
                    place: session.dependencies.camera, words: words, height: code == nil ? 360 : 150
                ) { symbol in
                    intake.note(symbol)
                    if intake.symbol != nil { session.noteScan() }
                    await take(symbol.text)
                } stop: { refusal in
                    (cameraRefusal, isLooking) = (refusal, false)
                }
            } else {
                if let cameraRefusal {
                    Text(words(cameraRefusal)).font(.footnote).foregroundStyle(.secondary)
                        .multilineTextAlignment(.center)
                }
                SideButton(title: words(.lookThroughCamera)) { (cameraRefusal, isLooking) = (nil, true) }
            }
            if intake.progress > 0 {
                ProgressView(value: intake.progress)
                Text(words(.readingProgress, count: Int(intake.progress * 100))).font(.footnote)
                    .foregroundStyle(.secondary)
            }
            RefusalNote(refusal: intake.refusal, words: words)
            OtherWays(words: words) {
                if let code { CodeTools(model: code, words: words) }
                IntakeTools(intake: intake, title: words(.next), words: words, take: take)
            }
        }
        .frame(maxWidth: .infinity)
    }
}

/// What brings a code without a camera: a picture of it, a file, or a text that is typed or pasted.
struct IntakeTools: View {
    let intake: Intake
    let title: String
    let words: Localizer
    let take: @MainActor (String) async -> Void
    @State private var typed = ""
    @State private var isChoosing = false

    var body: some View {
        VStack(spacing: 10) {
            SideButton(title: words(.choosePicture)) { isChoosing = true }
            TextField(words(.pasteText), text: $typed).onSubmit { submit() }
            MainButton(title: title, isBusy: intake.isReading, isEnabled: !typed.isEmpty) { submit() }
        }
        .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.data]) { result in
            if case .success(let url) = result { choose(url) }
        }
    }

    private func submit() {
        guard !typed.isEmpty, !intake.isReading else { return }
        let text = typed
        typed = ""
        Task { await take(text) }
    }

    private func choose(_ url: URL) {
        Task {
            let isScoped = url.startAccessingSecurityScopedResource()
            await take(url.path)
            if isScoped { url.stopAccessingSecurityScopedResource() }
        }
    }
}
