// Calls that are wrong or unusual: each is told what is wrong, and none does harm.
#include "kamen.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faults = 0;

#define WANT(call, wanted)                                                                         \
    do {                                                                                           \
        KamenStatus found = (call);                                                                \
        if (found != (wanted)) {                                                                   \
            printf("line %d: %s gives %d (%s), expected %s\n", __LINE__, #call, (int)found,        \
                   kamen_error(), #wanted);                                                        \
            faults++;                                                                              \
        }                                                                                          \
    } while (0)

#define TRUE(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("line %d: not so: %s\n", __LINE__, #what);                                      \
            faults++;                                                                              \
        }                                                                                          \
    } while (0)

static void null_pointers(void) {
    KamenGame *game = NULL;
    KamenMoves *moves = NULL;
    KamenGames *games = NULL;
    KamenTables *tables = NULL;
    KamenEngine *engine = NULL;
    KamenResult result;
    char *text = NULL;
    char piece;
    size_t plies;
    uint64_t count;
    int32_t value;
    bool is_white;
    WANT(kamen_game_new(NULL, NULL, &game), KAMEN_STATUS_NULL);
    WANT(kamen_game_new("czech", NULL, NULL), KAMEN_STATUS_NULL);
    TRUE(strstr(kamen_error(), "game") != NULL);
    WANT(kamen_game_copy(NULL, &game), KAMEN_STATUS_NULL);
    WANT(kamen_game_moves(NULL, &moves), KAMEN_STATUS_NULL);
    WANT(kamen_game_play(NULL, "c3-d4"), KAMEN_STATUS_NULL);
    WANT(kamen_game_undo(NULL), KAMEN_STATUS_NULL);
    WANT(kamen_game_plies(NULL, &plies), KAMEN_STATUS_NULL);
    WANT(kamen_game_turn(NULL, &is_white), KAMEN_STATUS_NULL);
    WANT(kamen_game_result(NULL, &result), KAMEN_STATUS_NULL);
    WANT(kamen_game_fen(NULL, &text), KAMEN_STATUS_NULL);
    WANT(kamen_game_hub(NULL, &text), KAMEN_STATUS_NULL);
    WANT(kamen_game_hub_moves(NULL, &text), KAMEN_STATUS_NULL);
    WANT(kamen_game_svg(NULL, false, &text), KAMEN_STATUS_NULL);
    WANT(kamen_game_piece(NULL, "c3", &piece), KAMEN_STATUS_NULL);
    WANT(kamen_game_perft(NULL, 1, 1, &count), KAMEN_STATUS_NULL);
    WANT(kamen_game_pdn(NULL, NULL, NULL, &text), KAMEN_STATUS_NULL);
    WANT(kamen_games_read(NULL, 0, &games), KAMEN_STATUS_NULL);
    WANT(kamen_games_tag(NULL, 0, "White", &text), KAMEN_STATUS_NULL);
    WANT(kamen_games_game(NULL, 0, NULL, &game), KAMEN_STATUS_NULL);
    WANT(kamen_tables_new(NULL, NULL, &tables), KAMEN_STATUS_NULL);
    WANT(kamen_tables_probe(NULL, NULL, &value, NULL), KAMEN_STATUS_NULL);
    WANT(kamen_engine_new(NULL, NULL, &engine), KAMEN_STATUS_NULL);
    WANT(kamen_engine_send(NULL, "hub"), KAMEN_STATUS_NULL);
    WANT(kamen_engine_free(NULL), KAMEN_STATUS_OK);
    kamen_text_free(NULL);
    kamen_game_free(NULL);
    kamen_moves_free(NULL);
    kamen_games_free(NULL);
    kamen_tables_free(NULL);
    TRUE(kamen_moves_count(NULL) == 0 && kamen_moves_text(NULL, 0) == NULL);
    TRUE(kamen_games_count(NULL) == 0 && kamen_tables_pieces(NULL) == 0);
    TRUE(kamen_variant_name(kamen_variant_count()) == NULL);
    TRUE(game == NULL && text == NULL && engine == NULL);
}

