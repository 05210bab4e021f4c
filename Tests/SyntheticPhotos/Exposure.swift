// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import TestSupport

/// A frame while light falls on it: greys that are not yet rounded to bytes.
struct Exposure {
    let width: Int
    let height: Int
    var greys: [Float]

    /// The backdrop alone, from a random place on it.
    init(_ backdrop: Backdrop, width: Int, height: Int, using random: inout SeededRandom) {
        self.width = width
        self.height = height
        let left = Int.random(in: 0...Backdrop.width - width, using: &random)
        let top = Int.random(in: 0...Backdrop.height - height, using: &random)
        greys = [Float](unsafeUninitializedCapacity: width * height) { greys, count in
            backdrop.greys.withUnsafeBufferPointer { backdrop in
                for y in 0..<height {
                    let line = UnsafeBufferPointer(
                        rebasing: backdrop[((y + top) * Backdrop.width + left)...].prefix(width))
                    _ = UnsafeMutableBufferPointer(rebasing: greys[(y * width)...].prefix(width)).update(from: line)
                }
            }
            count = width * height
        }
    }

    /// Lays a print on the backdrop; each pixel gets the mean of its area.
    mutating func lay(_ print: Print, ink: Float, paper: Float, seenBy camera: Camera, in area: Area) {
        let inverse = camera.inverse
        let width = width
        greys.withUnsafeMutableBufferPointer { greys in
            print.marks.withUnsafeBufferPointer { marks in
                let sheet = Sheet(marks: marks, columns: print.paperColumns, rows: print.paperRows)
                for y in area.top..<area.bottom {
                    for x in area.left..<area.right {
                        let sum = sheet.sum(Double(x) + 0.5, Double(y) + 0.5, inverse)
                        let (beyond, inked) = (Float(sum >> 8), Float(sum & 255))
                        let under = greys[y * width + x]
                        greys[y * width + x] =
                            (under * beyond + ink * inked + paper * (16 - beyond - inked)) / 16
                    }
                }
            }
        }
    }

    /// The marks of a print while they are sampled.
    private struct Sheet {
        let marks: UnsafeBufferPointer<UInt16>
        let columns: Int
        let rows: Int

        /// Sixteen marks, spread over the pixel around a place of the frame.
        func sum(_ x: Double, _ y: Double, _ m: [Double]) -> Int {
            m.withUnsafeBufferPointer { m in
                let depth = 1 / (m[6] * x + m[7] * y + m[8])
                // From the middle of the sheet to its corner.
                let u = (m[0] * x + m[1] * y + m[2]) * depth
                let v = (m[3] * x + m[4] * y + m[5]) * depth
                let (ux, uy) = ((m[0] - u * m[6]) * depth, (m[1] - u * m[7]) * depth)
                let (vx, vy) = ((m[3] - v * m[6]) * depth, (m[4] - v * m[7]) * depth)
                let (column, row) = (u + Double(columns) / 2, v + Double(rows) / 2)
                let (reachU, reachV) = ((abs(ux) + abs(uy)) / 2, (abs(vx) + abs(vy)) / 2)
                let (left, right) = (Int(floor(column - reachU)), Int(floor(column + reachU)))
                let (top, bottom) = (Int(floor(row - reachV)), Int(floor(row + reachV)))
                if left == right, top == bottom { return 16 * mark(left, top) }
                var sum = 0
                for b in 0..<4 {
                    let dy = Double(b) * 0.25 - 0.375
                    for a in 0..<4 {
                        let dx = Double(a) * 0.25 - 0.375
                        sum += mark(Int(floor(column + ux * dx + uy * dy)), Int(floor(row + vx * dx + vy * dy)))
                    }
                }
                return sum
            }
        }

        private func mark(_ column: Int, _ row: Int) -> Int {
            guard 0..<columns ~= column, 0..<rows ~= row else { return Int(Print.Mark.beyond) }
            return Int(marks[row * columns + column])
        }
    }

    /// The light of the room, given for each place of an area as a share; what lies outside gets the nearest of it.
    mutating func light(_ share: (Double, Double) -> Double) {
        let width = width
        // Light changes slowly: every eighth pixel is worked out, a shadow's edge is that soft.
        let (columns, rows) = (width / 8 + 2, height / 8 + 2)
        var knots = [Float](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                knots[row * columns + column] = Float(share(Double(column * 8), Double(row * 8)))
            }
        }
        for y in 0..<height {
            let (row, rest) = y.quotientAndRemainder(dividingBy: 8)
            let down = Float(rest) / 8
            for x in 0..<width {
                let (column, rest) = x.quotientAndRemainder(dividingBy: 8)
                let across = Float(rest) / 8
                let corner = row * columns + column
                let above = knots[corner] + (knots[corner + 1] - knots[corner]) * across
                let below =
                    knots[corner + columns] + (knots[corner + columns + 1] - knots[corner + columns]) * across
                greys[y * width + x] *= above + (below - above) * down
            }
        }
    }

    /// Adds what the sensor adds, and rounds.
    func developed(noise sigma: Double, using random: inout SeededRandom) -> GreyImage {
        let table = Exposure.bell
        var state = random.next() | 1
        let pixels = [UInt8](unsafeUninitializedCapacity: greys.count) { pixels, count in
            greys.withUnsafeBufferPointer { greys in
                table.withUnsafeBufferPointer { table in
                    for index in greys.indices {
                        // xorshift64*, <https://www.jstatsoft.org/article/view/v008i14>
                        state ^= state >> 12
                        state ^= state << 25
                        state ^= state >> 27
                        let place = Int((state &* 0x2545_F491_4F6C_DD1D) >> 52)
                        let grey = greys[index] + Float(sigma) * table[place]
                        pixels[index] = UInt8(max(0, min(255, grey + 0.5)))
                    }
                }
            }
            count = greys.count
        }
        return GreyImage(width: width, height: height, pixels: pixels)
    }

    /// 4,096 values spread like the bell curve, by its inverse: the middles of slices of equal area.
    private static let bell: [Float] = (0..<4_096).map { index in
        let share = (Double(index) + 0.5) / 4_096
        // Newton's steps on the normal distribution's integral.
        var x = 0.0
        for _ in 0..<40 {
            let error = 0.5 * erfc(-x / 2.0.squareRoot()) - share
            let slope = exp(-x * x / 2) / (2 * Double.pi).squareRoot()
            x -= max(-0.5, min(0.5, error / slope))
        }
        return Float(x)
    }
}
