// SPDX-License-Identifier: MIT

extension View {
    package func accessibilityLabel<Words: StringProtocol>(_ label: Words) -> some View {
        _SpokenView(content: self, label: String(label))
    }
    package func accessibilityLabel(_ label: Text) -> some View { _SpokenView(content: self, label: label.string) }
    package func accessibilityValue<Words: StringProtocol>(_ value: Words) -> some View {
        _SpokenView(content: self, value: String(value))
    }
    package func accessibilityHint<Words: StringProtocol>(_ hint: Words) -> some View {
        _SpokenView(content: self, hint: String(hint))
    }
    package func accessibilityHidden(_ hidden: Bool) -> some View { _SpokenView(content: self, isHidden: hidden) }

    /// A name for tests and tools, the same in every language; screen readers do not speak it.
    package func accessibilityIdentifier(_ identifier: String) -> some View {
        _SpokenView(content: self, identifier: identifier)
    }
}
