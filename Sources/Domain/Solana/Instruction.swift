// SPDX-License-Identifier: MIT

/// One call of a program: which, on what accounts, saying what.
package struct Instruction: Hashable, Sendable {
    /// An account that the program is handed, and what it may do with it.
    package struct Account: Hashable, Sendable {
        package var address: Address
        /// Its key signs the transaction.
        package var isSigner: Bool
        /// The program may change it.
        package var isWritable: Bool

        package init(_ address: Address, isSigner: Bool, isWritable: Bool) {
            self.address = address
            self.isSigner = isSigner
            self.isWritable = isWritable
        }

        /// Signs and is changed.
        package static func signerWritable(_ address: Address) -> Account {
            Account(address, isSigner: true, isWritable: true)
        }

        /// Signs and is only read.
        package static func signer(_ address: Address) -> Account {
            Account(address, isSigner: true, isWritable: false)
        }

        /// Is changed and does not sign.
        package static func writable(_ address: Address) -> Account {
            Account(address, isSigner: false, isWritable: true)
        }

        /// Is only read and does not sign.
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
