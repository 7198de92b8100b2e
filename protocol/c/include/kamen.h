// Kamen, a draughts engine: positions, moves, games, PDN, perft, endgame tables, and the engine.
// How to use it is told in protocol/c/README.md.

#ifndef KAMEN_H
#define KAMEN_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

// Whether a function did what it was asked, and if not, why. Numbers keep their meaning; new ones may come.
typedef enum {
  // It did.
  KAMEN_STATUS_OK = 0,
  // A pointer is null that may not be.
  KAMEN_STATUS_NULL = 1,
  // A text is not UTF-8.
  KAMEN_STATUS_ENCODING = 2,
  // There is no such variant.
  KAMEN_STATUS_VARIANT = 3,
  // A text is no position of the variant.
  KAMEN_STATUS_POSITION = 4,
  // A text is no legal move of the position.
  KAMEN_STATUS_MOVE = 5,
  // There is no such thing: an index beyond the end, a tag that a game lacks, a position that no table has.
  KAMEN_STATUS_ABSENT = 6,
  // A game of a file has a fault; its moves up to there are given.
  KAMEN_STATUS_FAULT = 7,
  // A file cannot be read.
  KAMEN_STATUS_FILE = 8,
  // A number does not fit.
  KAMEN_STATUS_OVERFLOW = 9,
  // The engine has ended, or it is asked to end by its own callback.
  KAMEN_STATUS_ENGINE = 10,
  // The machine refuses memory or a thread.
  KAMEN_STATUS_MACHINE = 11,
  // A fault of the library itself, which is worth a report.
  KAMEN_STATUS_INTERNAL = 12,
} KamenStatus;

// How a game stands.
typedef enum {
  // It goes on.
  KAMEN_RESULT_UNFINISHED = 0,
  // White has won.
  KAMEN_RESULT_WHITE = 1,
  // Black has won.
  KAMEN_RESULT_BLACK = 2,
  // By a rule of draws.
  KAMEN_RESULT_DRAW = 3,
} KamenResult;

// A running engine.
typedef struct KamenEngine KamenEngine;

// A game of one variant, at the end of its moves.
typedef struct KamenGame KamenGame;

// The games of a file.
typedef struct KamenGames KamenGames;

// Moves of one position.
typedef struct KamenMoves KamenMoves;

// The endgame tables of a variant.
typedef struct KamenTables KamenTables;

// Hears a line of the engine, without its end. `line` is valid until the function returns; `user` is what `kamen_engine_new` was
// given. It is called by a thread of the engine, for one line after another, and must not unwind.
typedef void (*KamenHear)(void *user, const char *line);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Starts an engine, which speaks Hub version 2 as the program `kamen` does. What it says goes to `hear`, with `user`. Any number
// of engines may run. End it with `kamen_engine_free`.
//
// # Safety
// `hear` is null or may be called from another thread, with `user`, until `kamen_engine_free` has returned; `engine` is null or valid
// for a write.
KamenStatus kamen_engine_new(KamenHear hear,
                             void *user,
                             KamenEngine **engine);

// Sends the engine a line of Hub, with or without its end; any thread may. It waits while the engine has very many lines to read;
// a callback, for which it must not wait, is told `KAMEN_STATUS_ENGINE` instead, and that the engine has ended after `quit`.
//
// # Safety
// `engine` is null or an engine; `line` is null or a text.
KamenStatus kamen_engine_send(const KamenEngine *engine,
                              const char *line);

// Ends an engine and frees it, once its search has stopped and its last line was heard; then `hear` is not called any more. A
// callback may not call it: it is told `KAMEN_STATUS_ENGINE`, and nothing is freed.
//
// # Safety
// `engine` is null or an engine that nobody else uses any more.
KamenStatus kamen_engine_free(KamenEngine *engine);

// Begins a game of `variant` in the position `fen`, or in the initial one if `fen` is null. Free it with `kamen_game_free`.
//
// # Safety
// `variant` and `fen` are null or texts; `game` is null or valid for a write.
KamenStatus kamen_game_new(const char *variant,
                           const char *fen,
                           KamenGame **game);

// A second game equal to the first, with its moves.
//
// # Safety
// `game` is null or a game; `copy` is null or valid for a write.
KamenStatus kamen_game_copy(const KamenGame *game, KamenGame **copy);

// Frees a game.
//
// # Safety
// `game` is null or a game that nobody uses any more.
void kamen_game_free(KamenGame *game);

