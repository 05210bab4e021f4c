// SPDX-License-Identifier: MIT
#pragma once
#include <curl/curl.h>
#include <string.h>

// Swift cannot call C functions with variable arguments, so there is one wrapper for each type of argument.
static inline CURLcode satchel_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode satchel_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

// For texts (curl copies them) and lists.
static inline CURLcode satchel_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION
static inline CURLcode satchel_curl_set_sink(
    CURL *handle, CURLoption option, size_t (*sink)(char *bytes, size_t size, size_t count, void *context)) {
    return curl_easy_setopt(handle, option, sink);
}

// CURLOPT_XFERINFOFUNCTION with its data: called about once a second, also while nothing comes.
static inline CURLcode satchel_curl_set_progress(
    CURL *handle, int (*progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t), void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, progress == NULL ? 1L : 0L) : code;
}

static inline CURLcode satchel_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

// CURLINFO_CERTINFO: the server's own certificate as PEM, until the next transfer; NULL without one.
static inline const char *satchel_curl_get_certificate(CURL *handle) {
    struct curl_certinfo *found = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &found) != CURLE_OK || !found || found->num_of_certs < 1)
        return NULL;
    for (struct curl_slist *line = found->certinfo[0]; line; line = line->next)
        if (strncmp(line->data, "Cert:", 5) == 0) return line->data + 5;
    return NULL;
}

static inline CURLcode satchel_curl_get_socket(CURL *handle, curl_socket_t *socket) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, socket);
}
