// SPDX-License-Identifier: MIT
internal import CGTK
internal import Glibc

/// Measures the painted frames of the window, for benchmarks. C: `GdkFrameClock`
package final class FrameMeter {
    /// The result of a scroll measurement.
    package struct Scrolling {
        package var frames = 0
        /// Frames that the display could have shown but that were not ready.
        package var dropped = 0
        /// The processor time of this process, in nanoseconds.
        package var processorTime: UInt64 = 0
    }

    package init() {}

    /// Nanoseconds of the machine's monotonic clock. clock_gettime(2)
    package static var now: UInt64 { time(of: CLOCK_MONOTONIC) }

    private static func time(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private var waiting: (() -> Void)?
    private var isListening = false

    /// Runs a closure once, after the next frame is painted with all earlier changes.
    package func afterNextFrame(_ body: @escaping () -> Void) {
        guard let widget = ProgramWindow.shared.widget, let clock = gtk_widget_get_frame_clock(widget) else {
            return beforeNextFrame { [self] in afterNextFrame(body) }
        }
        waiting = body
        if !isListening {
            isListening = true
            onSignal(clock, "after-paint") { [self] in
                guard let body = waiting else { return }
                waiting = nil
                body()
            }
        }
        gtk_widget_queue_draw(widget)
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }

    /// Scrolls the largest content of the window up and down, by these points per frame.
    package func scroll(seconds: Double, pointsPerFrame: Double, done: @escaping (Scrolling) -> Void) {
        guard let widget = ProgramWindow.shared.widget, let clock = gtk_widget_get_frame_clock(widget),
            let adjustment = Self.largest(in: widget)
        else { return done(Scrolling()) }
        var result = Scrolling()
        let work = Self.time(of: CLOCK_PROCESS_CPUTIME_ID)
        let start = gdk_frame_clock_get_frame_time(clock)
        var last: gint64 = 0
        var step = pointsPerFrame
        let end = gint64(seconds * 1_000_000)
        onSignal(clock, "update") {
            let time = gdk_frame_clock_get_frame_time(clock)
            guard time - start < end else {
                guard last != .max else { return }
                last = .max
                gdk_frame_clock_end_updating(clock)
                result.processorTime = Self.time(of: CLOCK_PROCESS_CPUTIME_ID) - work
                done(result)
                return
            }
            if last > 0 {
                // Sixty per second; a frame that is half a frame late has missed its slot.
                let frames = (Double(time - last) / (1_000_000 / 60)).rounded()
                result.dropped += max(Int(frames) - 1, 0)
            }
            result.frames += 1
            last = time
            let value = gtk_adjustment_get_value(adjustment)
            let limit = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
            if value + step > limit || value + step < 0 { step = -step }
            gtk_adjustment_set_value(adjustment, value + step)
        }
        gdk_frame_clock_begin_updating(clock)
    }

    private static func largest(in widget: Widget) -> UnsafeMutablePointer<GtkAdjustment>? {
        var best: UnsafeMutablePointer<GtkAdjustment>?
        var longest = 0.0
        func look(_ widget: Widget) {
            if g_type_check_instance_is_a(cast(widget), gtk_scrolled_window_get_type()) != 0,
                let own = gtk_scrolled_window_get_vadjustment(opaque(widget)),
                gtk_adjustment_get_upper(own) > longest
            {
                longest = gtk_adjustment_get_upper(own)
                best = own
            }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                look(current)
                child = gtk_widget_get_next_sibling(current)
            }
        }
        look(widget)
        return best
    }
}
