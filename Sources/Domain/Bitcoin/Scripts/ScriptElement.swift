// SPDX-License-Identifier: MIT

/// One element of a script: a push, or an operation.
package enum ScriptElement: Hashable, Sendable {
    /// The pushed data; empty for ``Opcode/push0``.
    case push([UInt8])
    case operation(UInt8)
}

extension Script {
    /// The elements of the script.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when a push reaches beyond the end.
    package var elements: [ScriptElement] {
        get throws {
            var elements: [ScriptElement] = []
            var reader = WireReader(bytes)
            while let head = reader.next {
                _ = try reader.byte()
                switch head {
                case ..<Opcode.pushData1: elements.append(.push(try reader.bytes(Int(head))))
                case Opcode.pushData1: elements.append(.push(try reader.bytes(Int(reader.byte()))))
                case Opcode.pushData2: elements.append(.push(try reader.bytes(Int(reader.uint16()))))
                case Opcode.pushData4: elements.append(.push(try reader.bytes(Int(reader.uint32()))))
                default: elements.append(.operation(head))
                }
            }
            return elements
        }
    }
}