// The legal moves of the position; none if the game is over by its position. Free them with `kamen_moves_free`.
//
// # Safety
// `game` is null or a game; `moves` is null or valid for a write.
KamenStatus kamen_game_moves(const KamenGame *game,
                             KamenMoves **moves);

// Plays a move, in the notation of the variant (`c3-d4`, `32-28`) or in that of Hub. Moves may be played after the rules have
// ended a game as a draw.
//
// # Safety
// `game` is null or a game; `played` is null or a text.
KamenStatus kamen_game_play(KamenGame *game,
                            const char *played);

// Takes the last move back.
//
// # Safety
// `game` is null or a game.
KamenStatus kamen_game_undo(KamenGame *game);

// The number of moves played, of both sides.
//
// # Safety
// `game` is null or a game; `plies` is null or valid for a write.
KamenStatus kamen_game_plies(const KamenGame *game, uintptr_t *plies);

// Whether White is to move.
//
// # Safety
// `game` is null or a game; `is_white` is null or valid for a write.
KamenStatus kamen_game_turn(const KamenGame *game, bool *is_white);

// How the game stands by the rules, those of draws included.
//
// # Safety
// `game` is null or a game; `result` is null or valid for a write.
KamenStatus kamen_game_result(const KamenGame *game, KamenResult *result);

// The position as FEN. Free the text.
//
// # Safety
// `game` is null or a game; `fen` is null or valid for a write.
KamenStatus kamen_game_fen(const KamenGame *game, char **fen);

// The position as Hub writes it, to be sent to an engine: `pos pos=` and this text. Free the text.
//
// # Safety
// `game` is null or a game; `hub` is null or valid for a write.
KamenStatus kamen_game_hub(const KamenGame *game, char **hub);

// The moves of the game in the notation of Hub with spaces between them, to be sent to an engine behind the position from which
// it began. Free the text.
//
// # Safety
// `game` is null or a game; `moves` is null or valid for a write.
KamenStatus kamen_game_hub_moves(const KamenGame *game,
                                 char **moves);

// The board as an image, SVG, from the side of White, or turned so that Black is below. Free the text.
//
// # Safety
// `game` is null or a game; `svg` is null or valid for a write.
KamenStatus kamen_game_svg(const KamenGame *game,
                           bool is_turned,
                           char **svg);

// What stands on a square, named by its number or its letters: `w` and `b` a man, `W` and `B` a king, `e` nothing.
//
// # Safety
// `game` is null or a game; `square` is null or a text; `piece` is null or valid for a write.
KamenStatus kamen_game_piece(const KamenGame *game,
                             const char *square,
                             char *piece);

// The number of sequences of `depth` legal moves from the position: perft, with `threads` threads; 0 counts as 1.
//
// # Safety
// `game` is null or a game; `count` is null or valid for a write.
KamenStatus kamen_game_perft(const KamenGame *game,
                             uint32_t depth,
                             uintptr_t threads,
                             uint64_t *count);

// Reads games in PDN, in whatever encoding, out of `length` bytes. Games with faults are read as far as they go. Free the games
// with `kamen_games_free`.
//
// # Safety
// `bytes` is null or `length` bytes long; `games` is null or valid for a write.
KamenStatus kamen_games_read(const char *bytes,
                             uintptr_t length,
                             KamenGames **games);

// The number of games; 0 for a null pointer.
//
// # Safety
// `games` is null or games of a file.
uintptr_t kamen_games_count(const KamenGames *games);

// The value of a tag of a game, such as `White`. Free the text.
//
// # Safety
// `games` is null or games of a file; `tag` is null or a text; `value` is null or valid for a write.
KamenStatus kamen_games_tag(const KamenGames *games,
                            uintptr_t index,
                            const char *tag,
                            char **value);

// A game with its moves. `variant` is that of games whose tags do not name it, or null for international draughts. Where a move or
// the text has a fault the answer is `KAMEN_STATUS_FAULT`, and `game` is nevertheless the game as far as it goes; only if nothing can be
// made of it, it is null. Free it with `kamen_game_free`.
//
// # Safety
// `games` is null or games of a file; `variant` is null or a text; `game` is null or valid for a write.
KamenStatus kamen_games_game(const KamenGames *games,
                             uintptr_t index,
                             const char *variant,
                             KamenGame **game);

// Frees the games of a file.
//
// # Safety
// `games` is null or games of a file that nobody uses any more.
void kamen_games_free(KamenGames *games);

