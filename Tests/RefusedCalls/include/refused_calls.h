// SPDX-License-Identifier: MIT
#pragma once

// From now on the kernel answers every fsync and fdatasync of this process with EIO. Returns 0, or -1 and errno.
int satchel_refuse_flushes(void);
