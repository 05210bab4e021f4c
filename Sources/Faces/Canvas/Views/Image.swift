// SPDX-License-Identifier: MIT
internal import CGTK

/// A picture: a drawing with the name of an SF Symbol, or pixels.
package struct Image {
    enum Source {
        case symbol(String)
        case pixels(CGImage, label: String?)
    }
    /// The size of a symbol relative to its text.
    package enum Scale: Sendable { case small, medium, large }

    let source: Source
    var isResizable = false

    package init(systemName: String) { source = .symbol(systemName) }
    /// A meaningful picture, with a description for screen readers.
    package init(_ image: CGImage, scale: Double, label: Text) { source = .pixels(image, label: label.string) }
    /// A picture that only decorates.
    package init(decorative image: CGImage, scale: Double) { source = .pixels(image, label: nil) }

    package func resizable() -> Image {
        var image = self
        image.isResizable = true
        return image
    }
}

extension Image: PrimitiveView {
    package static func _makeNode(_ view: Image, _ place: NodePlace) -> Node {
        switch view.source {
        case .symbol: SymbolNode(view, place)
        case .pixels: PictureNode(view, place)
        }
    }
}

/// Pixels in memory. Apple's class has the same name but other initializers.
package final class CGImage {
    let texture: OpaquePointer
    package let width: Int
    package let height: Int

    /// Rows from the top, each pixel as red, green, blue, opacity (not multiplied in).
    ///
    /// - Returns: nil when the bytes are not width by height by four.
    package init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, rgba.count == width * height * 4 else { return nil }
        self.width = width
        self.height = height
        let bytes = g_bytes_new(rgba, gsize(rgba.count))
        let made = gdk_memory_texture_new(gint(width), gint(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))
        g_bytes_unref(bytes)
        guard let made else { return nil }
        texture = made
    }

    /// Rows from the top, each pixel as one shade; the format of a camera.
    ///
    /// - Returns: nil when the bytes are not width by height.
    package init?(width: Int, height: Int, grey: [UInt8]) {
        guard width > 0, height > 0, grey.count == width * height else { return nil }
        self.width = width
        self.height = height
        // GTK 4.8 has no single-byte pixel format.
        let pixels = [UInt8](unsafeUninitializedCapacity: grey.count * 3) { target, count in
            for (index, shade) in grey.enumerated() {
                for part in 0..<3 { target[3 * index + part] = shade }
            }
            count = grey.count * 3
        }
        let bytes = g_bytes_new(pixels, gsize(pixels.count))
        let made = gdk_memory_texture_new(gint(width), gint(height), GDK_MEMORY_R8G8B8, bytes, gsize(width * 3))
        g_bytes_unref(bytes)
        guard let made else { return nil }
        texture = made
    }

    /// A picture in a format that GTK reads (PNG, JPEG, TIFF); nil for anything else. Only for this program's own
    /// pictures; untrusted ones must pass the sandboxed reader first.
    package init?(trusted file: [UInt8]) {
        let bytes = g_bytes_new(file, gsize(file.count))
        defer { g_bytes_unref(bytes) }
        guard let made = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
        texture = made
        width = Int(gdk_texture_get_width(made))
        height = Int(gdk_texture_get_height(made))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }
}

/// A symbol beside text, in the size of the font.
final class SymbolNode: ViewNode<Image> {
    private let area = DrawingArea()
    private let style = WidgetStyle()
    private var shown = ""

    override func items() -> [LayoutItem] {
        [LeafItem(WidgetLeaf(area.widget, view.isResizable ? .filling : .natural))]
    }

    override func apply() {
        guard case .symbol(let name) = view.source else { return }
        let font = environment.resolvedFont()
        area.setSide((font.size(at: environment.textScale) * 1.3).rounded())
        style.apply([environment.textColorCSS], to: area.widget)
        gtk_widget_set_opacity(area.widget, environment.opacity * (environment.isEnabled ? 1 : 0.6))
        let next = "\(name) \(font.weight.rawValue) \(environment.layoutDirection)"
        guard next != shown else { return }
        if shown.isEmpty { area.hideFromReaders() }
        shown = next
        let isMirrored = environment.layoutDirection == .rightToLeft && SymbolDrawing.follows(name)
        let drawn = area.widget
        area.draw = { context, size in
            var color = GdkRGBA()
            gtk_style_context_get_color(gtk_widget_get_style_context(drawn), &color)
            SymbolDrawing.draw(
                name, on: context, in: size,
                ResolvedColor(
                    red: Double(color.red), green: Double(color.green), blue: Double(color.blue),
                    alpha: Double(color.alpha)), isBold: font.weight.rawValue >= 600, isMirrored: isMirrored)
        }
        gtk_widget_queue_draw(area.widget)
    }
}

/// Pixels, in their proportions or stretched.
final class PictureNode: ViewNode<Image> {
    private let reference = WidgetReference(gtk_picture_new())

    override var spokenText: String {
        if case .pixels(_, let label?) = view.source { return label }
        return ""
    }

    override func apply() {
        guard case .pixels(let image, let label) = view.source else { return }
        gtk_picture_set_paintable(opaque(reference.widget), image.texture)
        gtk_picture_set_can_shrink(opaque(reference.widget), 1)
        gtk_picture_set_content_fit(opaque(reference.widget), GTK_CONTENT_FIT_CONTAIN)
        if let label { Accessibility.setLabel(reference.widget, label) }
        if label == nil { Accessibility.setHidden(reference.widget, true) }
        gtk_widget_set_opacity(reference.widget, environment.opacity)
    }

    override func items() -> [LayoutItem] {
        guard case .pixels(let image, _) = view.source else { return [] }
        let leaf = LeafItem(WidgetLeaf(reference.widget, .filling))
        if view.isResizable { return [leaf] }
        var lengths = FrameLengths()
        lengths.width = Double(image.width)
        lengths.height = Double(image.height)
        return [FrameItem(leaf, lengths, .center)]
    }
}
