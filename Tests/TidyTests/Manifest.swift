// SPDX-License-Identifier: MIT
import FoundationEssentials

/// What Package.swift says of the modules: the layer of each, and all that it may import.
struct Manifest {
    struct Module {
        let layer: String
        var dependencies: Set<String>
    }

    /// By name.
    let modules: [String: Module]

    /// Reads the calls `module("Layer", "Name", […])`.
    init() throws {
        let data = try Data(contentsOf: URL(filePath: SourceTree.root + "/Package.swift"))
        let text = String(decoding: data, as: UTF8.self)
        var modules: [String: Module] = [:]
        for call in text.split(separator: "targets += module(").dropFirst() {
            let names = Self.list(call).split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            guard names.count >= 2 else { continue }
            modules[names[1], default: Module(layer: names[0], dependencies: [])].dependencies.formUnion(
                names.dropFirst(2))
        }
        self.modules = modules
    }

    /// The text up to the end of the first list.
    private static func list(_ text: Substring) -> Substring {
        var depth = 0
        for (place, character) in zip(text.indices, text) {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == "]", depth == 0 { return text[...place] }
        }
        return text
    }

    /// Everything that a module imports, directly or through others.
    func reach(of name: String) -> Set<String> {
        var found: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            for dependency in modules[next]?.dependencies ?? [] where found.insert(dependency).inserted {
                open.append(dependency)
            }
        }
        return found
    }
}
