// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

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

/// The picture of a view, unpacked once and not at each step of two fingers.
private final class UnpackedPhoto {
    private var png: [UInt8] = []
    private var image: CGImage?

    func image(of png: [UInt8]) -> CGImage? {
        // Arrays that share their memory are compared at once.
        if self.png != png { (self.png, image) = (png, CGImage.photo(png)) }
        return image
    }
}

/// A photo as large as its room, or why it cannot be shown.
struct PhotoPicture: View {
    let photo: ShownPhoto
    let name: String
    let words: Localizer
    @State private var unpacked = UnpackedPhoto()

    var body: some View {
        switch photo.picture {
        case .success(let png):
            if let image = unpacked.image(of: png) {
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
    let words: Localizer
    let close: @MainActor () -> Void
    /// How much larger than the window.
    @State private var scale = 1.0
    /// The same when two fingers came down; nil while there are none.
    @State private var scaleBefore: Double?

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
                .keyboardShortcut("-", modifiers: []).disabled(scale <= Self.scales.lowerBound)
                .accessibilityIdentifier("photo.smaller")
                Button {
                    scale = min(Self.scales.upperBound, scale * 2)
                } label: {
                    Image(systemName: "plus.circle").accessibilityLabel(words(.zoomIn))
                }
                .keyboardShortcut("+", modifiers: []).disabled(scale >= Self.scales.upperBound)
                .accessibilityIdentifier("photo.larger")
                Button {
                    scale = 1
                } label: {
                    Image(systemName: "arrow.up.left.and.arrow.down.right").accessibilityLabel(words(.photoReset))
                }
                .keyboardShortcut("0", modifiers: []).disabled(scale == 1)
                Spacer()
                Button(action: close) { Image(systemName: "xmark").accessibilityLabel(words(.close)) }
                    .keyboardShortcut(.cancelAction)
            }
            .padding(12)
            ScrollView([.horizontal, .vertical]) {
                PhotoPicture(photo: photo, name: name, words: words)
                    .frame(width: Self.side * scale).frame(maxWidth: .infinity)
            }
            .gesture(pinch).onTapGesture(count: 2) { scale = scale == 1 ? 2 : 1 }
        }
        .background(Color.black).foregroundStyle(Color.white).tint(Color.white)
    }

    /// Two fingers; what is larger than the window is moved by one, by the pointer, the wheel or the arrow keys.
    private var pinch: some Gesture {
        MagnifyGesture().onChanged { value in
            let before = scaleBefore ?? scale
            scaleBefore = before
            scale = min(max(before * value.magnification, Self.scales.lowerBound), Self.scales.upperBound)
        }
        .onEnded { _ in scaleBefore = nil }
    }
}
