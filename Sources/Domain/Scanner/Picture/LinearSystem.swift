// SPDX-License-Identifier: MIT

/// An overdetermined system of linear equations, solved by least squares.
struct LinearSystem {
    let count: Int
    /// The normal equations: `count` rows of `count` coefficients.
    private var matrix: [Double]
    private var right: [Double]

    init(_ count: Int) {
        self.count = count
        matrix = [Double](repeating: 0, count: count * count)
        right = [Double](repeating: 0, count: count)
    }

    /// Adds the equation that the sum of coefficients times unknowns is the value.
    mutating func add(_ coefficients: [Double], _ value: Double, weight: Double = 1) {
        for row in 0..<count where coefficients[row] != 0 {
            let scaled = coefficients[row] * weight
            for column in 0..<count { matrix[row * count + column] += scaled * coefficients[column] }
            right[row] += scaled * value
        }
    }

    /// Makes one of the equations what it is, instead of adding to all.
    mutating func set(_ row: Int, _ coefficients: [Double], _ value: Double) {
        for column in 0..<count { matrix[row * count + column] = coefficients[column] }
        right[row] = value
    }

    /// Pulls an unknown towards a value, with a weight as if it had been observed.
    mutating func pull(_ index: Int, towards value: Double, weight: Double) {
        matrix[index * count + index] += weight
        right[index] += weight * value
    }

    /// Nil when the equations do not decide all unknowns.
    func solution() -> [Double]? {
        var (matrix, right) = (matrix, right)
        for pivot in 0..<count {
            var best = pivot
            for row in pivot..<count
            where matrix[row * count + pivot].magnitude > matrix[best * count + pivot].magnitude {
                best = row
            }
            let value = matrix[best * count + pivot]
            guard value.magnitude > 1e-10, value.isFinite else { return nil }
            if best != pivot {
                for column in 0..<count { matrix.swapAt(best * count + column, pivot * count + column) }
                right.swapAt(best, pivot)
            }
            for row in pivot + 1..<count {
                let factor = matrix[row * count + pivot] / value
                guard factor != 0 else { continue }
                for column in pivot..<count { matrix[row * count + column] -= factor * matrix[pivot * count + column] }
                right[row] -= factor * right[pivot]
            }
        }
        for row in (0..<count).reversed() {
            for column in row + 1..<count { right[row] -= matrix[row * count + column] * right[column] }
            right[row] /= matrix[row * count + row]
        }
        return right.allSatisfy(\.isFinite) ? right : nil
    }
}
