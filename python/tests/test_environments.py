"""The environments of PettingZoo."""

from __future__ import annotations

import warnings

import pytest

from petteia import Board, Rules, games

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

from petteia.environments import DixitEnv, SequentialEnv, SimultaneousEnv, env, parallel_env  # noqa: E402

ONE_AFTER_ANOTHER = [game for game in games() if Board(game).side != "both"]
AT_ONCE = [game for game in games() if Board(game).side == "both"]


@pytest.mark.parametrize("game", ONE_AFTER_ANOTHER)
def test_sequential_environments(game: str) -> None:
    with warnings.catch_warnings():
        # The test of PettingZoo tells what it thinks of names and shapes.
        warnings.simplefilter("ignore")
        api_test(env(game), num_cycles=200)


@pytest.mark.parametrize("game", AT_ONCE)
def test_parallel_environments(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(parallel_env(game), num_cycles=100)


def test_seeds() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env("dixit"), num_cycles=20)
    games = [DixitEnv(rules=Rules({"Seats": 3})) for _ in range(3)]
    for game, seed in zip(games, (0, 0, 1), strict=True):
        game.reset(seed=seed)
    assert games[0].board == games[1].board != games[2].board
    assert len(games[0].agents) == 3


def test_a_win_is_worth_1() -> None:
    game = SequentialEnv("checkers", fen="W:WK14:B10")
    game.reset()
    assert game.agent_selection == "player_2"
    game.step(game.board.action("14x7"))
    assert game.rewards == {"player_1": -1.0, "player_2": 1.0}
    assert game.terminations == {"player_1": True, "player_2": True}
    game.reset(options={"fen": "B:WK14:B10"})
    assert game.agent_selection == "player_1"
    with pytest.raises(ValueError, match="number of a legal action"):
        game.step(0)


def test_a_turn_of_both() -> None:
    game = SimultaneousEnv()
    observations, _ = game.reset()
    assert {agent: seen["action_mask"].sum() for agent, seen in observations.items()} == {
        "player_1": 40320,
        "player_2": 40320,
    }
    lineups = {"player_1": game.board.action("1234X567", 1), "player_2": game.board.action("7654X321", 2)}
    observations, rewards, over, _, _ = game.step(lineups)
    assert game.board.fen() == Board("epigo", moves="1234X567/7654X321").fen()
    assert not any(over.values()) and not any(rewards.values())
    assert observations["player_1"]["action_mask"].sum() == 64 * 7 * 6 * 5


def test_a_round_of_dixit() -> None:
    game = DixitEnv(render_mode="ansi")
    game.reset(seed=3)
    teller = game.agent_selection
    clues = game.infos[teller]["clues"]
    assert len(clues) == 6
    assert all(1 <= len(of_card) <= 8 for of_card in clues)
    assert all("clues" not in game.infos[agent] for agent in game.agents if agent != teller)
    # A clue of the agent's own in place of one that the engine proposes.
    clues[2][0] = "ein stilles Wörtchen"
    game.step(16)
    assert game.infos["player_2"]["clue"] == "ein stilles Wörtchen"
    seen = game.observe("player_2")
    assert bytes(seen["clue"]).rstrip(b"\0").decode() == "ein stilles Wörtchen"
    # A seat sees its own hand and not that of another.
    assert (game.observe("player_2")["observation"][0] != game.observe("player_3")["observation"][0]).any()
    assert seen["observation"][0].sum() == 6
    acted = []
    while not any(game.rewards.values()):
        agent = game.agent_selection
        acted.append(agent)
        game.step(int(game.observe(agent)["action_mask"].argmax()))
    assert acted == ["player_2", "player_3", "player_4"] * 2
    assert tuple(game.rewards.values()) == game.board.score()
    assert game.agent_selection == "player_2"
    assert "seat" in str(game.render()).lower()


def test_wrong_kinds() -> None:
    for make, name in (
        (SequentialEnv, "epigo"),
        (SequentialEnv, "dixit"),
        (SimultaneousEnv, "gonu"),
        (DixitEnv, "gonu"),
    ):
        with pytest.raises(ValueError, match="expected a game"):
            make(name)
    with pytest.raises(ValueError, match="render_mode"):
        SequentialEnv("gonu", render_mode="human")
    picture = SequentialEnv("gonu", render_mode="svg")
    assert str(picture.render()).startswith("<svg")
