"""Plays five in a row through pygomo-lib, an unchanged client of the protocol of Gomocup.

    pygomo_games.py KAMEN_GOMOKU

On boards of 15, 19 and 20 squares two programs play each other through the client, which keeps a board of its own: every move is on
a free square, and the game ends with five in a row. Then a stone is taken back, a position is set up, and the program ends.
"""

import sys

from pygomo import BoardPosition, EngineClient, Move


def wins(stones, square, side):
    x, y = square
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            n = 1
            while stones.get((x + dx * n * sign, y + dy * n * sign)) == side:
                length += 1
                n += 1
        if length >= 5:
            return True
    return False


def of(move):
    x, y = move.to_numeric().split(",")
    return int(x), int(y)


def game(program, size):
    engines = [EngineClient(program) for _ in range(2)]
    for engine in engines:
        engine.connect()
        assert engine.start(size), "START is answered with OK"
    stones, side = {}, 0
    square = of(engines[0].begin().move)
    while True:
        assert square not in stones, f"{square} is occupied"
        assert all(0 <= part < size for part in square), f"{square} is outside"
        stones[square] = side
        if wins(stones, square, side) or len(stones) == size * size:
            break
        side = 1 - side
        square = of(engines[side].turn(square).move)
    assert engines[side].takeback(Move(square)), "TAKEBACK is answered with OK"
    position = BoardPosition()
    position.add_move(Move((7, 7)), BoardPosition.SELF)
    position.add_move(Move((8, 8)), BoardPosition.OPPONENT)
    assert of(engines[side].board(position).move) not in ((7, 7), (8, 8)), "a stone stands there"
    for engine in engines:
        engine.quit()
    print(f"{size}x{size}: {len(stones)} moves, won by {'the first' if side == 0 else 'the second'}")


def main():
    program = sys.argv[1]
    faults = 0
    sizes = (15, 19, 20)
    for size in sizes:
        try:
            game(program, size)
        except Exception as error:  # any fault of either side is told
            print(f"{size}x{size}: {error!r}")
            faults += 1
    print(f"{len(sizes)} games, {faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
