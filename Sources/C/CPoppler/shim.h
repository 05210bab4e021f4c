// SPDX-License-Identifier: MIT
#pragma once
#include <poppler.h>
