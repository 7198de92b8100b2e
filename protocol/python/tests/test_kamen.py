"""Tests of the module as its users call it."""

import contextlib
import doctest
import io
import json
import math
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

import kamen

TUTORIAL = pathlib.Path(__file__).parents[1] / "tutorial.ipynb"
STUB = pathlib.Path(kamen.__file__).with_name("_kamen.pyi")


class Boards(unittest.TestCase):
    def test_counts_are_those_of_the_suites(self):
        for variant, depth, count in [
            ("czech", 6, 36768),
            ("international", 5, 27117),
            ("english", 6, 36768),
        ]:
            board = kamen.Board(variant)
            self.assertEqual(board.perft(depth), count, variant)
            self.assertEqual(sum(board.divide(depth).values()), count, variant)

    def test_random_games_of_every_variant_there_and_back(self):
        draw = random.Random(1)
        for variant in kamen.VARIANTS:
            board = kamen.Board(variant)
            start = board.copy()
            for _ in range(60):
                if board.is_over:
                    break
                move = draw.choice(board.legal_moves)
                self.assertEqual(board.push(str(move)) if draw.random() < 0.5 else board.push(move), move)
                again = kamen.Board(variant, board.fen)
                self.assertEqual(again.fen, board.fen, variant)
                self.assertEqual(kamen.Board.from_hub(variant, board.hub).hub, board.hub, variant)
                pieces = kamen.Board.from_pieces(variant, board.turn, board.pieces)
                self.assertEqual(pieces.pieces, board.pieces, variant)
            (game,) = kamen.read_pdn(board.pdn(White="Ada", Black="Bob").encode())
            self.assertEqual(game.faults, [])
            self.assertEqual((game.variant, game.tags["White"]), (variant, "Ada"))
            self.assertEqual(game.board().moves, board.moves, variant)
            for move in reversed(board.moves):
                self.assertEqual(board.pop(), move)
            self.assertEqual(board, start)

    def test_squares_are_named_as_usual(self):
        board = kamen.Board("czech", "W:Wc3,Ke1:Bd4,f6")
        (move,) = board.legal_moves
        self.assertEqual((str(move), move.path, move.captured), ("c3xg7", ["c3", "e5", "g7"], ["f6", "d4"]))
        self.assertEqual(board.pieces, {"c3": "w", "e1": "W", "d4": "b", "f6": "b"})
        self.assertEqual(kamen.Board("international").pieces["31"], "w")

    def test_what_cannot_be_is_refused(self):
        board = kamen.Board("czech")
        for wrong, error in [
            (lambda: kamen.Board("chess"), ValueError),
            (lambda: kamen.Board("czech", "rnbqkbnr"), ValueError),
            (lambda: kamen.Board(3), TypeError),
            (lambda: board.push("c3-e5"), ValueError),
            (lambda: board.push(kamen.Board("russian").legal_moves[0]), ValueError),
            (lambda: board.push(7), TypeError),
            (lambda: board.pop(), IndexError),
            (lambda: kamen.read_pdn("/nowhere"), OSError),
            (lambda: kamen.Board.from_pieces("czech", "green", {}), ValueError),
            (lambda: kamen.Board.from_pieces("czech", "white", {"c4": "w"}), ValueError),
            (lambda: kamen.Board.from_pieces("czech", "white", {"c3": "x"}), ValueError),
            (lambda: kamen.Tables("czech", "/nowhere"), OSError),
            (lambda: kamen.Book("czech", "/nowhere"), ValueError),
        ]:
            self.assertRaises(error, wrong)
        self.assertEqual(board, kamen.Board("czech"))

    def test_ends_have_their_reasons(self):
        board = kamen.Board("czech", "W:WKa1:BKh2")
        self.assertEqual((board.reason, board.is_over), (None, False))
        for move in ["a1-b2", "h2-g1", "b2-a1", "g1-h2"] * 2:
            self.assertFalse(board.is_over)
            board.push(move)
        self.assertEqual((board.reason, board.result, board.ply), ("repetition", "1/2-1/2", 8))
        board = kamen.Board("czech", "W:Wc3:Bd4")
        self.assertTrue(board.must_capture)
        self.assertTrue(board.is_legal("c3xe5") and board.is_legal(board.legal_moves[0]))
        self.assertFalse(board.is_legal("c3-b4") or board.is_legal("nonsense") or board.is_legal(kamen.Board().legal_moves[0]))
        before = board.key
        board.push("c3xe5")
        self.assertEqual((board.reason, board.must_capture), ("no legal moves", False))
        self.assertNotEqual(board.key, before)
        board.pop()
        self.assertEqual(board.key, before)

    def test_games_with_remarks(self):
        text = (
            '[White "Ada"]\n\n{Long ago} 1. 32-28! $18 {to the centre} {at once} (1. 33-29? {a slip} 19-23 (1... 17-22) 2. 28x19) '
            "19-23 2. 28x19 14x23 3. 50-1 {never} *\n"
        )
        (game,) = kamen.read_pdn(text.encode())
        first, *others = game.line
        self.assertEqual(game.comments, ["Long ago"])
        self.assertEqual((str(first.played), first.text, first.strength, first.glyphs), ("32-28", "32-28", "!", [18]))
        self.assertEqual(first.comments, ["to the centre", "at once"])
        ((slip, reply, missing),) = first.variations
        self.assertEqual((slip.strength, slip.comments), ("?", ["a slip"]))
        self.assertEqual([node.text for (node,) in reply.variations], ["17-22"])
        self.assertIsNone(missing.played)
        self.assertEqual([node.text for node in others], ["19-23", "28x19", "14x23", "50-1"])
        self.assertEqual((others[-1].played, others[-1].comments), (None, ["never"]))
        self.assertEqual([node.played for node in game.line[:4]], game.board().moves)
        (again,) = kamen.read_pdn(str(game).encode())
        self.assertEqual(str(again), str(game))
        (capture,) = kamen.read_pdn(b'[FEN "W:W32,44:B28,19,9"]\n\n1. 32x23 23x14 14x3 {three} *')
        self.assertEqual([(len(node.played.captured), node.comments) for node in capture.line], [(3, ["three"])])

    def test_pictures(self):
        board = kamen.Board("turkish")
        self.assertTrue(board.svg().startswith("<svg"))
        self.assertNotEqual(board.svg(turned=True), board._repr_svg_())
        self.assertIn("h", str(kamen.Board("czech")).splitlines()[-1])


