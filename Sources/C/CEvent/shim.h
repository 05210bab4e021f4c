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
