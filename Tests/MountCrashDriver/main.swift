// SPDX-License-Identifier: MIT

MountCrashDriver.run(CommandLine.arguments)
