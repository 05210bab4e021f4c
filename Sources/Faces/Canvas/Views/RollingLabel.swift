// SPDX-License-Identifier: MIT
internal import CGTK

/// The transition of a text to the next.
nonisolated package struct ContentTransition: Equatable, Sendable {
    let rolls: Bool
    package static let identity = ContentTransition(rolls: false)
    /// A growing number rolls up, a shrinking one rolls down; no motion where motion is reduced.
    package static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition(rolls: true) }
}

extension View {
    package func contentTransition(_ transition: ContentTransition) -> some View {
        _environment { $0.context.rollsNumbers = transition.rolls }
    }
}

/// Two labels that roll over each other. GtkStack does not animate where the desktop disables animations.
final class RollingLabel {
    let stack = WidgetReference(gtk_stack_new())
    let labels = [WidgetReference(gtk_label_new("")), WidgetReference(gtk_label_new(""))]
    private(set) lazy var front = labels[0]

    /// In milliseconds.
    private static let duration: guint = 260

    init() {
        let stack = opaque(stack.widget)
        for label in labels { gtk_stack_add_child(stack, label.widget) }
        gtk_stack_set_transition_duration(stack, Self.duration)
        gtk_stack_set_hhomogeneous(stack, 0)
        gtk_widget_set_overflow(self.stack.widget, GTK_OVERFLOW_HIDDEN)
        hideBack()
    }

    /// Hides the back label from screen readers, because it has an earlier number.
    private func hideBack() {
        for label in labels { Accessibility.setHidden(label.widget, label !== front) }
    }

    /// Brings the other label to the front; the caller sets its text and look.
    func turn(from old: String, to new: String) {
        guard let next = labels.first(where: { $0 !== front }) else { return }
        front = next
        hideBack()
        let grows = Self.number(new) >= Self.number(old)
        gtk_stack_set_transition_type(
            opaque(stack.widget),
            grows ? GTK_STACK_TRANSITION_TYPE_SLIDE_UP : GTK_STACK_TRANSITION_TYPE_SLIDE_DOWN)
        gtk_stack_set_visible_child(opaque(stack.widget), next.widget)
    }

    /// The digits of a text as a number of any length: longer is larger, then by digits.
    private static func number(_ text: String) -> Digits {
        Digits(digits: text.filter(\.isWholeNumber).drop { $0 == "0" }.map { $0.wholeNumberValue ?? 0 })
    }

    private struct Digits: Comparable {
        let digits: [Int]
        static func < (one: Digits, other: Digits) -> Bool {
            one.digits.count == other.digits.count
                ? one.digits.lexicographicallyPrecedes(other.digits) : one.digits.count < other.digits.count
        }
    }
}
