from .board import Board, games
from .rules import Rules
