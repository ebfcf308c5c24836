//! Zero-sum matrix games, to which rows and columns can be added, and their solution by the simplex method.

/// Iterations of the simplex method between two checks of the limits. They take a few milliseconds at most.
const POLL: usize = 8;
/// Smallest absolute value of a number that the simplex method divides by.
const MIN_PIVOT: f64 = 1e-9;
/// Difference between the perturbed right-hand sides of two rows. It breaks ties, so that the simplex method does not
/// cycle.
const PERTURBATION: f64 = 1e-11;

/// The payoffs to the row player for each row against each column. The column player gets the negative payoff.
#[derive(Clone, Debug, Default)]
pub struct MatrixGame {
    rows: Vec<Vec<f64>>,
    /// The number of columns.
    columns: usize,
}

impl MatrixGame {
    /// Adds a row by its payoff against each column.
    pub fn add_row(&mut self, row: Vec<f64>) {
        self.columns = row.len();
        self.rows.push(row);
    }

    /// Adds a column by its payoff against each row.
    pub fn add_column(&mut self, column: Vec<f64>) {
        self.columns += 1;
        self.rows.iter_mut().zip(column).for_each(|(row, value)| row.push(value));
    }

    /// Changes one payoff.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.rows[row][column] = value;
    }

    /// Mixes the payoffs of a player's choices against a fixed strategy into the game: with this probability each choice
    /// gets its payoff there, whatever the other player does.
    pub fn mix_in(&mut self, player: usize, probability: f64, payoff: impl Fn(usize) -> f64) {
        for (i, row) in self.rows.iter_mut().enumerate() {
            for (j, value) in row.iter_mut().enumerate() {
                *value += probability * (payoff(if player == 0 { i } else { j }) - *value);
            }
        }
    }

    /// The game with these rows only.
    pub fn with_rows(&self, rows: &[usize]) -> Self {
        Self { rows: rows.iter().map(|&row| self.rows[row].clone()).collect(), columns: self.columns }
    }

    /// The game with these columns only.
    pub fn with_columns(&self, columns: &[usize]) -> Self {
        let row = |row: &Vec<f64>| columns.iter().map(|&column| row[column]).collect();
        Self { rows: self.rows.iter().map(row).collect(), columns: columns.len() }
    }

    /// The payoff of each row against a mixed strategy of the column player.
    fn row_payoffs(&self, mix: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| row.iter().zip(mix).map(|(payoff, p)| payoff * p).sum()).collect()
    }

    /// The payoff to the row player of each column against a mixed strategy of the row player.
    fn column_payoffs(&self, mix: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.columns];
        for (row, p) in self.rows.iter().zip(mix).filter(|(_, p)| **p > 0.0) {
            sums.iter_mut().zip(row).for_each(|(sum, payoff)| *sum += payoff * p);
        }
        sums
    }

    /// Bounds on the value of the game to the row player: the payoffs of the two mixed strategies against a best
    /// response of the other side. The lower bound is that of the row player's strategy.
    pub fn bounds(&self, mixes: &[Vec<f64>; 2]) -> [f64; 2] {
        let lower = self.column_payoffs(&mixes[0]).into_iter().fold(f64::INFINITY, f64::min);
        let upper = self.row_payoffs(&mixes[1]).into_iter().fold(f64::NEG_INFINITY, f64::max);
        [lower, upper]
    }

    /// An optimal mixed strategy of each player, the row player first.
    ///
    /// It is a solution of the linear program of the column player (Dantzig 1951) and of its dual. When `is_over`
    /// returns true, the strategies are those so far, and their [`bounds`](Self::bounds) are apart.
    ///
    /// # Panics
    /// When the game has no rows or no columns.
    pub fn solve(&self, is_over: impl Fn() -> bool) -> [Vec<f64>; 2] {
        let rows: Vec<&[f64]> = self.rows.iter().map(Vec::as_slice).collect();
        Tableau::new(&rows).solve(is_over)
    }

    /// An optimal mixed strategy of each player, as [`solve`](Self::solve) finds it, if the players have only these rows
    /// and columns. The other probabilities are 0.
    pub fn solve_part(&self, part: [&[usize]; 2], is_over: impl Fn() -> bool) -> [Vec<f64>; 2] {
        let row = |&row: &usize| part[1].iter().map(|&column| self.rows[row][column]).collect();
        let rows: Vec<Vec<f64>> = part[0].iter().map(row).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let mixes = Tableau::new(&rows).solve(is_over);
        let mut whole = [vec![0.0; self.rows.len()], vec![0.0; self.columns]];
        for ((whole, part), mix) in whole.iter_mut().zip(part).zip(mixes) {
            part.iter().zip(mix).for_each(|(&i, p)| whole[i] = p);
        }
        whole
    }
}

