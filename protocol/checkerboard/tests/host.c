/* Behaves as CheckerBoard does towards an engine: asks what it is, tells it the history before each move, and finds the move by the board
 * that comes back.
 *
 *     host LIBRARY play SECONDS PLIES [COMMAND]..   a game of the engine against itself, as PDN; first sends it the commands
 *     host LIBRARY misuse                           calls that are wrong: no crash, and nothing that cannot be
 *
 * It has its own idea of boards and squares, from the documents of CheckerBoard alone. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#include <windows.h>
#define CALL __stdcall
#else
#include <dlfcn.h>
#define CALL
#endif
#include <pthread.h>

enum { WHITE = 1, BLACK = 2, MAN = 4, KING = 8 };
enum { DRAW = 0, WIN = 1, LOSS = 2, UNKNOWN = 3 };
enum { ENGLISH = 21, ITALIAN = 22, SPANISH = 24, CZECH = 29 };

typedef struct { int x, y; } Square;
typedef int Board[8][8];
typedef struct {
    int jumps, newpiece, oldpiece;
    Square from, to, path[12], del[12];
    int delpiece[12];
} Move;

typedef int(CALL *GetMove)(Board, int, double, char *, int *, int, int, Move *);
typedef int(CALL *Command)(const char *, char *);
typedef int(CALL *IsLegal)(Board, int, int, int, Move *);

static GetMove getmove;
static Command enginecommand;
static IsLegal islegal;
static int game;

static void fail(const char *what, const char *more) {
    printf("FAILED: %s %s\n", what, more);
    exit(1);
}

static void *function(const char *file, const char *name) {
#ifdef _WIN32
    static HMODULE library;
    if (!library) library = LoadLibraryA(file);
    void *found = library ? (void *)(uintptr_t)GetProcAddress(library, name) : NULL;
#else
    static void *library;
    if (!library) library = dlopen(file, RTLD_NOW);
    void *found = library ? dlsym(library, name) : NULL;
#endif
    if (!found) fail("cannot load", name);
    return found;
}

static int number(Square s) {
    switch (game) {
    case ITALIAN: return 1 + 4 * s.y + s.x / 2;
    case SPANISH: return 1 + 4 * (7 - s.y) + (7 - s.x) / 2;
    case CZECH: return 32 - 4 * s.y - s.x / 2;
    default: return 4 * (s.y + 1) - s.x / 2;
    }
}

static Square square(int n) {
    for (int y = 0; y < 8; y++)
        for (int x = y % 2; x < 8; x += 2) {
            Square s = {x, y};
            if (number(s) == n) return s;
        }
    fail("no such square", "");
    exit(1);
}

static int same(Square a, Square b) { return a.x == b.x && a.y == b.y; }

static void begin(Board board) {
    memset(board, 0, sizeof(Board));
    for (int y = 0; y < 8; y++)
        for (int x = y % 2; x < 8; x += 2)
            if (y != 3 && y != 4) board[x][y] = (y < 3 ? BLACK : WHITE) | MAN;
}

static void fen(Board board, int color, char *text) {
    text += sprintf(text, "%c", color == BLACK ? 'B' : 'W');
    for (int side = WHITE; side <= BLACK; side++) {
        char separator = 0;
        text += sprintf(text, ":%c", side == WHITE ? 'W' : 'B');
        for (int n = 1; n <= 32; n++) {
            Square s = square(n);
            int piece = board[s.x][s.y];
            if (!(piece & side)) continue;
            if (separator) text += sprintf(text, "%c", separator);
            text += sprintf(text, "%s%d", piece & KING ? "K" : "", n);
            separator = ',';
        }
    }
}

static void play(const Move *m, Board board) {
    board[m->from.x][m->from.y] = 0;
    for (int i = 0; i < m->jumps; i++) board[m->del[i].x][m->del[i].y] = 0;
    board[m->to.x][m->to.y] = m->newpiece;
}

/* The next number of a text, which the character must follow. */
static int next(const char **text, const char *after) {
    char *end;
    long n = strtol(*text, &end, 10);
    if (end == *text || !strchr(after, *end)) fail("bad list at", *text);
    *text = end + 1;
    return (int)n;
}

/* The legal moves by `get movelist`; -1 if the engine does not know that. */
static int list(Board board, int color, Move *moves) {
    char command[512] = "get movelist ", reply[1024];
    fen(board, color, command + strlen(command));
    if (!enginecommand(command, reply)) return -1;
    if (!strcmp(reply, "movelist 0")) return 0;
    if (strncmp(reply, "movelist ", 9)) fail("bad list", reply);
    const char *text = reply + 9;
    int count = next(&text, ",");
    for (int i = 0; i < count; i++) {
        Move *m = &moves[i];
        memset(m, 0, sizeof(*m));
        m->jumps = next(&text, ",");
        m->oldpiece = next(&text, ",");
        m->newpiece = next(&text, ",");
        m->from = square(next(&text, ","));
        m->to = square(next(&text, m->jumps ? "," : ";"));
        for (int k = 0; k < m->jumps; k++) {
            Square landing = square(next(&text, ","));
            if (k + 1 < 12) m->path[k + 1] = landing;
            m->del[k] = square(next(&text, ","));
            m->delpiece[k] = next(&text, k + 1 < m->jumps ? "," : ";");
        }
    }
    if (*text) fail("more than a list", text);
    return count;
}