static void positions(void) {
    KamenGame *game = NULL;
    KamenMoves *moves = NULL;
    char piece = '?';
    uint64_t count;
    uint32_t row, column;
    WANT(kamen_game_new("chess", NULL, &game), KAMEN_STATUS_VARIANT);
    WANT(kamen_game_new("czech\xff", NULL, &game), KAMEN_STATUS_ENCODING);
    WANT(kamen_game_new("czech", "rnbqkbnr", &game), KAMEN_STATUS_POSITION);
    WANT(kamen_game_new("czech", "W:Wa2:Bb8", &game), KAMEN_STATUS_POSITION);
    WANT(kamen_game_new("czech", NULL, &game), KAMEN_STATUS_OK);
    WANT(kamen_game_play(game, "c3-e5"), KAMEN_STATUS_MOVE);
    WANT(kamen_game_play(game, ""), KAMEN_STATUS_MOVE);
    WANT(kamen_game_undo(game), KAMEN_STATUS_ABSENT);
    WANT(kamen_game_piece(game, "c4", &piece), KAMEN_STATUS_ABSENT);
    WANT(kamen_game_piece(game, "99", &piece), KAMEN_STATUS_ABSENT);
    TRUE(piece == '?');
    WANT(kamen_game_piece(game, "c3", &piece), KAMEN_STATUS_OK);
    TRUE(piece == 'w');
    WANT(kamen_variant_place("czech", "a1", &row, &column), KAMEN_STATUS_OK);
    TRUE(row == 7 && column == 0);
    WANT(kamen_variant_place("czech", "a2", &row, &column), KAMEN_STATUS_ABSENT);
    WANT(kamen_variant_board("canadian", &row, &column), KAMEN_STATUS_OK);
    TRUE(row == 12 && column == 12);
    WANT(kamen_game_moves(game, &moves), KAMEN_STATUS_OK);
    TRUE(kamen_moves_count(moves) == 7 && kamen_moves_text(moves, 7) == NULL);
    kamen_moves_free(moves);
    WANT(kamen_game_perft(game, 0, 0, &count), KAMEN_STATUS_OK);
    TRUE(count == 1);
    WANT(kamen_game_perft(game, 3, 2, &count), KAMEN_STATUS_OK);
    TRUE(count == 302);
    kamen_game_free(game);
}

static void tables(void) {
    KamenGame *game = NULL;
    KamenTables *tables = NULL;
    int32_t value = 7, plies = 7;
    WANT(kamen_tables_new("czech", "/nowhere", &tables), KAMEN_STATUS_FILE);
    WANT(kamen_tables_new("czech", NULL, &tables), KAMEN_STATUS_OK);
    WANT(kamen_game_new("czech", NULL, &game), KAMEN_STATUS_OK);
    WANT(kamen_tables_probe(tables, game, &value, &plies), KAMEN_STATUS_ABSENT);
    TRUE(value == 7 && plies == 7);
    kamen_game_free(game);
    WANT(kamen_game_new("czech", "W:WKa1,Kc1,Ke1:BKb8", &game), KAMEN_STATUS_OK);
    WANT(kamen_tables_probe(tables, game, &value, &plies), KAMEN_STATUS_OK);
    TRUE(value == 1 && plies > 0);
    WANT(kamen_tables_probe(tables, game, &value, NULL), KAMEN_STATUS_OK);
    kamen_tables_free(tables);
    kamen_game_free(game);
}