class Engines(unittest.TestCase):
    def setUp(self):
        self.board = kamen.Board("czech")
        self.engine = kamen.Engine("czech", tt_size=16)

    def test_lines(self):
        heard = []
        lines = self.engine.search(self.board, depth=6, lines=3, progress=heard.append)
        self.assertEqual([info.line for info in lines], [1, 2, 3])
        self.assertEqual({info.depth for info in lines}, {6})
        self.assertEqual(len({info.best for info in lines}), 3)
        self.assertGreaterEqual(lines[0].score, lines[2].score)
        self.assertGreater(len(heard), 6)
        board = self.board.copy()
        for move in lines[0].pv:
            board.push(move)

    def test_a_win_is_counted_in_plies(self):
        board = kamen.Board("czech", "W:Wc3:Bd4")
        (info,) = self.engine.search(board, depth=3)
        self.assertEqual((str(info.best), info.mate), ("c3xe5", 1))
        board.push(info.best)
        self.assertEqual((board.is_over, board.result), (True, "1-0"))
        self.assertEqual(self.engine.search(board, depth=3), [])
        self.assertIsNone(self.engine.play(board, depth=3))

    def test_what_cannot_be_is_refused(self):
        for wrong, error in [
            (lambda: self.engine.search(kamen.Board("russian")), ValueError),
            (lambda: self.engine.search(self.board, time=-1), ValueError),
            (lambda: self.engine.search(self.board, time=float("nan")), ValueError),
            (lambda: self.engine.search(self.board, lines=0), ValueError),
            (lambda: self.engine.analyze(self.board, time=math.inf), ValueError),
            (lambda: kamen.Engine("czech", book=kamen.Book("russian")), ValueError),
            (lambda: kamen.Engine("czech", book="czech.book"), TypeError),
            (lambda: self.engine.search(self.board, progress=lambda info: 1 / 0), ZeroDivisionError),
            (lambda: kamen.Engine("czech", tt_size=60), ValueError),
            (lambda: kamen.Engine("czech", weights=__file__), ValueError),
        ]:
            self.assertRaises(error, wrong)

    def test_other_threads_run_while_it_thinks(self):
        turns = []
        stop = threading.Event()

        def count():
            while not stop.wait(0.01):
                turns.append(1)

        thread = threading.Thread(target=count)
        thread.start()
        self.engine.search(self.board, time=0.5)
        stop.set()
        thread.join()
        self.assertGreater(len(turns), 5)

    def test_a_search_without_end_is_stopped(self):
        self.engine.stop()  # nothing to stop
        heard = threading.Event()
        stopper = threading.Thread(target=lambda: (heard.wait(60), self.engine.stop()))
        stopper.start()
        (info,) = self.engine.search(self.board, time=math.inf, progress=lambda info: info.depth >= 8 and heard.set())
        stopper.join()
        self.assertGreaterEqual(info.depth, 8)
        self.assertGreaterEqual(info.sel_depth, info.depth)
        self.assertIn(info.best, self.board.legal_moves)

    def test_what_was_found_is_forgotten(self):
        fresh = self.engine.search(self.board, depth=8)[0].nodes
        self.assertLess(self.engine.search(self.board, depth=8)[0].nodes, fresh)
        self.engine.forget()
        self.assertEqual(self.engine.search(self.board, depth=8)[0].nodes, fresh)

    def test_the_book_is_played(self):
        book = kamen.Book("czech")
        engine = kamen.Engine("czech", tt_size=16, book=book)
        self.assertEqual(engine.play(self.board, nodes=1), book.moves(self.board)[0][0])
        ended = kamen.Board("czech", "W:Wc3:Bd4")
        ended.push("c3xe5")
        self.assertIsNone(engine.play(ended, nodes=1))

    def test_ctrl_c_ends_a_search(self):
        program = (
            "import kamen, signal\n"
            # A background job of a shell ignores it.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "print('now', flush=True)\n"
            "kamen.Engine('czech', tt_size=16).search(kamen.Board('czech'), time=600)\n"
        )
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            late = threading.Timer(60, process.kill)
            late.start()
            _, errors = process.communicate()
            late.cancel()
        self.assertIn(b"KeyboardInterrupt", errors)

    def test_games_are_judged(self):
        # White plays the worst move that the engine sees, Black the best.
        for _ in range(5):
            self.board.push(self.engine.search(self.board, depth=6, lines=20)[-1].best)
            self.board.push(self.engine.play(self.board, depth=6))
        judgments = self.engine.analyze(self.board, nodes=5000)
        self.assertEqual([judgment.played for judgment in judgments], self.board.moves)
        white, black = judgments[::2], judgments[1::2]
        marked = [judgment for judgment in white if judgment.mark in ("mistake", "blunder")]
        self.assertGreater(len(marked), 0)
        self.assertTrue(all(judgment.better for judgment in marked))
        self.assertLess(sum(judgment.loss for judgment in black), sum(judgment.loss for judgment in white))

    def test_tables_and_book(self):
        tables = kamen.Tables("czech")
        self.assertEqual(tables.probe(kamen.Board("czech", "W:WKa1,Kc1,Ke1:BKb8"))[0], 1)
        self.assertIsNone(tables.probe(self.board))
        book = kamen.Book("czech")
        scores = [score for _, score in book.moves(self.board)]
        self.assertGreater(len(book), 0)
        self.assertEqual(scores, sorted(scores, reverse=True))


