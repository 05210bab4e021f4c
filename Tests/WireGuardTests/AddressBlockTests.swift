// SPDX-License-Identifier: MIT
import Testing
import WireGuard

struct AddressBlockTests {
    @Test(arguments: [
        ("10.0.0.1", "10.0.0.1/32"), ("0.0.0.0/0", "0.0.0.0/0"), ("fd00::1", "fd00::1/128"), ("::/0", "::/0"),
        ("FD00:0:0:1:0:0:0:1/64", "fd00:0:0:1::1/64"), ("fd00:1:0:2:0:3:0:4", "fd00:1:0:2:0:3:0:4/128"),
        ("1::", "1::/128"), ("::1", "::1/128"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0/128"),
    ])
    func aTextHasOneForm(_ text: String, _ form: String) throws {
        #expect(try AddressBlock(text).description == form)
        #expect(try AddressBlock(form).description == form)
    }

    @Test(arguments: [
        "", "/", "10.0.0", "10.0.0.0.0", "10.0.0.256", "10.0.0.01", "10.0.0.1/", "10.0.0.1/33", "10.0.0.1/+8", ":",
        ":::",
        "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "::g", "fd00::1/129", "::ffff:10.0.0.1", "1:2:3:4:5:6:7:8::",
        "fe80::1%1",
        ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:", "10.0.0.1/08",
    ])
    func anotherTextIsNoBlock(_ text: String) {
        #expect(throws: WireGuardError.self) { try AddressBlock(text) }
    }

    @Test func aBlockContainsItsPartsAndNoOther() throws {
        let home = try AddressBlock("192.168.178.9/24")
        #expect(home.network.description == "192.168.178.0/24")
        #expect(home.contains(try AddressBlock("192.168.178.255")))
        #expect(!home.contains(try AddressBlock("192.168.179.0")))
        #expect(!home.contains(try AddressBlock("192.168.0.0/16")))
        #expect(!home.contains(try AddressBlock("fd00::1")))
        #expect(try AddressBlock("172.31.255.255").isPrivate)
        #expect(try !AddressBlock("172.32.0.0/16").isPrivate)
        #expect(try !AddressBlock("100.64.0.1").isPrivate)
        #expect(try !AddressBlock("fe80::1").isPrivate)
    }
}