static void notation(const Move *m, char *text) {
    text += sprintf(text, "%d", number(m->from));
    for (int k = 1; k < m->jumps; k++) text += sprintf(text, "x%d", number(m->path[k]));
    sprintf(text, "%c%d", m->jumps ? 'x' : '-', number(m->to));
}

static int playnow;
static char status[1024];

/* Plays a game, and prints it. */
static void play_game(double seconds, int plies) {
    static Board board;
    static char history[65536];
    Move moves[256], told, legal;
    int color = game == ENGLISH || game == 26 ? BLACK : WHITE;
    const char *result = "*";
    char text[128];
    begin(board);
    printf("[Event \"CheckerBoard's interface\"]\n[GameType \"%d\"]\n", game);
    strcpy(history, "set gamehist ");
    fen(board, color, history + strlen(history));
    if (game == 26) { /* White begins in Brazilian draughts; CheckerBoard does not know. */
        color = WHITE;
        history[strlen("set gamehist ")] = 'W';
    }
    for (int ply = 0; ply < plies; ply++) {
        Board before, after, by_list;
        int count = list(board, color, moves);
        if (count == 0) {
            result = color == WHITE ? "0-2" : "2-0";
            break;
        }
        if (!enginecommand(history, text)) fail("history refused:", history);
        memcpy(before, board, sizeof(Board));
        memcpy(after, board, sizeof(Board));
        memset(&told, 0x55, sizeof(told));
        strcpy(status, "nothing");
        int verdict = getmove(after, color, seconds, status, &playnow, 0, 0, &told);
        if (verdict < 0 || verdict > 3) fail("verdict", "");
        if (!memcmp(before, after, sizeof(Board))) fail("no move:", status);
        if (!strcmp(status, "nothing")) fail("no status", "");
        /* The move by the list, by the engine's own word, and by the user's two clicks. */
        int found = count < 0;
        for (int i = 0; i < count && !found; i++) {
            memcpy(by_list, before, sizeof(Board));
            play(&moves[i], by_list);
            found = !memcmp(by_list, after, sizeof(Board));
        }
        if (!found) fail("a move that is not in the list:", status);
        memcpy(by_list, before, sizeof(Board));
        play(&told, by_list);
        if (memcmp(by_list, after, sizeof(Board))) fail("another move was told:", status);
        if (before[told.from.x][told.from.y] != told.oldpiece) fail("another piece was told", "");
        if (!islegal(before, color, number(told.from), number(told.to), &legal)) fail("illegal", "");
        if (!same(legal.from, told.from) || !same(legal.to, told.to)) fail("another legal move", "");
        if (ply % 2 == 0) printf("%d. ", ply / 2 + 1);
        notation(&told, text);
        printf("%s%s", text, ply % 10 == 9 ? "\n" : " ");
        memcpy(board, after, sizeof(Board));
        color ^= WHITE | BLACK;
        /* What can be taken back is told move by move. */
        if (told.jumps || told.oldpiece & MAN) {
            strcpy(history, "set gamehist ");
            fen(board, color, history + strlen(history));
        } else {
            strcat(history, " ");
            strcat(history, text);
        }
        if (verdict == DRAW) {
            result = "1-1";
            break;
        }
    }
    printf("%s\n", result);
    fprintf(stderr, "last: %s\n", status);
}

#define WANT(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) fail("expected", #what);                                                      \
    } while (0)

static Board thread_board;
static char thread_status[1024];

static void *think_long(void *verdict) {
    Move m;
    *(int *)verdict = getmove(thread_board, BLACK, 30, thread_status, &playnow, 0, 0, &m);
    return NULL;
}

