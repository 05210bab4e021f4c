// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// What a screen offers besides its main thing, behind one button.
struct OtherWays<Content: View>: View {
    let title: String
    let words: Localizer
    private let content: Content
    @State private var isOpen = false

    init(words: Localizer, title: StringKey = .otherWays, @ViewBuilder content: () -> Content) {
        self.words = words
        self.title = words(title)
        self.content = content()
    }

    var body: some View {
        VStack(spacing: 12) {
            SideButton(title: isOpen ? words(.fewerDetails) : title) { isOpen.toggle() }
            if isOpen { content }
        }
        .frame(maxWidth: .infinity)
    }
}
