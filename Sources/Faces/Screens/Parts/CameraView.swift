// SPDX-License-Identifier: MIT
internal import Barcodes
internal import Codes
internal import ScreenModels
internal import Views

/// What a camera sees, for as long as it is on the screen.
struct CameraView: View {
    @State private var model: CameraModel
    private let words: Localizer
    private let height: Double
    /// Whether people may choose to read QR codes only.
    private let offersQROnly: Bool
    private let take: @MainActor (Symbol) async -> Void
    /// There is nothing to see any more, or nothing could be seen.
    private let stop: @MainActor (UserMessage?) -> Void

    init(
        place: String?, words: Localizer, height: Double = 360, offersQROnly: Bool = false,
        take: @escaping @MainActor (Symbol) async -> Void,
        stop: @escaping @MainActor (UserMessage?) -> Void
    ) {
        _model = State(initialValue: CameraModel(place: place))
        self.words = words
        self.height = height
        self.offersQROnly = offersQROnly
        self.take = take
        self.stop = stop
    }

    var body: some View {
        @Bindable var model = model
        VStack(spacing: 10) {
            switch model.state {
            case .starting, .ended, .failed: ProgressView().frame(maxWidth: .infinity).padding(.vertical, 40)
            case .looking(let picture):
                CameraPicture(picture: picture, name: words(.camera), height: height)
                Text(words(.cameraHint)).font(.footnote).foregroundStyle(.secondary).multilineTextAlignment(.center)
            }
            if offersQROnly { Toggle(words(.onlyQR), isOn: $model.readsQROnly) }
        }
        .frame(maxWidth: .infinity)
        .task {
            await model.run(take)
            switch model.state {
            case .failed(let refusal): stop(refusal)
            case .ended: stop(nil)
            case .starting, .looking: break
            }
        }
    }
}

private struct CameraPicture: View {
    let picture: CameraModel.Picture
    let name: String
    let height: Double

    var body: some View {
        if let image {
            Image(image, scale: 1, label: Text(name)).resizable()
                .aspectRatio(Double(image.width) / Double(max(image.height, 1)), contentMode: .fit)
                .frame(maxWidth: .infinity, maxHeight: height).clipShape(RoundedRectangle(cornerRadius: 16))
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
