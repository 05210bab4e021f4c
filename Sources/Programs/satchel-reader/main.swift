// SPDX-License-Identifier: MIT
//
// Reads codes in pictures for its parent: requests on standard input, answers on standard output, until the parent
// closes its end. It confines itself before it reads a picture, because hostile pictures can exploit image and code
// readers. The wallet, which holds keys, gets only short answers and checks them.
import CReader
import Glibc

reader_warm_up()
// Limits of the whole process. Each request has its own, smaller limit.
var limits = confine_limits(processor_seconds: 1800, address_space_bytes: 768 << 20, has_threads: 0)
guard confine(&limits) == 0 else { exit(PictureReply.Status.notConfined.rawValue) }

// The tests prove the confinement with forbidden calls. A call that is not stopped exits with success.
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--attempt" {
    reader_attempt(CommandLine.arguments[2])
    exit(EXIT_SUCCESS)
}

while let request = PictureRequest.next() {
    confine_arm(request.processorMilliseconds)
    request.answer()
    confine_arm(0)
}
