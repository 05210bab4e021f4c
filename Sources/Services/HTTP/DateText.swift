// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// The present time in the format of RFC 9110, section 5.6.7, formatted once a second. Not thread-safe: used by one
/// loop.
final class DateText {
    private var text = ""
    private var second: time_t = 0

    func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        guard time.tv_sec != second else { return text }
        second = time.tv_sec
        text = String(unsafeUninitializedCapacity: 64) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                var parts = tm()
                gmtime_r(&time.tv_sec, &parts)
                return max(0, Int(evutil_date_rfc1123(text.baseAddress, text.count, &parts)))
            }
        }
        return text
    }
}
