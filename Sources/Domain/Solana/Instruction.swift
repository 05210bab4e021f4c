// SPDX-License-Identifier: MIT

/// One call of a program: the program, its accounts, and the data.
package struct Instruction: Hashable, Sendable {
    /// An account passed to the program, with its permissions.
    package struct Account: Hashable, Sendable {
        package var address: Address
        /// Whether its key signs the transaction.
        package var isSigner: Bool
        /// Whether the program may change it.
        package var isWritable: Bool

        package init(_ address: Address, isSigner: Bool, isWritable: Bool) {
            self.address = address
            self.isSigner = isSigner
            self.isWritable = isWritable
        }

        /// Signs, and may be changed.
        package static func signerWritable(_ address: Address) -> Account {
            Account(address, isSigner: true, isWritable: true)
        }

        /// Signs, and is read-only.
        package static func signer(_ address: Address) -> Account {
            Account(address, isSigner: true, isWritable: false)
        }

        /// Does not sign, and may be changed.
        package static func writable(_ address: Address) -> Account {
            Account(address, isSigner: false, isWritable: true)
        }

        /// Does not sign, and is read-only.
        package static func readonly(_ address: Address) -> Account {
            Account(address, isSigner: false, isWritable: false)
        }
    }

    package var program: Address
    package var accounts: [Account]
    package var data: [UInt8]

    package init(program: Address, accounts: [Account], data: [UInt8]) {
        self.program = program
        self.accounts = accounts
        self.data = data
    }
}
