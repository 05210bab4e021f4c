// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct FuzzTests {
    @Test func noSeedOrDamageOfOneBreaksTheRouter() {
        for seed in RouterFuzz.seeds {
            RouterFuzz.run(seed)
            for index in seed.indices {
                var damaged = seed
                damaged[index] ^= 0x41
                RouterFuzz.run(damaged)
            }
            RouterFuzz.run(Array(seed.prefix(seed.count / 2)))
        }
        RouterFuzz.run([])
    }
}
