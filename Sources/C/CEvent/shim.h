// SPDX-License-Identifier: MIT
#pragma once
// First, so that fd_set gets the members that Swift's Glibc module gives it; event-config.h defines _GNU_SOURCE.
#include <sys/select.h>
#include <sys/eventfd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
// As in COpenSSL: both must say the same of the calls they share.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/pem.h>

// Only _GNU_SOURCE shows it, which Swift's Glibc does not set. dup3(2)
int dup3(int of, int to, int flags);

// Macros with casts, which Swift does not import. SSL_CTX_set_min_proto_version(3), SSL_CTX_add1_chain_cert(3)
static inline int satchel_tls_demand_1_3(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
}
static inline int satchel_tls_add_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static inline long satchel_tls_release_buffers(SSL_CTX *context) {
    return SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}
static inline long satchel_tls_keep_buffers(SSL *session) { return SSL_clear_mode(session, SSL_MODE_RELEASE_BUFFERS); }
