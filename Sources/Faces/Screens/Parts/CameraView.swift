// SPDX-License-Identifier: MIT
internal import Codes
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// What a camera sees, for as long as it is on the screen; where there is none it says so.
struct CameraView: View {
    @State private var model: CameraModel
    private let words: Words
    private let take: @MainActor (String) async -> Void
    /// Changes when somebody wants to look again.
    @State private var round = 0

    init(place: String?, words: Words, take: @escaping @MainActor (String) async -> Void) {
        _model = State(initialValue: CameraModel(place: place))
        self.words = words
        self.take = take
    }

    var body: some View {
        VStack(spacing: 10) {
            switch model.state {
            case .starting: ProgressView().frame(maxWidth: .infinity).padding(.vertical, 40)
            case .looking(let picture):
                CameraPicture(picture: picture, name: words(.camera))
                Text(words(.cameraHint)).font(.footnote).foregroundStyle(.secondary).multilineTextAlignment(.center)
            case .ended: SideButton(title: words(.lookAgain)) { round += 1 }
            case .failed(let refusal): RefusalNote(refusal: refusal, words: words)
            }
        }
        .frame(maxWidth: .infinity)
        .task(id: round) { await model.run(take) }
    }
}

private struct CameraPicture: View {
    let picture: CameraModel.Picture
    let name: String

    var body: some View {
        if let image {
            Image(image, scale: 1, label: Text(name)).resizable()
                .aspectRatio(Double(image.width) / Double(max(image.height, 1)), contentMode: .fit)
                .frame(maxWidth: .infinity, maxHeight: 360).clipShape(RoundedRectangle(cornerRadius: 16))
        }
    }

    #if canImport(SwiftUI)
        private var image: CGImage? {
            switch picture {
            case .grey(let frame):
                CGDataProvider(data: Data(frame.pixels) as CFData).flatMap {
                    CGImage(
                        width: frame.width, height: frame.height, bitsPerComponent: 8, bitsPerPixel: 8,
                        bytesPerRow: frame.width, space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: $0,
                        decode: nil, shouldInterpolate: true, intent: .defaultIntent)
                }
            case .png(let bytes):
                CGDataProvider(data: Data(bytes) as CFData).flatMap {
                    CGImage(
                        pngDataProviderSource: $0, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
                }
            }
        }
    #else
        private var image: CGImage? {
            switch picture {
            case .grey(let frame): CGImage(width: frame.width, height: frame.height, grey: frame.pixels)
            case .png(let bytes): CGImage(trusted: bytes)
            }
        }
    #endif
}
