// SPDX-License-Identifier: MIT
#pragma once
#include <png.h>
