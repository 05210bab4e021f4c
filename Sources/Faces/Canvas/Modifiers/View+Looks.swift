// SPDX-License-Identifier: MIT
package import Observation

extension View {
    func _environment(_ change: @escaping (inout EnvironmentValues) -> Void) -> _EnvironmentView<Self> {
        _EnvironmentView(content: self, change: change)
    }

    package func environment<Value>(
        _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { _environment { $0[keyPath: path] = value } }
    package func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        _environment { $0[object: ObjectIdentifier(Object.self)] = object }
    }

    package func font(_ font: Font?) -> some View { _environment { $0.font = font } }
    package func fontWeight(_ weight: Font.Weight?) -> some View { _environment { $0.context.fontWeight = weight } }
    package func bold(_ isActive: Bool = true) -> some View {
        _environment { if isActive { $0.context.fontWeight = .bold } }
    }
    package func italic(_ isActive: Bool = true) -> some View {
        _environment { $0.context.decoration.isItalic = isActive }
    }
    package func underline(_ isActive: Bool = true) -> some View {
        _environment { $0.context.decoration.isUnderlined = isActive }
    }
    package func strikethrough(_ isActive: Bool = true) -> some View {
        _environment { $0.context.decoration.isStruck = isActive }
    }
    package func monospaced(_ isActive: Bool = true) -> some View {
        _environment { if isActive { $0.font = ($0.font ?? .body).monospaced() } }
    }
    package func monospacedDigit() -> some View { _environment { $0.font = ($0.font ?? .body).monospacedDigit() } }
    package func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View {
        _environment { $0.context.foreground = style }
    }
    package func tint(_ tint: Color?) -> some View { _environment { $0.context.tint = tint } }
    package func disabled(_ isDisabled: Bool) -> some View {
        _environment { $0.isEnabled = $0.isEnabled && !isDisabled }
    }
    package func lineLimit(_ number: Int?) -> some View { _environment { $0.lineLimit = number } }
    package func truncationMode(_ mode: Text.TruncationMode) -> some View {
        _environment { $0.context.truncation = mode }
    }
    package func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        _environment { $0.multilineTextAlignment = alignment }
    }
    package func textSelection(_ selection: EnabledTextSelectability) -> some View {
        _environment { $0.context.isSelectable = true }
    }
    package func opacity(_ opacity: Double) -> some View { _environment { $0.context.opacity *= opacity } }
    package func shadow(
        color: Color = Color.black.opacity(0.33), radius: Double, x: Double = 0, y: Double = 0
    ) -> some View {
        _environment {
            let css = color.resolved($0.colorScheme).css
            $0.context.shadowCSS = "box-shadow: \(x)px \(y)px \(radius * 2)px \(css);"
        }
    }
    package func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { _environment { $0.dynamicTypeSize = size } }
    package func keyboardType(_ type: UIKeyboardType) -> some View { _environment { $0.context.keyboard = type } }

    package func buttonStyle(_ style: _ButtonStyle) -> some View { _environment { $0.context.buttonKind = style.kind } }
    package func textFieldStyle(_ style: _FieldStyle) -> some View {
        _environment { $0.context.fieldKind = style.kind }
    }
    package func pickerStyle(_ style: _PickerStyle) -> some View { _environment { $0.context.pickerKind = style.kind } }
    package func labelStyle(_ style: _LabelStyle) -> some View { _environment { $0.context.labelKind = style.kind } }
    package func labelsHidden() -> some View { _environment { $0.context.hidesLabels = true } }
}

/// Text that can be selected and copied.
nonisolated package struct EnabledTextSelectability: Sendable {
    package static let enabled = EnabledTextSelectability()
}

/// The styles for `.buttonStyle`.
package struct _ButtonStyle {
    let kind: ButtonKind
    package static let automatic = Self(kind: .automatic)
    package static let plain = Self(kind: .plain)
    package static let borderless = Self(kind: .borderless)
    package static let bordered = Self(kind: .bordered)
    package static let borderedProminent = Self(kind: .borderedProminent)
}

/// The styles for `.textFieldStyle`.
package struct _FieldStyle {
    let kind: FieldKind
    package static let automatic = Self(kind: .automatic)
    package static let plain = Self(kind: .plain)
    package static let roundedBorder = Self(kind: .roundedBorder)
}

/// The styles for `.pickerStyle`.
package struct _PickerStyle {
    let kind: PickerKind
    package static let automatic = Self(kind: .menu)
    package static let menu = Self(kind: .menu)
    package static let segmented = Self(kind: .segmented)
}

/// The styles for `.labelStyle`.
package struct _LabelStyle {
    let kind: LabelKind
    package static let titleAndIcon = Self(kind: .titleAndIcon)
    package static let titleOnly = Self(kind: .titleOnly)
    package static let iconOnly = Self(kind: .iconOnly)
}
