// SPDX-License-Identifier: MIT

extension Exposure {
    /// Adds a light that the paper throws back, up to far beyond white, by its share at each place of the print.
    mutating func shine(_ camera: Camera, _ share: (Double, Double) -> Double) {
        let m = camera.inverse
        // Most of the frame lies far from the light: a look at each eighth pixel says where to work.
        for top in stride(from: 0, to: height, by: 8) {
            for left in stride(from: 0, to: width, by: 8) {
                let block = Area(left: left, top: top, right: min(width, left + 8), bottom: min(height, top + 8))
                let isLit = [(left, top), (block.right, top), (left, block.bottom), (block.right, block.bottom)]
                    .contains { x, y in
                        let place = Exposure.place(Double(x), Double(y), m)
                        return share(place.0, place.1) > 0
                    }
                guard isLit else { continue }
                for y in block.top..<block.bottom {
                    for x in block.left..<block.right {
                        let place = Exposure.place(Double(x) + 0.5, Double(y) + 0.5, m)
                        greys[y * width + x] += Float(share(place.0, place.1)) * 400
                    }
                }
            }
        }
    }

    private static func place(_ x: Double, _ y: Double, _ m: [Double]) -> (Double, Double) {
        let depth = m[6] * x + m[7] * y + m[8]
        return ((m[0] * x + m[1] * y + m[2]) / depth, (m[3] * x + m[4] * y + m[5]) / depth)
    }
}
