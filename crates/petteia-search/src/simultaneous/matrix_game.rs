//! Regret matching+ with alternating updates and linear averaging (Tammelin, 2014): the solution of zero-sum matrix
//! games, to which rows and columns can be added.

/// Number of iterations between two computations of the bounds.
const ITERATIONS_TO_BOUNDS: usize = 64;
/// Number of multiplications between two checks of the limits. They take a fraction of a millisecond.
const POLL: usize = 1 << 18;
/// Largest number of iterations for one solution.
const MAX_ITERATIONS: usize = 16_384;

/// The payoffs to the row player for each row against each column. The column player gets the negative payoff.
#[derive(Clone, Debug, Default)]
pub struct MatrixGame {
    rows: Vec<Vec<f64>>,
    /// The transposed matrix, so that loops over a column are contiguous.
    columns: Vec<Vec<f64>>,
}

impl MatrixGame {
    /// Adds a row by its payoff against each column.
    pub fn add_row(&mut self, row: Vec<f64>) {
        if self.rows.is_empty() {
            self.columns.resize(row.len(), Vec::new());
        }
        self.columns.iter_mut().zip(&row).for_each(|(column, &value)| column.push(value));
        self.rows.push(row);
    }

    /// Adds a column by its payoff against each row.
    pub fn add_column(&mut self, column: Vec<f64>) {
        if self.columns.is_empty() {
            self.rows.resize(column.len(), Vec::new());
        }
        self.rows.iter_mut().zip(&column).for_each(|(row, &value)| row.push(value));
        self.columns.push(column);
    }

    /// Changes one payoff.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.rows[row][column] = value;
        self.columns[column][row] = value;
    }

    /// The payoff of each row against a mixed strategy of the column player.
    fn row_payoffs(&self, mix: &[f64]) -> impl Iterator<Item = f64> {
        self.rows.iter().map(move |row| dot(row, mix))
    }

    /// The payoff to the row player of each column against a mixed strategy of the row player.
    fn column_payoffs(&self, mix: &[f64]) -> impl Iterator<Item = f64> {
        self.columns.iter().map(move |column| dot(column, mix))
    }

    /// Bounds on the value of the game to the row player: the payoffs of the two mixed strategies against a best
    /// response of the other side. The lower bound is that of the row player's strategy.
    pub fn bounds(&self, mixes: &[Vec<f64>; 2]) -> [f64; 2] {
        let lower = self.column_payoffs(&mixes[0]).fold(f64::INFINITY, f64::min);
        let upper = self.row_payoffs(&mixes[1]).fold(f64::NEG_INFINITY, f64::max);
        [lower, upper]
    }

    /// A mixed strategy of each player, the row player first, whose bounds are at most `precision` apart. It returns
    /// the averages so far after [`MAX_ITERATIONS`], or when `is_over` returns true.
    ///
    /// # Panics
    /// When the game has no rows or no columns.
    pub fn solve(&self, precision: f64, is_over: impl Fn() -> bool) -> [Vec<f64>; 2] {
        let zeros = [vec![0.0; self.rows.len()], vec![0.0; self.columns.len()]];
        let (mut regrets, mut sums) = (zeros.clone(), zeros.clone());
        let mut current = zeros.each_ref().map(|weights| normalized(weights));
        let mut payoffs = Vec::new();
        let mut weight = 0.0;
        let iterations_to_poll = (POLL / (2 * self.rows.len() * self.columns.len())).clamp(1, ITERATIONS_TO_BOUNDS);
        for iteration in 1..=MAX_ITERATIONS {
            weight += 1.0;
            for side in 0..2 {
                payoffs.clear();
                if side == 0 {
                    payoffs.extend(self.row_payoffs(&current[1]));
                } else {
                    payoffs.extend(self.column_payoffs(&current[0]).map(|value| -value));
                }
                let mean = dot(&payoffs, &current[side]);
                for (regret, payoff) in regrets[side].iter_mut().zip(&payoffs) {
                    *regret = f64::max(*regret + payoff - mean, 0.0);
                }
                normalize(&regrets[side], &mut current[side]);
                for (sum, probability) in sums[side].iter_mut().zip(&current[side]) {
                    *sum += weight * probability;
                }
            }
            if iteration % iterations_to_poll == 0 && is_over() {
                break;
            }
            if iteration % ITERATIONS_TO_BOUNDS == 0 {
                let mixes = [normalized(&sums[0]), normalized(&sums[1])];
                let [lower, upper] = self.bounds(&mixes);
                if upper - lower <= precision {
                    return mixes;
                }
            }
        }
        [normalized(&sums[0]), normalized(&sums[1])]
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Probabilities in proportion to weights, or all equal when the weights are 0.
fn normalized(weights: &[f64]) -> Vec<f64> {
    let mut probabilities = vec![0.0; weights.len()];
    normalize(weights, &mut probabilities);
    probabilities
}

/// Writes the probabilities in proportion to weights into a slice of the same length.
fn normalize(weights: &[f64], probabilities: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    let count: f64 = weights.iter().map(|_| 1.0).sum();
    for (probability, weight) in probabilities.iter_mut().zip(weights) {
        *probability = if sum > 0.0 { weight / sum } else { 1.0 / count };
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn of(rows: &[&[f64]]) -> MatrixGame {
        let mut game = MatrixGame::default();
        for row in rows {
            game.add_row(row.to_vec());
        }
        game
    }

    #[test]
    fn rock_paper_scissors() {
        let mut game = of(&[&[0.0, -1.0], &[1.0, 0.0], &[-1.0, 1.0]]);
        game.solve(1e-3, || false);
        game.add_column(vec![1.0, -1.0, 0.0]);
        let mixes = game.solve(1e-3, || false);
        let [lower, upper] = game.bounds(&mixes);
        assert!(lower <= 0.0 && upper >= 0.0 && upper - lower <= 1e-3, "{lower} {upper}");
        assert!(mixes.iter().flatten().all(|probability| (probability - 1.0 / 3.0).abs() < 1e-2), "{mixes:?}");
    }

    #[test]
    fn it_ends_when_is_over_returns_true() {
        let rows: Vec<Vec<f64>> = (0..600).map(|i| (0..600).map(|j| f64::from(i * 7 + j * j % 11)).collect()).collect();
        let game = of(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>());
        let polls = Cell::new(0);
        let mixes = game.solve(0.0, || polls.replace(polls.get() + 1) == 2);
        assert_eq!(polls.get(), 3);
        for mix in mixes {
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn dominated_choices_are_not_played() {
        let mut game = of(&[&[2.0, 1.0, 3.0], &[0.0, -1.0, 9.0], &[1.0, 0.0, 2.0]]);
        let [rows, columns] = game.solve(1e-3, || false);
        assert!(rows[0] > 0.99 && columns[1] > 0.99, "{rows:?} {columns:?}");
        game.set(0, 1, -2.0);
        let mixes = game.solve(1e-3, || false);
        let [lower, upper] = game.bounds(&mixes);
        assert!(upper - lower <= 1e-3 && upper < 0.5, "{lower} {upper}");
    }
}
