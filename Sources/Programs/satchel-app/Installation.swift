// SPDX-License-Identifier: MIT
internal import Glibc

/// The places of the program's own files.
enum Installation {
    /// A folder of the installed program (`../share/satchel`) or of its sources; nil without either.
    static func folder(_ name: String) -> String? {
        var link = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &link, link.count - 1)
        guard length > 0 else { return nil }
        let program = String(decoding: link[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let home = program.split(separator: "/").dropLast(2).joined(separator: "/")
        let source = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return ["/\(home)/share/satchel/\(name)", "/\(source)/Faces/Screens/\(name)"].first { access($0, R_OK) == 0 }
    }
}
