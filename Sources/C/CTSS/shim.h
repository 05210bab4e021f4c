// SPDX-License-Identifier: MIT
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_tcti.h>

// The functions of libtss2-esys that a wallet calls. The library is loaded when a chip is used for the first time, because
// most commands use none and should not wait for it. The types are the header's, so a wrong argument does not compile.
struct satchel_tss {
    __typeof__(&Esys_Initialize) initialize;
    __typeof__(&Esys_Finalize) finalize;
    __typeof__(&Esys_Free) free;
    __typeof__(&Esys_CreatePrimary) create_primary;
    __typeof__(&Esys_StartAuthSession) start_session;
    __typeof__(&Esys_TRSess_SetAttributes) set_attributes;
    __typeof__(&Esys_TR_GetName) get_name;
    __typeof__(&Esys_TR_FromTPMPublic) find;
    __typeof__(&Esys_TR_SetAuth) set_auth;
    __typeof__(&Esys_TR_Close) close;
    __typeof__(&Esys_FlushContext) flush;
    __typeof__(&Esys_GetCapability) get_capability;
    __typeof__(&Esys_NV_DefineSpace) nv_define;
    __typeof__(&Esys_NV_UndefineSpace) nv_undefine;
    __typeof__(&Esys_NV_Extend) nv_extend;
    __typeof__(&Esys_NV_Read) nv_read;
};

// Returns NULL, or what is missing. man 3 dlopen, dlsym
static inline const char *satchel_tss_load(struct satchel_tss *tss) {
    void *library = dlopen("libtss2-esys.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define SATCHEL_TSS(member, name) \
    if (!(tss->member = (__typeof__(&name))dlsym(library, #name))) return #name
    SATCHEL_TSS(initialize, Esys_Initialize);
    SATCHEL_TSS(finalize, Esys_Finalize);
    SATCHEL_TSS(free, Esys_Free);
    SATCHEL_TSS(create_primary, Esys_CreatePrimary);
    SATCHEL_TSS(start_session, Esys_StartAuthSession);
    SATCHEL_TSS(set_attributes, Esys_TRSess_SetAttributes);
    SATCHEL_TSS(get_name, Esys_TR_GetName);
    SATCHEL_TSS(find, Esys_TR_FromTPMPublic);
    SATCHEL_TSS(set_auth, Esys_TR_SetAuth);
    SATCHEL_TSS(close, Esys_TR_Close);
    SATCHEL_TSS(flush, Esys_FlushContext);
    SATCHEL_TSS(get_capability, Esys_GetCapability);
    SATCHEL_TSS(nv_define, Esys_NV_DefineSpace);
    SATCHEL_TSS(nv_undefine, Esys_NV_UndefineSpace);
    SATCHEL_TSS(nv_extend, Esys_NV_Extend);
    SATCHEL_TSS(nv_read, Esys_NV_Read);
#undef SATCHEL_TSS
    return NULL;
}

// Macros whose values are expressions with casts, which Swift does not import.
enum {
    SATCHEL_TSS_IO_ERROR = (int)TSS2_TCTI_RC_IO_ERROR,
    SATCHEL_TSS_TOO_SMALL = (int)TSS2_TCTI_RC_INSUFFICIENT_BUFFER,
    SATCHEL_TPM_NV_RATE = (int)TPM2_RC_NV_RATE,
    SATCHEL_TPM_NV_SPACE = (int)TPM2_RC_NV_SPACE,
    SATCHEL_TPM_NV_DEFINED = (int)TPM2_RC_NV_DEFINED,
    SATCHEL_TPM_LOCKOUT = (int)TPM2_RC_LOCKOUT,
    SATCHEL_TPM_AUTH_FAIL = (int)TPM2_RC_AUTH_FAIL,
    SATCHEL_TPM_BAD_AUTH = (int)TPM2_RC_BAD_AUTH,
    SATCHEL_TPM_HIERARCHY = (int)TPM2_RC_HIERARCHY,
    SATCHEL_TPM_WRITE_RECOVERY = (int)TPM2_PT_NV_WRITE_RECOVERY,
    SATCHEL_TPM_LAYERS = (int)TSS2_RC_LAYER_MASK,
};
