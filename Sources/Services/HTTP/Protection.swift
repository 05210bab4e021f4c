// SPDX-License-Identifier: MIT
internal import CEvent
internal import Synchronization

/// The credentials that a server's loops use for new connections.
final class Protection: Sendable {
    private let current: Mutex<ServerCredentials>

    init(_ credentials: ServerCredentials) { current = Mutex(credentials) }

    var credentials: ServerCredentials {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// A TLS server buffer for a connection whose descriptor evhttp sets.
    ///
    /// C: `bufferevent_openssl_socket_new`, <https://libevent.org/doc/bufferevent__ssl_8h.html>
    func buffer(on base: OpaquePointer) -> OpaquePointer? {
        // The session retains the context, so replaced credentials live as long as their connections.
        guard let session = SSL_new(credentials.context) else { return nil }
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
        guard let buffer = bufferevent_openssl_socket_new(base, -1, session, BUFFEREVENT_SSL_ACCEPTING, options) else {
            SSL_free(session)
            return nil
        }
        // Clients often close without a TLS close notification. Body lengths show whether a request was complete.
        bufferevent_openssl_set_allow_dirty_shutdown(buffer, 1)
        return buffer
    }
}
