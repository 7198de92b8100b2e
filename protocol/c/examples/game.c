// A game of the engine against itself in the variant that is named, and what the library knows of it:
//
//     cc game.c $(pkg-config --cflags --libs kamen) -pthread -o game && ./game czech
#include "kamen.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program with what went wrong.
static void check(KamenStatus status, const char *what) {
    if (status != KAMEN_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", what, kamen_error());
        exit(1);
    }
}

// What the engine has said; the thread that plays waits for it.
typedef struct Answers {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int is_ready;
    char move[128];
} Answers;

// Hears a line of the engine. It is called by a thread of the engine, so it does no more than note it.
static void hear(void *user, const char *line) {
    Answers *answers = user;
    pthread_mutex_lock(&answers->lock);
    if (strcmp(line, "ready") == 0) {
        answers->is_ready = 1;
    } else if (strncmp(line, "done move=", 10) == 0) {
        sscanf(line + 10, "%127s", answers->move);
    } else if (strncmp(line, "error", 5) == 0) {
        fprintf(stderr, "the engine: %s\n", line);
        exit(1);
    }
    pthread_cond_broadcast(&answers->changed);
    pthread_mutex_unlock(&answers->lock);
}

static void send_line(KamenEngine *engine, const char *line) {
    check(kamen_engine_send(engine, line), line);
}

// Starts an engine for the variant and waits until it is ready.
static KamenEngine *start(Answers *answers, const char *variant) {
    KamenEngine *engine = NULL;
    char line[128];
    check(kamen_engine_new(hear, answers, &engine), "start the engine");
    snprintf(line, sizeof line, "set-param name=variant value=%s", variant);
    send_line(engine, line);
    send_line(engine, "init");
    pthread_mutex_lock(&answers->lock);
    while (!answers->is_ready) {
        pthread_cond_wait(&answers->changed, &answers->lock);
    }
    pthread_mutex_unlock(&answers->lock);
    return engine;
}

// The move of the engine after the moves of a game that began as usual.
static void think(KamenEngine *engine, Answers *answers, const KamenGame *game, char move[128]) {
    char *moves = NULL;
    check(kamen_game_hub_moves(game, &moves), "write the moves");
    size_t length = strlen(moves) + 32;
    char *line = malloc(length);
    snprintf(line, length, "pos start moves=\"%s\"", moves);
    answers->move[0] = '\0';
    send_line(engine, line);
    send_line(engine, "level nodes=2000");
    send_line(engine, "go think");
    pthread_mutex_lock(&answers->lock);
    while (answers->move[0] == '\0') {
        pthread_cond_wait(&answers->changed, &answers->lock);
    }
    strcpy(move, answers->move);
    pthread_mutex_unlock(&answers->lock);
    free(line);
    kamen_text_free(moves);
}

static void print_moves(const KamenGame *game) {
    KamenMoves *moves = NULL;
    check(kamen_game_moves(game, &moves), "list the moves");
    printf("%zu moves:", kamen_moves_count(moves));
    for (size_t i = 0; i < kamen_moves_count(moves); i++) {
        printf(" %s", kamen_moves_text(moves, i));
    }
    printf("\n");
    kamen_moves_free(moves);
}

// Reads a game out of its text and tells whether it ends in the same position.
static int is_read_back(const KamenGame *game, const char *text, const char *variant) {
    KamenGames *games = NULL;
    KamenGame *again = NULL;
    char *fens[2] = {NULL, NULL};
    check(kamen_games_read(text, strlen(text), &games), "read the game");
    check(kamen_games_game(games, 0, variant, &again), "play it again");
    check(kamen_game_fen(game, &fens[0]), "write the position");
    check(kamen_game_fen(again, &fens[1]), "write the position");
    int is_equal = strcmp(fens[0], fens[1]) == 0;
    kamen_text_free(fens[0]);
    kamen_text_free(fens[1]);
    kamen_game_free(again);
    kamen_games_free(games);
    return is_equal;
}

int main(int argc, char **argv) {
    const char *variant = argc > 1 ? argv[1] : "czech";
    KamenGame *game = NULL;
    check(kamen_game_new(variant, NULL, &game), "begin a game");
    print_moves(game);
    uint64_t nodes = 0;
    check(kamen_game_perft(game, 5, 1, &nodes), "count");
    printf("perft 5: %llu\n", (unsigned long long)nodes);

    Answers answers = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, ""};
    KamenEngine *engine = start(&answers, variant);
    KamenResult result = KAMEN_RESULT_UNFINISHED;
    size_t plies = 0;
    while (result == KAMEN_RESULT_UNFINISHED && plies < 400) {
        char move[128];
        think(engine, &answers, game, move);
        check(kamen_game_play(game, move), move);
        check(kamen_game_plies(game, &plies), "count the moves");
        check(kamen_game_result(game, &result), "judge the game");
    }
    check(kamen_engine_free(engine), "end the engine");

    static const char *const RESULTS[] = {"unfinished", "White has won", "Black has won", "draw"};
    printf("%s after %zu plies\n", RESULTS[result], plies);
    char *text = NULL;
    check(kamen_game_pdn(game, "Kamen", "Kamen", &text), "write the game");
    printf("%s", text);
    printf("%s\n", is_read_back(game, text, variant) ? "read back equal" : "read back otherwise");
    kamen_text_free(text);
    kamen_game_free(game);
    return 0;
}
