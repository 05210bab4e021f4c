// SPDX-License-Identifier: MIT

/// The few words that Canvas says by itself, which the program gives in the language of its user.
package struct Wording {
    package var back = "Back"
    package var clear = "Clear"
    package var cancel = "Cancel"
    package var close = "Close"
    package init() {}

    package static var current = Wording()
}
