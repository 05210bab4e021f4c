// SPDX-License-Identifier: MIT
internal import CGTK

// What a program for Linux decides by itself, where Apple's systems have a switch of their own.
extension View {
    /// Multiplies all text, in hundredths, on top of what the system asks for.
    package func textPercent(_ percent: Int) -> some View {
        _environment { $0.context.textPercent = min(max(percent, 50), 400) }
    }

    /// Stops slides and fades in the whole program; what the system has switched off stays off.
    package func reducesMotion(_ reduces: Bool) -> some View {
        _HookView(
            content: _environment { if reduces { $0.context.reduceMotion = true } },
            onUpdate: { node in
                guard reduces || node.kept != nil, let settings = gtk_settings_get_default() else { return }
                node.kept = node.kept ?? MotionKeeper(isOn: booleanProperty(settings, MotionKeeper.name))
                let wasOn = (node.kept as? MotionKeeper)?.isOn ?? true
                let wanted = reduces ? false : wasOn
                guard booleanProperty(settings, MotionKeeper.name) != wanted else { return }
                beforeNextFrame { setBooleanProperty(settings, MotionKeeper.name, wanted) }
            })
    }
}

/// What the system had before the program stopped motion.
private final class MotionKeeper {
    static let name = "gtk-enable-animations"
    let isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }
}