static void games(void) {
    const char *pdn = "[White \"Ada\"] [GameType \"29\"] 1. c3-d4 d6-c5 2. d4xd4 *";
    KamenGames *games = NULL;
    KamenGame *game = NULL;
    char *text = NULL;
    size_t played = 0;
    WANT(kamen_games_read(pdn, strlen(pdn), &games), KAMEN_STATUS_OK);
    TRUE(kamen_games_count(games) == 1);
    WANT(kamen_games_tag(games, 0, "White", &text), KAMEN_STATUS_OK);
    TRUE(strcmp(text, "Ada") == 0);
    kamen_text_free(text);
    WANT(kamen_games_tag(games, 0, "Black", &text), KAMEN_STATUS_ABSENT);
    WANT(kamen_games_game(games, 1, NULL, &game), KAMEN_STATUS_ABSENT);
    TRUE(game == NULL);
    WANT(kamen_games_game(games, 0, NULL, &game), KAMEN_STATUS_FAULT);
    WANT(kamen_game_plies(game, &played), KAMEN_STATUS_OK);
    TRUE(played == 2);
    kamen_game_free(game);
    kamen_games_free(games);
    WANT(kamen_games_read("", 0, &games), KAMEN_STATUS_OK);
    TRUE(kamen_games_count(games) == 0);
    kamen_games_free(games);
}

// An engine, and how often it has said what.
typedef struct Talk {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    KamenEngine *engine;
    int errors, dones, pongs, refused;
} Talk;

static void hear(void *user, const char *line) {
    Talk *talk = user;
    pthread_mutex_lock(&talk->lock);
    talk->errors += strncmp(line, "error", 5) == 0;
    talk->dones += strncmp(line, "done", 4) == 0;
    if (strcmp(line, "pong") == 0) {
        // A callback that wants to end its own engine.
        talk->refused += kamen_engine_free(talk->engine) == KAMEN_STATUS_ENGINE;
        talk->pongs++;
    }
    pthread_cond_broadcast(&talk->changed);
    pthread_mutex_unlock(&talk->lock);
}

static void wait_for(Talk *talk, const int *number, int wanted) {
    pthread_mutex_lock(&talk->lock);
    while (*number < wanted) {
        pthread_cond_wait(&talk->changed, &talk->lock);
    }
    pthread_mutex_unlock(&talk->lock);
}

static void *ping(void *engine) {
    for (int i = 0; i < 100; i++) {
        WANT(kamen_engine_send(engine, "ping\r\n"), KAMEN_STATUS_OK);
    }
    return NULL;
}

static void engine(void) {
    Talk talk = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0, 0, 0};
    WANT(kamen_engine_new(hear, &talk, &talk.engine), KAMEN_STATUS_OK);
    WANT(kamen_engine_send(talk.engine, "nonsense"), KAMEN_STATUS_OK);
    wait_for(&talk, &talk.errors, 1);
    WANT(kamen_engine_send(talk.engine, "go think"), KAMEN_STATUS_OK);
    wait_for(&talk, &talk.dones, 1);
    // Lines of four threads at once, whole each.
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, ping, talk.engine);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    wait_for(&talk, &talk.pongs, 400);
    TRUE(talk.refused == 400);
    // It is ended in the middle of a search, and is silent then.
    WANT(kamen_engine_send(talk.engine, "set-param name=tt-size value=10"), KAMEN_STATUS_OK);
    WANT(kamen_engine_send(talk.engine, "init"), KAMEN_STATUS_OK);
    WANT(kamen_engine_send(talk.engine, "pos start"), KAMEN_STATUS_OK);
    WANT(kamen_engine_send(talk.engine, "go analyze"), KAMEN_STATUS_OK);
    WANT(kamen_engine_free(talk.engine), KAMEN_STATUS_OK);
    TRUE(talk.dones == 2);
}

// After `quit` whoever sends is told that there is nobody any more.
static void after_quit(void) {
    Talk talk = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0, 0, 0};
    KamenEngine *engine = NULL;
    WANT(kamen_engine_new(hear, &talk, &engine), KAMEN_STATUS_OK);
    KamenStatus status = kamen_engine_send(engine, "quit");
    // It may read a little more, but no more than it has room for.
    for (int i = 0; status == KAMEN_STATUS_OK && i < 100000; i++) {
        status = kamen_engine_send(engine, "stop");
    }
    TRUE(status == KAMEN_STATUS_ENGINE);
    WANT(kamen_engine_free(engine), KAMEN_STATUS_OK);
}

int main(void) {
    null_pointers();
    positions();
    tables();
    games();
    engine();
    after_quit();
    if (faults == 0) {
        printf("all as it should be\n");
    }
    return faults != 0;
}