/// The state of the simplex method: maximize the sum of `y` where `(A + shift) y <= 1` and `y >= 0`. The mixed strategy
/// of the column player is `y` divided by its sum, that of the row player the solution of the dual divided by its sum.
struct Tableau {
    /// The coefficients, with the right-hand side as the last column and the objective as the last row.
    rows: Vec<Vec<f64>>,
    /// The variable of each row: a column of the game, or a slack variable, counted behind the columns.
    basic: Vec<usize>,
    /// The variable of each column.
    nonbasic: Vec<usize>,
}

impl Tableau {
    fn new(game: &[&[f64]]) -> Self {
        let columns = game[0].len();
        // With positive payoffs the program is bounded, and the slack variables are a feasible start.
        let least = game.iter().flat_map(|row| row.iter()).copied().fold(f64::INFINITY, f64::min);
        let shift = 1.0 - least;
        let row = |(row, side): (&&[f64], f64)| row.iter().map(|payoff| payoff + shift).chain([side]).collect();
        let sides = (0_u32..).map(|i| 1.0 + PERTURBATION * f64::from(i));
        let mut rows: Vec<Vec<f64>> = game.iter().zip(sides).map(row).collect();
        rows.push(vec![-1.0; columns].into_iter().chain([0.0]).collect());
        Self { basic: (columns..columns + game.len()).collect(), nonbasic: (0..columns).collect(), rows }
    }

    /// The mixed strategy of each player, the row player first.
    fn solve(mut self, is_over: impl Fn() -> bool) -> [Vec<f64>; 2] {
        let (rows, columns) = (self.basic.len(), self.nonbasic.len());
        // Far more iterations than a game takes: about as many as there are choices in the two strategies.
        for iteration in 1..=10 * (rows + columns) {
            let Some((row, column)) = self.pivot() else { break };
            self.exchange(row, column);
            if iteration % POLL == 0 && is_over() {
                break;
            }
        }
        let mut mixes = [vec![0.0; rows], vec![0.0; columns]];
        for (variable, row) in self.basic.iter().zip(&self.rows) {
            if *variable < columns {
                mixes[1][*variable] = row[columns];
            }
        }
        for (variable, value) in self.nonbasic.iter().zip(&self.rows[rows]) {
            if *variable >= columns {
                mixes[0][*variable - columns] = *value;
            }
        }
        mixes.map(normalized)
    }

    /// The row and the column of the next exchange: the column that improves the objective most, and the row that limits
    /// it first. `None` at the optimum.
    fn pivot(&self) -> Option<(usize, usize)> {
        let (objective, rows) = self.rows.split_last()?;
        let side = self.nonbasic.len();
        let (column, gain) = objective[..side].iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?;
        if *gain > -MIN_PIVOT {
            return None;
        }
        let ratio = |row: &Vec<f64>| row[side] / row[column];
        let limits = rows.iter().enumerate().filter(|(_, row)| row[column] > MIN_PIVOT);
        limits.min_by(|a, b| ratio(a.1).total_cmp(&ratio(b.1))).map(|(row, _)| (row, column))
    }

    /// Exchanges the variables of a row and of a column.
    fn exchange(&mut self, row: usize, column: usize) {
        let mut pivot_row = std::mem::take(&mut self.rows[row]);
        let pivot = pivot_row[column];
        pivot_row[column] = 1.0;
        for value in &mut pivot_row {
            *value /= pivot;
        }
        for other in self.rows.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[column]);
            if factor != 0.0 {
                other.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
        self.rows[row] = pivot_row;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }
}

