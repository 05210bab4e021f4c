// SPDX-License-Identifier: MIT
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

extension CGImage {
    /// A picture that the confined reader made; nil only when memory is short.
    static func photo(_ png: [UInt8]) -> CGImage? {
        #if canImport(SwiftUI)
            guard let source = CGDataProvider(data: Data(png) as CFData) else { return nil }
            return CGImage(
                pngDataProviderSource: source, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        #else
            return CGImage(trusted: png)
        #endif
    }
}

/// A photo as large as its room, or why it cannot be shown.
struct PhotoPicture: View {
    let photo: ShownPhoto
    let name: String
    let words: Words

    var body: some View {
        switch photo.picture {
        case .success(let png):
            if let image = CGImage.photo(png) {
                Image(image, scale: 1, label: Text(name)).resizable()
                    .aspectRatio(Double(image.width) / Double(image.height), contentMode: .fit)
            }
        case .failure(let refusal): RefusalNote(refusal: refusal, words: words)
        }
    }
}

/// A photo on the whole window, to look at closely.
struct PhotoView: View {
    let photo: ShownPhoto
    let name: String
    let words: Words
    let close: @MainActor () -> Void
    /// How much larger than the window.
    @State private var scale = 1.0

    private static let scales = 1.0...4.0
    /// The width at which the whole photo is seen.
    private static let side = 360.0

    var body: some View {
        VStack(spacing: 0) {
            HStack(spacing: 12) {
                Button {
                    scale = max(Self.scales.lowerBound, scale / 2)
                } label: {
                    Image(systemName: "minus.circle").accessibilityLabel(words(.zoomOut))
                }
                .disabled(scale <= Self.scales.lowerBound)
                Button {
                    scale = min(Self.scales.upperBound, scale * 2)
                } label: {
                    Image(systemName: "plus.circle").accessibilityLabel(words(.zoomIn))
                }
                .disabled(scale >= Self.scales.upperBound)
                Spacer()
                Button(action: close) { Image(systemName: "xmark").accessibilityLabel(words(.close)) }
                    .keyboardShortcut(.cancelAction)
            }
            .padding(12)
            ScrollView([.horizontal, .vertical]) {
                PhotoPicture(photo: photo, name: name, words: words)
                    .frame(width: Self.side * scale).frame(maxWidth: .infinity)
            }
        }
        .background(Color.black).foregroundStyle(Color.white)
    }
}
