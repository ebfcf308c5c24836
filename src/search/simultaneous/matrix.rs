//! Matrix games that grow, solved by regret matching+ with alternating updates and linear averaging
//! (Tammelin, 2014).

/// Rounds between two looks at how good the average has become.
const ROUNDS: usize = 64;
/// Products of a value and a share between two looks at the clock, a fraction of a millisecond.
const LOOK: usize = 1 << 18;
/// Rounds at most for one solution.
const MOST_ROUNDS: usize = 16_384;

/// The value to the row player of each pair of a row and a column.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    rows: Vec<Vec<f64>>,
    /// The same by columns, for loops along them.
    columns: Vec<Vec<f64>>,
}

impl Matrix {
    /// Adds a row; its value against each column.
    pub fn add_row(&mut self, row: Vec<f64>) {
        if self.rows.is_empty() {
            self.columns.resize(row.len(), Vec::new());
        }
        self.columns.iter_mut().zip(&row).for_each(|(column, &value)| column.push(value));
        self.rows.push(row);
    }

    /// Adds a column; its value against each row.
    pub fn add_column(&mut self, column: Vec<f64>) {
        if self.columns.is_empty() {
            self.rows.resize(column.len(), Vec::new());
        }
        self.rows.iter_mut().zip(&column).for_each(|(row, &value)| row.push(value));
        self.columns.push(column);
    }

    /// Changes a value.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.rows[row][column] = value;
        self.columns[column][row] = value;
    }

    /// What each row is worth against a mix of columns.
    fn row_values(&self, mix: &[f64]) -> impl Iterator<Item = f64> {
        self.rows.iter().map(move |row| dot(row, mix))
    }

    /// What each column is worth against a mix of rows.
    fn column_values(&self, mix: &[f64]) -> impl Iterator<Item = f64> {
        self.columns.iter().map(move |column| dot(column, mix))
    }

    /// What the mixes are worth to the row player against the best answer of the other: at least, at most.
    pub fn bounds(&self, mixes: &[Vec<f64>; 2]) -> [f64; 2] {
        let lower = self.column_values(&mixes[0]).fold(f64::INFINITY, f64::min);
        let upper = self.row_values(&mixes[1]).fold(f64::NEG_INFINITY, f64::max);
        [lower, upper]
    }

    /// A mix of rows and one of columns of which neither gains more than about `precision` by another; what there
    /// is of them when `is_over` says so.
    ///
    /// # Panics
    /// When there are no rows or no columns.
    pub fn solve(&self, precision: f64, is_over: impl Fn() -> bool) -> [Vec<f64>; 2] {
        let nothing = [vec![0.0; self.rows.len()], vec![0.0; self.columns.len()]];
        let (mut regrets, mut sums) = (nothing.clone(), nothing.clone());
        let mut played = nothing.each_ref().map(|weights| shares(weights));
        let mut gains = Vec::new();
        let mut weight = 0.0;
        let rounds_to_look = (LOOK / (2 * self.rows.len() * self.columns.len())).clamp(1, ROUNDS);
        for round in 1..=MOST_ROUNDS {
            weight += 1.0;
            for side in 0..2 {
                gains.clear();
                if side == 0 {
                    gains.extend(self.row_values(&played[1]));
                } else {
                    gains.extend(self.column_values(&played[0]).map(|value| -value));
                }
                let mean = dot(&gains, &played[side]);
                for (regret, gain) in regrets[side].iter_mut().zip(&gains) {
                    *regret = f64::max(*regret + gain - mean, 0.0);
                }
                share_out(&regrets[side], &mut played[side]);
                for (sum, share) in sums[side].iter_mut().zip(&played[side]) {
                    *sum += weight * share;
                }
            }
            if round % rounds_to_look == 0 && is_over() {
                break;
            }
            if round % ROUNDS == 0 {
                let mixes = [shares(&sums[0]), shares(&sums[1])];
                let [lower, upper] = self.bounds(&mixes);
                if upper - lower <= precision {
                    return mixes;
                }
            }
        }
        [shares(&sums[0]), shares(&sums[1])]
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Weights as shares of their sum; equal shares when there is none.
fn shares(weights: &[f64]) -> Vec<f64> {
    let mut shares = vec![0.0; weights.len()];
    share_out(weights, &mut shares);
    shares
}

fn share_out(weights: &[f64], shares: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    let count: f64 = weights.iter().map(|_| 1.0).sum();
    for (share, weight) in shares.iter_mut().zip(weights) {
        *share = if sum > 0.0 { weight / sum } else { 1.0 / count };
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn of(rows: &[&[f64]]) -> Matrix {
        let mut matrix = Matrix::default();
        for row in rows {
            matrix.add_row(row.to_vec());
        }
        matrix
    }

    #[test]
    fn stone_paper_scissors() {
        let mut matrix = of(&[&[0.0, -1.0], &[1.0, 0.0], &[-1.0, 1.0]]);
        matrix.solve(1e-3, || false);
        matrix.add_column(vec![1.0, -1.0, 0.0]);
        let mixes = matrix.solve(1e-3, || false);
        let [lower, upper] = matrix.bounds(&mixes);
        assert!(lower <= 0.0 && upper >= 0.0 && upper - lower <= 1e-3, "{lower} {upper}");
        assert!(mixes.iter().flatten().all(|share| (share - 1.0 / 3.0).abs() < 1e-2), "{mixes:?}");
    }

    #[test]
    fn it_is_over_when_it_is_told() {
        let rows: Vec<Vec<f64>> = (0..600).map(|i| (0..600).map(|j| f64::from(i * 7 + j * j % 11)).collect()).collect();
        let matrix = of(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>());
        let looks = Cell::new(0);
        let mixes = matrix.solve(0.0, || looks.replace(looks.get() + 1) == 2);
        assert_eq!(looks.get(), 3);
        for mix in mixes {
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_dominated_is_left_alone() {
        let mut matrix = of(&[&[2.0, 1.0, 3.0], &[0.0, -1.0, 9.0], &[1.0, 0.0, 2.0]]);
        let [rows, columns] = matrix.solve(1e-3, || false);
        assert!(rows[0] > 0.99 && columns[1] > 0.99, "{rows:?} {columns:?}");
        matrix.set(0, 1, -2.0);
        let mixes = matrix.solve(1e-3, || false);
        let [lower, upper] = matrix.bounds(&mixes);
        assert!(upper - lower <= 1e-3 && upper < 0.5, "{lower} {upper}");
    }
}
