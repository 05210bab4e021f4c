// SPDX-License-Identifier: MIT
print("not built yet")
