// SPDX-License-Identifier: MIT
@_spi(Reflection) internal import Swift

/// A property of a view that reads or stores data outside it.
package protocol DynamicProperty {}

/// A property that its node binds in place before each evaluation of the body.
protocol NodeBound: DynamicProperty {
    mutating func bind(_ slot: inout AnyObject?, _ node: Node)
}

extension NodeBound {
    fileprivate static func bindField(_ field: UnsafeMutableRawPointer, _ slot: inout AnyObject?, _ node: Node) {
        field.assumingMemoryBound(to: Self.self).pointee.bind(&slot, node)
    }
}

/// Finds the dynamic properties of a view's type, once for each type.
enum DynamicFields {
    private struct Field {
        let offset: Int
        let type: any NodeBound.Type
    }
    private static var known: [ObjectIdentifier: [Field]] = [:]

    /// Binds each dynamic property of a view to the node's storage for it.
    static func bind<V>(_ view: inout V, _ slots: inout [Int: AnyObject], _ node: Node) {
        let fields = fields(of: V.self)
        guard !fields.isEmpty else { return }
        withUnsafeMutablePointer(to: &view) { pointer in
            let start = UnsafeMutableRawPointer(pointer)
            for field in fields {
                var slot = slots[field.offset]
                field.type.bindField(start + field.offset, &slot, node)
                slots[field.offset] = slot
            }
        }
    }

    private static func fields<V>(of type: V.Type) -> [Field] {
        if let fields = known[ObjectIdentifier(type)] { return fields }
        var fields: [Field] = []
        _ = _forEachField(of: type, options: []) { _, offset, type, _ in
            if let bound = type as? any NodeBound.Type { fields.append(Field(offset: offset, type: bound)) }
            return true
        }
        known[ObjectIdentifier(type)] = fields
        return fields
    }
}
