// SPDX-License-Identifier: MIT
#pragma once
#include <zip.h>
