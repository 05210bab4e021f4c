// SPDX-License-Identifier: MIT
#pragma once
#include <zint.h>
