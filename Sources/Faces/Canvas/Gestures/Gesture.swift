// SPDX-License-Identifier: MIT
internal import CGTK

/// A movement of fingers or pointer that a view recognizes.
package protocol Gesture<Value> {
    associatedtype Value
    /// Recognizes the gesture on a widget until the widget is destroyed.
    func _watch(_ ground: _GestureGround, changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void)
    /// Calls the handlers of a step.
    func _changed(_ value: Value)
    /// Calls the handlers of the end.
    func _ended(_ value: Value)
}

extension Gesture {
    package func _changed(_ value: Value) {}
    package func _ended(_ value: Value) {}
}

/// The widget on which gestures are recognized.
package struct _GestureGround {
    let widget: Widget

    func add(_ gesture: OpaquePointer) { gtk_widget_add_controller(widget, gesture) }
    var size: CGSize {
        CGSize(width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
    }
}

extension Gesture {
    /// Calls the action at each step, including the last.
    package func onChanged(_ action: @escaping (Value) -> Void) -> _ChangedGesture<Self> where Value: Equatable {
        _ChangedGesture(inner: self, action: action)
    }
    /// Calls the action at the end.
    package func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> {
        _EndedGesture(inner: self, action: action)
    }
}

package struct _ChangedGesture<Inner: Gesture>: Gesture {
    let inner: Inner
    let action: (Inner.Value) -> Void
    package func _watch(
        _ ground: _GestureGround, changed: @escaping (Inner.Value) -> Void, ended: @escaping (Inner.Value) -> Void
    ) { inner._watch(ground, changed: changed, ended: ended) }
    package func _changed(_ value: Inner.Value) {
        inner._changed(value)
        action(value)
    }
    package func _ended(_ value: Inner.Value) { inner._ended(value) }
}

package struct _EndedGesture<Inner: Gesture>: Gesture {
    let inner: Inner
    let action: (Inner.Value) -> Void
    package func _watch(
        _ ground: _GestureGround, changed: @escaping (Inner.Value) -> Void, ended: @escaping (Inner.Value) -> Void
    ) { inner._watch(ground, changed: changed, ended: ended) }
    package func _changed(_ value: Inner.Value) { inner._changed(value) }
    package func _ended(_ value: Inner.Value) {
        inner._ended(value)
        action(value)
    }
}

/// Two fingers that move apart or together.
package struct MagnifyGesture: Gesture {
    /// The distance of the fingers, relative to 1 at the beginning.
    package struct Value: Equatable, Sendable {
        package var magnification: Double
        /// The midpoint of the fingers at the beginning, in the view.
        package var startLocation: CGPoint
        package var startAnchor: UnitPoint
    }

    private let minimumScaleDelta: Double

    package init(minimumScaleDelta: Double = 0.01) { self.minimumScaleDelta = minimumScaleDelta }

    package func _watch(
        _ ground: _GestureGround, changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void
    ) {
        let zoom = made(gtk_gesture_zoom_new())
        let state = GestureState(Value(magnification: 1, startLocation: .zero, startAnchor: .center))
        // Before a scroll view receives the fingers.
        gtk_event_controller_set_propagation_phase(zoom, GTK_PHASE_CAPTURE)
        onTouch(zoom, "begin") {
            var (x, y) = (0.0, 0.0)
            gtk_gesture_get_bounding_box_center(zoom, &x, &y)
            let size = ground.size
            state.value = Value(
                magnification: 1, startLocation: CGPoint(x: x, y: y),
                startAnchor: UnitPoint(x: x / max(size.width, 1), y: y / max(size.height, 1)))
            state.isMoving = false
        }
        onNumber(zoom, "scale-changed") { scale in
            state.value.magnification = scale
            guard state.isMoving || abs(scale - 1) >= minimumScaleDelta else { return }
            state.isMoving = true
            changed(state.value)
        }
        onTouch(zoom, "end") { if state.isMoving { ended(state.value) } }
        ground.add(zoom)
    }
}

/// A finger, or the pointer with its button held.
package struct DragGesture: Gesture {
    package struct Value: Equatable, Sendable {
        package var location: CGPoint
        package var startLocation: CGPoint
        package var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
    }

    private let minimumDistance: Double

    package init(minimumDistance: Double = 10) { self.minimumDistance = minimumDistance }

    package func _watch(
        _ ground: _GestureGround, changed: @escaping (Value) -> Void, ended: @escaping (Value) -> Void
    ) {
        let drag = made(gtk_gesture_drag_new())
        let state = GestureState(Value(location: .zero, startLocation: .zero))
        onMove(drag, "drag-begin") { point in
            state.value = Value(location: point, startLocation: point)
            state.isMoving = false
        }
        onMove(drag, "drag-update") { distance in
            let start = state.value.startLocation
            state.value.location = CGPoint(x: start.x + distance.x, y: start.y + distance.y)
            let length = (distance.x * distance.x + distance.y * distance.y).squareRoot()
            guard state.isMoving || length >= minimumDistance else { return }
            if !state.isMoving { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
            state.isMoving = true
            changed(state.value)
        }
        onMove(drag, "drag-end") { _ in if state.isMoving { ended(state.value) } }
        ground.add(drag)
    }
}

/// One tap, or several in quick succession at one place.
package struct TapGesture: Gesture {
    private let count: Int

    package init(count: Int = 1) { self.count = count }

    package func _watch(
        _ ground: _GestureGround, changed: @escaping (()) -> Void, ended: @escaping (()) -> Void
    ) {
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click, guint(GDK_BUTTON_PRIMARY))
        onPresses(click, "released") { presses, _ in
            guard presses == count else { return }
            ended(())
        }
        ground.add(click)
    }
}

/// The state of a gesture while it lasts.
private final class GestureState<Value> {
    var value: Value
    var isMoving = false
    init(_ value: Value) { self.value = value }
}
