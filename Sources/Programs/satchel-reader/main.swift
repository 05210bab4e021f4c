// SPDX-License-Identifier: MIT
//
// Reads one image from standard input and writes the texts of its QR codes to standard output, then ends.
// It confines itself before it touches a byte of the image, because image and code readers are where hostile
// input breaks programs; the wallet, which holds keys, only ever sees the short answer.
import CReader
import Glibc

var limits = reader_limits(processor_seconds: 2, address_space_bytes: 512 << 20)
guard reader_confine(&limits) == 0 else { exit(Reply.Status.notConfined.rawValue) }

// The tests prove the confinement by attempting what it forbids; success would be to still be here.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--attempt" {
    reader_attempt(CommandLine.arguments[2])
    exit(EXIT_SUCCESS)
}

Reply(to: Image.bytesOfStandardInput()).send()