// A game as PDN, with the names of the players, or without those that are null. Free the text.
//
// # Safety
// `game` is null or a game; `white` and `black` are null or texts; `pdn` is null or valid for a write.
KamenStatus kamen_game_pdn(const KamenGame *game,
                           const char *white,
                           const char *black,
                           char **pdn);

// The number of moves; 0 for a null pointer.
//
// # Safety
// `moves` is null or a list of moves.
uintptr_t kamen_moves_count(const KamenMoves *moves);

// A move in the notation of its variant: `c3-d4`, `32-28`, `d4xf6`. Null beyond the end. It belongs to the list.
//
// # Safety
// `moves` is null or a list of moves.
const char *kamen_moves_text(const KamenMoves *moves,
                             uintptr_t index);

// A move in the notation of Hub, in which no two moves are alike. Null beyond the end. It belongs to the list.
//
// # Safety
// `moves` is null or a list of moves.
const char *kamen_moves_hub(const KamenMoves *moves,
                            uintptr_t index);

// The squares on which the piece stands during a move, the first and the last included, with spaces between them. Null beyond the
// end. It belongs to the list.
//
// # Safety
// `moves` is null or a list of moves.
const char *kamen_moves_path(const KamenMoves *moves,
                             uintptr_t index);

// The squares of the pieces that a move captures, by their numbers, with spaces between them; empty for a quiet move. Null beyond the end. It
// belongs to the list.
//
// # Safety
// `moves` is null or a list of moves.
const char *kamen_moves_captured(const KamenMoves *moves,
                                 uintptr_t index);

// Frees a list of moves.
//
// # Safety
// `moves` is null or a list of moves that nobody uses any more.
void kamen_moves_free(KamenMoves *moves);

// What went wrong in words, when a function called by this thread last answered something other than `KAMEN_STATUS_OK`; empty
// if none has. It belongs to the thread: copy it before the thread calls another function.
const char *kamen_error(void);

// The tables of a variant: those inside the library, and those of `folder` as `kamen tables make` writes them, unless it is null. If
// a file cannot be used, the answer is `KAMEN_STATUS_FILE`, and there are no tables. Free them with `kamen_tables_free`.
//
// # Safety
// `variant` and `folder` are null or texts; `tables` is null or valid for a write.
KamenStatus kamen_tables_new(const char *variant,
                             const char *folder,
                             KamenTables **tables);

// The most pieces of a position that the tables may have; 0 for a null pointer.
//
// # Safety
// `tables` is null or tables.
uintptr_t kamen_tables_pieces(const KamenTables *tables);

// The value of the position of a game for the side to move: 1 won, 0 drawn, -1 lost, and in how many plies, where both sides do their
// best; -1 for a draw and where the tables do not tell. `plies` may be null. The answer is `KAMEN_STATUS_ABSENT` if no table has the
// position.
//
// # Safety
// `tables` is null or tables; `game` is null or a game; `value` and `plies` are null or valid for a write.
KamenStatus kamen_tables_probe(const KamenTables *tables,
                               const KamenGame *game,
                               int32_t *value,
                               int32_t *plies);

// Frees tables.
//
// # Safety
// `tables` is null or tables that nobody uses any more.
void kamen_tables_free(KamenTables *tables);

// Frees a text that a function of this library gave.
//
// # Safety
// `text` is null, or was given by a function of this library to be freed, and is not freed yet.
void kamen_text_free(char *text);

// The version of the library, as `0.1.0`. It belongs to the library.
const char *kamen_version(void);

// The number of variants.
uintptr_t kamen_variant_count(void);

// The name of a variant by its place in the list, from 0, as functions that take a variant want it: `czech`. Null beyond the
// end. It belongs to the library.
const char *kamen_variant_name(uintptr_t index);

// The number of ranks and of files of the board of a variant.
//
// # Safety
// `variant` is null or a text; `ranks` and `files` are null or valid for a write.
KamenStatus kamen_variant_board(const char *variant, uint32_t *ranks, uint32_t *files);

// Where a square lies on the board as White sees it: its row from the top and its column from the left, both from 0. Squares are
// named by their number or their letters.
//
// # Safety
// `variant` and `square` are null or texts; `row` and `column` are null or valid for a write.
KamenStatus kamen_variant_place(const char *variant,
                                const char *square,
                                uint32_t *row,
                                uint32_t *column);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KAMEN_H */
