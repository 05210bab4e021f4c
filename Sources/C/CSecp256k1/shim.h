// SPDX-License-Identifier: MIT
#pragma once
#include <secp256k1.h>
#include <secp256k1_extrakeys.h>
#include <secp256k1_recovery.h>
#include <secp256k1_schnorrsig.h>

// Swift takes the pointer to the constant context for shared mutable state, because C forgot a second const.
static inline const secp256k1_context *secp256k1_constant_context(void) { return secp256k1_context_static; }
