// SPDX-License-Identifier: MIT
//
// Reads codes in the pictures that its parent sends on standard input and answers on standard output, one request after
// the other, until the parent closes its end. It confines itself before it touches a byte of a picture, because image
// and code readers are where hostile input breaks programs; the wallet, which holds keys, only ever sees short answers
// that it checks.
import CReader
import Glibc

reader_warm_up()
// A life's worth of requests, each of which has its own, smaller limit.
var limits = confine_limits(processor_seconds: 1800, address_space_bytes: 768 << 20, has_threads: 0)
guard confine(&limits) == 0 else { exit(Reply.Status.notConfined.rawValue) }

// The tests prove the confinement by attempting what it forbids; success would be to still be here.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--attempt" {
    reader_attempt(CommandLine.arguments[2])
    exit(EXIT_SUCCESS)
}

while let request = Request.next() {
    confine_arm(request.processorMilliseconds)
    request.answer()
    confine_arm(0)
}
