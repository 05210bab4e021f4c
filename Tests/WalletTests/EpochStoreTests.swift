// SPDX-License-Identifier: MIT
import Glibc
import Keys
import Synchronization
import TestSupport
import Testing
import Wallet

/// M1: what every epoch store does, files and simulated ones alike.
struct EpochStoreTests {
    enum Kind: CaseIterable { case folder, memory }

    private let folder: ScratchFolder
    private let wallet = [UInt8](repeating: 7, count: 16)

    init() throws { folder = try ScratchFolder() }

    private func store(_ kind: Kind) -> any EpochStore {
        switch kind {
        case .folder: EpochFolder(folder.file("state"), timeout: 50)
        case .memory: EpochMemory(timeout: 50)
        }
    }

    private func mark(_ number: UInt64, _ tag: UInt8 = 1) -> EpochMark {
        EpochMark(number: number, tag: [UInt8](repeating: tag, count: 16))
    }

    @Test(arguments: Kind.allCases) func aNameThatWasNeverUsedHasNoCount(kind: Kind) throws {
        let store = store(kind)
        #expect(try store.hold(wallet) { $0 == nil })
        try store.create(wallet, mark(4))
        #expect(try store.hold(wallet) { $0?.mark } == mark(4))
        #expect(try store.hold([UInt8](repeating: 8, count: 16)) { $0 == nil })
        #expect(throws: KeysError.self) { try store.create(wallet, mark(9)) }
        #expect(try store.hold(wallet) { $0?.mark } == mark(4))
    }

    @Test(arguments: Kind.allCases) func aCountAdvancesAndNeverGoesBack(kind: Kind) throws {
        let store = store(kind)
        try store.create(wallet, mark(1))
        try store.hold(wallet) { held in
            try held?.advance(to: mark(2))
            #expect(held?.mark == mark(2))
            try held?.advance(to: mark(3, 9))
            for number in [3, 2] as [UInt64] {
                let error = #expect(throws: KeysError.self) { try held?.advance(to: mark(number, 5)) }
                #expect(error?.code == .stale)
            }
        }
        #expect(try store.hold(wallet) { $0?.mark } == mark(3, 9))
    }

    @Test(arguments: Kind.allCases) func oneCallerHoldsACountAndOthersGiveUpInTime(kind: Kind) throws {
        let store = store(kind)
        try store.create(wallet, mark(1))
        try store.hold(wallet) { _ in
            let error = #expect(throws: KeysError.self) { try store.hold(wallet) { _ in Issue.record("Two hold it.") } }
            #expect(error?.code == .locked)
            // Another wallet is not concerned.
            try store.create([UInt8](repeating: 8, count: 16), mark(1))
            #expect(try store.hold([UInt8](repeating: 8, count: 16)) { $0 != nil })
        }
        #expect(throws: UnexpectedResult.self) { try store.hold(wallet) { _ in throw UnexpectedResult("It failed.") } }
        #expect(try store.hold(wallet) { $0?.mark } == mark(1))
    }

    @Test(arguments: Kind.allCases) func callersThatWaitGetTheCountOneAfterTheOther(kind: Kind) async throws {
        let store: any EpochStore =
            switch kind {
            case .folder: EpochFolder(folder.file("state"))
            case .memory: EpochMemory()
            }
        try store.create(wallet, mark(0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        #expect(throws: Never.self) {
                            try store.hold(wallet) { held in
                                let held = try #require(held)
                                try held.advance(to: mark(held.mark.number + 1))
                            }
                        }
                    }
                }
            }
        }
        #expect(try store.hold(wallet) { $0?.mark.number } == 160)
    }
}
