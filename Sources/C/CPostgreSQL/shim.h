// SPDX-License-Identifier: MIT
#pragma once
#include <libpq-fe.h>