class Documentation(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(kamen).failed, 0)
        finder = doctest.DocTestParser()
        runner = doctest.DocTestRunner()
        stub = finder.get_doctest(STUB.read_text(), {}, "_kamen.pyi", str(STUB), 0)
        self.assertGreater(len(stub.examples), 0)
        runner.run(stub)
        self.assertEqual(runner.summarize().failed, 0)

    def test_the_tutorial(self):
        cells = json.loads(TUTORIAL.read_text())["cells"]
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as told:
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec("".join(cell["source"]), names)
        self.assertEqual(names["board"].perft(6), 167140)
        self.assertIn("won in ", told.getvalue())
        self.assertIn("d6-d5", told.getvalue())

    def test_every_name_has_its_type(self):
        stub = STUB.read_text()
        for name in kamen.__all__:
            thing = getattr(kamen, name)
            if isinstance(thing, type):
                text = re.search(rf"^class {name}:\n(.*?)(?=^\S|\Z)", stub, re.M | re.S).group(1)
                for member in dir(thing):
                    if not member.startswith("_"):
                        self.assertRegex(text, rf"\b{member}\b", f"{name}.{member}")
            else:
                self.assertIn(name, stub)

    def test_the_program(self):
        told = subprocess.run([sys.executable, "-m", "kamen", "--version"], capture_output=True, text=True, check=True)
        self.assertEqual(told.stdout.strip(), f"kamen {kamen.__version__}")
        failed = subprocess.run([sys.executable, "-m", "kamen", "pdn", "check", "/nowhere"], capture_output=True)
        self.assertEqual(failed.returncode, 2)


if __name__ == "__main__":
    unittest.main()
