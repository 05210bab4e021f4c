// SPDX-License-Identifier: MIT
#pragma once
#include <libxml/parser.h>
#include <libxml/xmlreader.h>