static void pause_for(int milliseconds) {
#ifdef _WIN32
    Sleep(milliseconds);
#else
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
#endif
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void two_threads(void) {
    int verdict = -1;
    char reply[1024];
    Board board;
    Move m;
    pthread_t thread;
    begin(thread_board);
    begin(board);
    WANT(enginecommand("set book 0", reply));
    WANT(!pthread_create(&thread, NULL, think_long, &verdict));
    while (!thread_status[0]) pause_for(10);
    /* It is told the second one, at once, that it is busy; questions and settings are answered. */
    double asked = now();
    strcpy(status, "");
    WANT(getmove(board, BLACK, 5, status, NULL, 0, 0, &m) == UNKNOWN);
    WANT(strstr(status, "another search"));
    WANT(enginecommand("name", reply) && !strncmp(reply, "Kamen ", 6));
    WANT(enginecommand("set hashsize 8", reply));
    WANT(islegal(board, BLACK, 11, 15, &m) == 1);
    WANT(now() - asked < 2);
    playnow = 1;
    pthread_join(thread, NULL);
    playnow = 0;
    WANT(now() - asked < 4);
    WANT(verdict == UNKNOWN);
    begin(board);
    WANT(memcmp(board, thread_board, sizeof(Board)));
}

static void misuse(void) {
    Board board, start;
    char reply[1024];
    Move m;
    begin(start);
    memcpy(board, start, sizeof(Board));
    WANT(getmove(NULL, BLACK, 1, status, &playnow, 0, 0, &m) == UNKNOWN);
    WANT(enginecommand(NULL, reply) == 0);
    WANT(enginecommand(NULL, NULL) == 0);
    WANT(enginecommand("name", NULL) == 1);
    WANT(enginecommand("", reply) == 0);
    WANT(enginecommand("set gamehist \xff\xfe", reply) == 0);
    WANT(enginecommand("get movelist B:W99999999999999999999:B1", reply) == 0);
    WANT(islegal(NULL, BLACK, 11, 15, &m) == 0);
    WANT(islegal(board, BLACK, 11, 15, NULL) == 1);
    WANT(islegal(board, BLACK, 11, 15, &m) == 1 && m.jumps == 0 && m.oldpiece == (BLACK | MAN));
    WANT(islegal(board, BLACK, 1, 32, &m) == 0);
    WANT(islegal(board, BLACK, -1, 1 << 30, &m) == 0);
    WANT(islegal(board, 7, 11, 15, &m) == 0);
    /* Nonsense on the board stays as it is. */
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++) board[x][y] = x * 1000003 - y;
    Board nonsense;
    memcpy(nonsense, board, sizeof(Board));
    WANT(getmove(board, BLACK, 1, status, &playnow, 0, 0, &m) == UNKNOWN);
    WANT(!memcmp(board, nonsense, sizeof(Board)) && strstr(status, "no position"));
    WANT(islegal(board, BLACK, 11, 15, &m) == 0);
    memset(board, 0, sizeof(Board));
    WANT(getmove(board, WHITE, 1, status, &playnow, 0, 0, &m) != DRAW);
    memcpy(board, start, sizeof(Board));
    WANT(getmove(board, 0, 1, status, &playnow, 0, 0, &m) == UNKNOWN);
    WANT(!memcmp(board, start, sizeof(Board)));
    /* Nobody wants the text, the move or an early end; then a move that was wanted before the search began. */
    WANT(enginecommand("set book 0", reply));
    WANT(getmove(board, BLACK, 0.05, NULL, NULL, ~(3 << 2), -1, NULL) == UNKNOWN);
    WANT(memcmp(board, start, sizeof(Board)));
    memcpy(board, start, sizeof(Board));
    playnow = 1;
    double asked = now();
    WANT(getmove(board, BLACK, 60, status, &playnow, 0, 0, &m) == UNKNOWN);
    WANT(now() - asked < 5);
    playnow = 0;
    WANT(memcmp(board, start, sizeof(Board)));
    /* Times that are none. */
    double times[] = {-1, 0, 0.0 / 0.0};
    for (int i = 0; i < 3; i++) {
        memcpy(board, start, sizeof(Board));
        WANT(getmove(board, BLACK, times[i], status, &playnow, 0, 0, &m) == UNKNOWN);
        WANT(memcmp(board, start, sizeof(Board)));
    }
    /* A clock with a tenth of a second: 100 thousandths, and none to come. */
    memcpy(board, start, sizeof(Board));
    asked = now();
    WANT(getmove(board, BLACK, 60, status, &playnow, 1 << 2, 100 << 16, &m) == UNKNOWN);
    WANT(now() - asked < 2);
    /* A file that is not there is told, and the engine plays without it. */
    WANT(enginecommand("set bookfile C:\\none\\such.book", reply));
    WANT(enginecommand("set hashsize 2", reply));
    memcpy(board, start, sizeof(Board));
    WANT(getmove(board, BLACK, 0.1, status, &playnow, 0, 0, &m) == UNKNOWN);
    WANT(strstr(status, "such.book"));
    WANT(enginecommand("set bookfile", reply));
    two_threads();
    printf("all as it should be\n");
}

int main(int count, char **words) {
    char reply[1024];
    if (count < 3) fail("expected LIBRARY and play or misuse", "");
    /* A function is no object in C. */
    *(void **)&getmove = function(words[1], "getmove");
    *(void **)&enginecommand = function(words[1], "enginecommand");
    *(void **)&islegal = function(words[1], "islegal");
    if (!strcmp(words[2], "misuse")) {
        game = ENGLISH;
        misuse();
        return 0;
    }
    if (count < 5) fail("expected SECONDS and PLIES", "");
    for (int i = 5; i < count; i++)
        if (!enginecommand(words[i], reply)) fail("refused:", words[i]);
    if (!enginecommand("get protocolversion", reply) || strcmp(reply, "2")) fail("protocol", reply);
    if (!enginecommand("get gametype", reply)) fail("no game", "");
    game = atoi(reply);
    if (!enginecommand("name", reply)) fail("no name", "");
    printf("[White \"%s\"]\n[Black \"%s\"]\n", reply, reply);
    play_game(atof(words[3]), atoi(words[4]));
    return 0;
}
