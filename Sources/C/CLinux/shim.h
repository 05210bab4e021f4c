// SPDX-License-Identifier: MIT
#pragma once
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <errno.h>
