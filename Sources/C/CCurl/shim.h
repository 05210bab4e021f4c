// SPDX-License-Identifier: MIT
#pragma once
#include <curl/curl.h>
