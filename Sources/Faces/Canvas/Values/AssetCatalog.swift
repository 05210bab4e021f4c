// SPDX-License-Identifier: MIT
internal import Bytes
internal import Glibc

/// The colour sets of an Xcode asset catalogue, read directly, so that both platforms share one source.
package final class AssetCatalog {
    package static let shared = AssetCatalog()

    /// The folder `….xcassets`; nil where a program has none.
    package var folder: String? { didSet { known = [:] } }
    private var known: [String: Pair] = [:]

    private struct Pair {
        let light: ResolvedColor
        let dark: ResolvedColor
    }

    /// The conspicuous colour of a missing colour set.
    private static let missing = ResolvedColor(hex: 0xff_00ff)
    private static let maximumFileBytes = 65_536

    func color(_ name: String, _ scheme: ColorScheme) -> ResolvedColor {
        let pair = known[name] ?? read(name)
        known[name] = pair
        return scheme == .dark ? pair.dark : pair.light
    }

    private func read(_ name: String) -> Pair {
        // Safe: an unreadable catalogue shows the conspicuous colour.
        guard let folder, let bytes = Self.bytes(of: "\(folder)/\(name).colorset/Contents.json"),
            let document = try? JSONValue(parsing: bytes), case .array(let entries)? = document["colors"]
        else { return Pair(light: Self.missing, dark: Self.missing) }
        var light = Self.missing
        var dark: ResolvedColor?
        for entry in entries {
            let color = Self.color(entry)
            if entry["appearances"] == nil { light = color } else { dark = color }
        }
        return Pair(light: light, dark: dark ?? light)
    }

    private static func color(_ entry: JSONValue) -> ResolvedColor {
        let components = entry["color"]?["components"]
        func part(_ name: String) -> Double {
            guard case .string(let text)? = components?[name] else { return name == "alpha" ? 1 : 0 }
            if text.hasPrefix("0x") { return Double(Int(text.dropFirst(2), radix: 16) ?? 0) / 255 }
            return Double(text) ?? 0
        }
        return ResolvedColor(red: part("red"), green: part("green"), blue: part("blue"), alpha: part("alpha"))
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: maximumFileBytes)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
