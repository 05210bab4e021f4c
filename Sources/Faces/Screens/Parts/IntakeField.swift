// SPDX-License-Identifier: MIT
internal import Barcodes
internal import ScreenModels
internal import Views

/// Takes a code through the camera, a picture of one, a file, or a text that is typed or pasted.
struct IntakeField: View {
    let intake: Intake
    let title: String
    let words: Localizer
    /// The camera to look through.
    let camera: String?
    /// Whether the camera is what the screen is for.
    var beginsLooking = false
    /// Whether people may choose to read QR codes only.
    var offersQROnly = false
    /// Called at each code that the camera reads.
    var noteScan: @MainActor () -> Void = {}
    /// Takes what was typed, what a code says, or the path of what was chosen.
    let take: @MainActor (String) async -> Void
    @State private var isLooking: Bool?
    @State private var cameraRefusal: UserMessage?
    private var looks: Bool { isLooking ?? beginsLooking }

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            if looks {
                CameraView(place: camera, words: words, offersQROnly: offersQROnly) { symbol in
                    intake.note(symbol)
                    if intake.symbol != nil { noteScan() }
                    await take(symbol.text)
                } stop: { refusal in
                    cameraRefusal = refusal
                    isLooking = false
                }
            }
            RefusalNote(refusal: cameraRefusal, words: words)
            SideButton(title: words(looks ? .stopCamera : .lookThroughCamera)) {
                cameraRefusal = nil
                isLooking = !looks
            }
            IntakeTools(intake: intake, title: title, words: words, take: take)
            if intake.progress > 0 {
                ProgressView(value: intake.progress)
                Text(words(.readingProgress, count: Int(intake.progress * 100))).font(.footnote)
                    .foregroundStyle(.secondary)
            }
            RefusalNote(refusal: intake.refusal, words: words)
        }
    }
}

extension IntakeField {
    init(
        intake: Intake, title: String, session: WalletSession, beginsLooking: Bool = false, offersQROnly: Bool = false,
        take: @escaping @MainActor (String) async -> Void
    ) {
        self.init(
            intake: intake, title: title, words: session.words, camera: session.dependencies.camera,
            beginsLooking: beginsLooking, offersQROnly: offersQROnly, noteScan: { session.noteScan() }, take: take)
    }
}
