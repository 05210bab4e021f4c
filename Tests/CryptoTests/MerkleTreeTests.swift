// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Testing

@Suite struct MerkleTreeTests {
    /// The elements and roots of certificate-transparency's `merkletree` tests (Apache-2.0), which RFC 6962 and 9162 share.
    private static let elements = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    ]
    private static let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    /// The hash of a complete subtree, from the definition.
    private static func node(_ leaves: [[UInt8]], _ level: Int, _ place: UInt64) -> [UInt8] {
        guard level > 0 else { return leaves[Int(place)] }
        return MerkleTree.nodeHash(node(leaves, level - 1, place * 2), node(leaves, level - 1, place * 2 + 1))
    }

    private static func root(_ leaves: [[UInt8]], _ size: UInt64) throws -> [UInt8] {
        try MerkleTree.root(size: size) { node(leaves, $0, $1) }
    }

    @Test func theRootsAreThoseOfCertificateTransparency() throws {
        let leaves = try Self.elements.map { MerkleTree.leafHash(try Hex.decode($0)) }
        for (index, root) in Self.roots.enumerated() {
            #expect(Hex.encode(try Self.root(leaves, UInt64(index) + 1)) == root)
        }
        #expect(
            Hex.encode(try Self.root([], 0)) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    private static let many = (0..<40).map { MerkleTree.leafHash([UInt8($0)]) }

    @Test func everyElementIsProvedAndNoOtherOne() throws {
        for size in UInt64(1)...40 {
            let root = try Self.root(Self.many, size)
            for index in 0..<size {
                let path = try MerkleTree.inclusion(of: index, size: size) { Self.node(Self.many, $0, $1) }
                let leaf = Self.many[Int(index)]
                #expect(MerkleTree.root(leafHash: leaf, index: index, size: size, path: path) == root)
                let other = Self.many[Int(index + 1) % 40]
                #expect(MerkleTree.root(leafHash: other, index: index, size: size, path: path) != root)
                #expect(MerkleTree.root(leafHash: leaf, index: index ^ 1, size: size, path: path) != root || size == 1)
                #expect(MerkleTree.root(leafHash: leaf, index: index, size: size, path: path + [leaf]) == nil)
                #expect(MerkleTree.root(leafHash: leaf, index: size, size: size, path: path) == nil)
                if !path.isEmpty {
                    #expect(
                        MerkleTree.root(leafHash: leaf, index: index, size: size, path: path.dropLast()) != root)
                }
            }
        }
    }

    @Test func everyListContinuesItsBeginningsAndNoOther() throws {
        for size in UInt64(0)...40 {
            let root = try Self.root(Self.many, size)
            for old in 0...size {
                let path = try MerkleTree.consistency(from: old, to: size) { Self.node(Self.many, $0, $1) }
                let oldRoot = try Self.root(Self.many, old)
                func holds(_ one: [UInt8], _ other: [UInt8], _ path: [[UInt8]]) -> Bool {
                    MerkleTree.isConsistent(old: old, one, new: size, other, path: path)
                }
                #expect(holds(oldRoot, root, path), "\(old) of \(size)")
                guard old > 0, old < size else { continue }
                #expect(!holds(root, root, path))
                #expect(!holds(oldRoot, oldRoot, path))
                #expect(!holds(oldRoot, root, path + [oldRoot]))
                #expect(!holds(oldRoot, root, path.dropLast()))
                for index in path.indices {
                    var changed = path
                    changed[index][0] ^= 1
                    #expect(!holds(oldRoot, root, changed))
                }
            }
        }
        #expect(!MerkleTree.isConsistent(old: 2, Self.many[0], new: 1, Self.many[0], path: []))
    }
}
