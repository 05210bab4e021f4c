// SPDX-License-Identifier: MIT
internal import CGTK

/// The clipboard of the desktop. C: `GdkClipboard`
package final class UIPasteboard {
    package static let general = UIPasteboard()

    private init() {}

    /// The text to paste elsewhere. Only setting it is possible here; other programs' texts are never read.
    package var string: String? {
        get { nil }
        set {
            guard let display = gdk_display_get_default() else { return }
            gdk_clipboard_set_text(gdk_display_get_clipboard(display), newValue ?? "")
        }
    }
}