/// Probabilities in proportion to weights, of which small negative ones are rounding errors. All are equal when no
/// weight is above 0.
fn normalized(mut weights: Vec<f64>) -> Vec<f64> {
    let positive = |weight: &f64| weight.max(0.0);
    let sum: f64 = weights.iter().map(positive).sum();
    let count: f64 = weights.iter().map(|_| 1.0).sum();
    for weight in &mut weights {
        *weight = if sum > 0.0 { positive(weight) / sum } else { 1.0 / count };
    }
    weights
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn of(rows: &[&[f64]]) -> MatrixGame {
        let mut game = MatrixGame::default();
        for row in rows {
            game.add_row(row.to_vec());
        }
        game
    }

    /// The value of a game by regret matching (Hart and Mas-Colell 2000), which knows nothing of linear programs.
    fn value_by_regret_matching(game: &MatrixGame) -> [f64; 2] {
        let (rows, columns) = (game.rows.len(), game.columns);
        let (mut regrets, mut sums) = ([vec![0.0; rows], vec![0.0; columns]], [vec![0.0; rows], vec![0.0; columns]]);
        for _ in 0..20_000 {
            let mixes = regrets.clone().map(normalized);
            let payoffs = [game.row_payoffs(&mixes[1]), game.column_payoffs(&mixes[0]).iter().map(|p| -p).collect()];
            for side in 0..2 {
                let mean: f64 = payoffs[side].iter().zip(&mixes[side]).map(|(payoff, p)| payoff * p).sum();
                regrets[side].iter_mut().zip(&payoffs[side]).for_each(|(regret, payoff)| *regret += payoff - mean);
                sums[side].iter_mut().zip(&mixes[side]).for_each(|(sum, p)| *sum += p);
            }
        }
        game.bounds(&sums.map(normalized))
    }

    #[test]
    fn rock_paper_scissors() {
        let mut game = of(&[&[0.0, -1.0], &[1.0, 0.0], &[-1.0, 1.0]]);
        game.solve(|| false);
        game.add_column(vec![1.0, -1.0, 0.0]);
        let mixes = game.solve(|| false);
        let [lower, upper] = game.bounds(&mixes);
        assert!(lower <= 1e-9 && upper >= -1e-9 && upper - lower <= 1e-9, "{lower} {upper}");
        assert!(mixes.iter().flatten().all(|probability| (probability - 1.0 / 3.0).abs() < 1e-9), "{mixes:?}");
    }

    #[test]
    fn random_games_have_the_value_that_regret_matching_finds() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
        for (rows, columns) in [(1, 1), (1, 9), (9, 1), (2, 2), (5, 30), (30, 5), (20, 20), (60, 60)] {
            for is_coarse in [false, true] {
                let mut payoff = || {
                    let payoff = rng.random_range(-1.0..1.0_f64);
                    // Few different payoffs have many ties.
                    if is_coarse { payoff.round() } else { payoff }
                };
                let mut game = MatrixGame::default();
                (0..rows).for_each(|_| game.add_row((0..columns).map(|_| payoff()).collect()));
                let [lower, upper] = game.bounds(&game.solve(|| false));
                assert!((upper - lower).abs() < 1e-7, "{rows}x{columns}: {lower} {upper}");
                let [low, high] = value_by_regret_matching(&game);
                assert!(low <= upper + 1e-7 && high >= lower - 1e-7, "{rows}x{columns}: {lower}, {low} to {high}");
            }
        }
    }

    #[test]
    fn it_ends_when_is_over_returns_true() {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(7);
        let mut game = MatrixGame::default();
        (0..100).for_each(|_| game.add_row((0..100).map(|_| rng.random()).collect()));
        let polls = Cell::new(0);
        let mixes = game.solve(|| polls.replace(polls.get() + 1) == 0);
        assert_eq!(polls.get(), 1);
        for mix in mixes {
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn dominated_choices_are_not_played() {
        let mut game = of(&[&[2.0, 1.0, 3.0], &[0.0, -1.0, 9.0], &[1.0, 0.0, 2.0]]);
        let [rows, columns] = game.solve(|| false);
        assert!(rows[0] > 0.99 && columns[1] > 0.99, "{rows:?} {columns:?}");
        game.set(0, 1, -2.0);
        let mixes = game.solve(|| false);
        let [lower, upper] = game.bounds(&mixes);
        assert!(upper - lower <= 1e-9 && upper < 0.5, "{lower} {upper}");
    }

    #[test]
    fn a_part_of_a_game() {
        let game = of(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        let [rows, columns] = game.solve_part([&[0, 1], &[0, 1, 2]], || false);
        assert!(rows[2] == 0.0 && (rows.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{rows:?}");
        let [lower, _] = game.bounds(&[rows, columns]);
        assert!((lower + 1.0 / 3.0).abs() < 1e-9, "rock and paper alone: {lower}");
    }
}
