// SPDX-License-Identifier: MIT
internal import Glibc

/// A light behind a screen: the kernel's files say how bright it is, and logind changes that for the session's user.
///
/// <https://www.kernel.org/doc/Documentation/ABI/stable/sysfs-class-backlight>, man 5 org.freedesktop.login1
package struct Backlight: Sendable {
    private static let folder = "/sys/class/backlight"
    private static let maximumLights = 16

    let name: String
    let maximum: UInt32

    /// Makes all lights of this machine as bright as they can be, waits, and restores what nobody has changed meanwhile.
    /// Nothing happens without a light or where logind does not allow it.
    ///
    /// One process does it at a time, because another one would take the brightest for what was before.
    package static func keepBright(until wait: () -> Void) {
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return wait() }
        let before = all().compactMap { light in light.brightness.map { (light: light, brightness: $0) } }
        var raised: [(light: Backlight, brightness: UInt32)] = []
        // Safe: without a bus there is no logind, so the lights stay as they are.
        if !before.isEmpty, let bus = try? SystemBus() {
            for entry in before where entry.brightness < entry.light.maximum {
                // Safe: a light that logind does not change stays as it is.
                if (try? entry.light.set(entry.light.maximum, bus)) != nil { raised.append(entry) }
            }
        }
        wait()
        // The bus may have ended the connection meanwhile.
        // Safe: without a bus nothing can be restored.
        guard !raised.isEmpty, let bus = try? SystemBus() else { return }
        for entry in raised where entry.light.brightness == entry.light.maximum {
            // Safe: as above.
            try? entry.light.set(entry.brightness, bus)
        }
    }

    private static func all() -> [Backlight] {
        guard let folder = opendir(Self.folder) else { return [] }
        defer { closedir(folder) }
        var lights: [Backlight] = []
        while lights.count < maximumLights, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix("."), let maximum = number("\(name)/max_brightness") {
                lights.append(Backlight(name: name, maximum: maximum))
            }
        }
        return lights
    }

    private var brightness: UInt32? { Self.number("\(name)/brightness") }

    private static func number(_ file: String) -> UInt32? {
        let descriptor = open("\(folder)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var digits = [UInt8](repeating: 0, count: 32)
        let count = read(descriptor, &digits, digits.count)
        return UInt32(String(decoding: digits.prefix(max(count, 0)).prefix { (48...57).contains($0) }, as: UTF8.self))
    }

    /// `auto` is the caller's session, or else the one on the user's screen.
    private func set(_ value: UInt32, _ bus: SystemBus) throws {
        try bus.call(
            "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
            "SetBrightness", [.string("backlight"), .string(name), .uint32(value)])
    }
}
