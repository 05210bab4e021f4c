// SPDX-License-Identifier: MIT
import HubFiles
import HubStorage

extension StoreSchema {
    /// Spaces, items and uploads.
    static let files = StoreSchema(
        applicationID: FileSchema.applicationID, migrations: FileSchema.migrations, update: { _ in }, empty: { nil },
        cache: 32_768)
}
