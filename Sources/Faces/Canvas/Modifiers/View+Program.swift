// SPDX-License-Identifier: MIT
internal import CGTK

// Settings that a program for Linux makes itself, where Apple's systems have their own.
extension View {
    /// Scales all text, in percent, in addition to the system's setting.
    package func textPercent(_ percent: Int) -> some View {
        _environment { $0.context.textPercent = min(max(percent, 50), 400) }
    }

    /// Disables slides and fades in the whole program; what the system has disabled stays disabled.
    package func reducesMotion(_ reduces: Bool) -> some View {
        _HookView(
            content: _environment { if reduces { $0.context.reduceMotion = true } },
            onUpdate: { node in
                guard reduces || node.kept != nil, let settings = gtk_settings_get_default() else { return }
                node.kept = node.kept ?? SavedMotionSetting(isOn: booleanProperty(settings, SavedMotionSetting.name))
                let wasOn = (node.kept as? SavedMotionSetting)?.isOn ?? true
                let wanted = reduces ? false : wasOn
                guard booleanProperty(settings, SavedMotionSetting.name) != wanted else { return }
                beforeNextFrame { setBooleanProperty(settings, SavedMotionSetting.name, wanted) }
            })
    }
}

/// The system's setting before the program disabled motion.
private final class SavedMotionSetting {
    static let name = "gtk-enable-animations"
    let isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }
}
