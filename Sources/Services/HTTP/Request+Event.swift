// SPDX-License-Identifier: MIT
internal import CEvent

extension Request {
    /// Copies a request that evhttp has parsed behind the gate.
    init(reading request: OpaquePointer, peer: OpaquePointer) throws {
        guard let target = evhttp_request_get_uri(request), let input = evhttp_request_get_input_buffer(request) else {
            throw HTTPError(.malformed, "The request has no target.")
        }
        let body = [UInt8](unsafeUninitializedCapacity: evbuffer_get_length(input)) { buffer, count in
            count = max(0, Int(evbuffer_copyout(input, buffer.baseAddress, buffer.count)))
        }
        try self.init(
            method: Self.method(evhttp_request_get_command(request)), target: String(cString: target),
            headers: Self.headers(of: request), body: body, remoteAddress: Self.address(of: peer))
    }

    /// The client's address of an `evhttp_connection`, without the port.
    static func address(of peer: OpaquePointer) -> String {
        var address: UnsafeMutablePointer<CChar>?
        var port: UInt16 = 0
        evhttp_connection_get_peer(peer, &address, &port)
        return address.map { String(cString: $0) } ?? ""
    }

    private static func method(_ command: evhttp_cmd_type) throws -> Method {
        switch command {
        case EVHTTP_REQ_GET: .get
        case EVHTTP_REQ_POST: .post
        case EVHTTP_REQ_PUT: .put
        case EVHTTP_REQ_DELETE: .delete
        default: throw HTTPError(.malformed, "The method is not supported.")
        }
    }

    /// Walks the list by hand, because its C macros are not imported.
    private static func headers(of request: OpaquePointer) -> Headers {
        var headers = Headers(capacity: 12)
        var next = evhttp_request_get_input_headers(request)?.pointee.tqh_first
        while let field = next {
            if let name = field.pointee.key, let value = field.pointee.value {
                headers.add(String(cString: name), String(cString: value))
            }
            next = field.pointee.next.tqe_next
        }
        return headers
    }
}
