// SPDX-License-Identifier: MIT
internal import CEvent
internal import Synchronization

/// The credentials that a server's loops use for the next connection.
final class Protection: Sendable {
    private let current: Mutex<ServerCredentials>

    init(_ credentials: ServerCredentials) { current = Mutex(credentials) }

    var credentials: ServerCredentials {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// A buffer that speaks TLS as the server, for a connection whose descriptor evhttp sets.
    ///
    /// C: `bufferevent_openssl_socket_new`, <https://libevent.org/doc/bufferevent__ssl_8h.html>
    func buffer(on base: OpaquePointer) -> OpaquePointer? {
        // The session holds the context, so credentials that are replaced live as long as their connections.
        guard let session = SSL_new(credentials.context) else { return nil }
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
        guard let buffer = bufferevent_openssl_socket_new(base, -1, session, BUFFEREVENT_SSL_ACCEPTING, options) else {
            SSL_free(session)
            return nil
        }
        // Clients that go without a farewell are usual; lengths tell whether a request was whole.
        bufferevent_openssl_set_allow_dirty_shutdown(buffer, 1)
        return buffer
    }
}
