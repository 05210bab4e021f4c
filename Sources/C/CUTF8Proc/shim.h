// SPDX-License-Identifier: MIT
#pragma once
#include <utf8proc.h>
