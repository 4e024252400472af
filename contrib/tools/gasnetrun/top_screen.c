/* SPDX-License-Identifier: BSD-3-Clause
 *
 * top_screen.c: see top_screen.h. The few control sequences are those that all terminals of today
 * take (ECMA-48, and xterm's second screen).
 */
#include "contrib/tools/gasnetrun/top_screen.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/sys/ignored.h"

#define OPEN_SCREEN "\033[?1049h\033[?25l"
#define CLOSE_SCREEN "\033[?25h\033[?1049l"
#define HOME "\033[H"
#define CLEAR_LINE "\033[K"
#define CLEAR_BELOW "\033[J"

static struct termios before;
static int has_keys, is_open;
static volatile sig_atomic_t asked, resized;

static void on_signal(int sig) {
  if (sig == SIGWINCH)
    resized = 1;
  else
    asked = sig;
}

void hyd_screen_close(void) {
  if (!is_open) return;
  is_open = 0;
  if (has_keys) tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  (void)!write(STDOUT_FILENO, CLOSE_SCREEN, strlen(CLOSE_SCREEN));
}

void hyd_screen_open(void) {
  static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH};
  struct sigaction act = {.sa_handler = on_signal}; /* without SA_RESTART: they end poll */
  struct termios keys;
  for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
    if (!hyd_signal_is_ignored(caught[i])) sigaction(caught[i], &act, NULL);
  has_keys = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
  if (has_keys) {
    keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    keys.c_cc[VSUSP] = _POSIX_VDISABLE; /* ^Z would leave the screen as it is */
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys);
  }
  atexit(hyd_screen_close);
  is_open = 1;
  (void)!write(STDOUT_FILENO, OPEN_SCREEN, strlen(OPEN_SCREEN));
}

void hyd_screen_size(int *lines_p, int *columns_p) {
  struct winsize w = {0};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) || w.ws_row < 5 || w.ws_col < 20) {
    w.ws_row = 24;
    w.ws_col = 80;
  }
  *lines_p = w.ws_row;
  *columns_p = w.ws_col;
}

void hyd_screen_show(const char *text, int lines, int columns) {
  fputs(HOME, stdout);
  for (int i = 0; i < lines && *text; i++) {
    int n = (int)strcspn(text, "\n");
    printf("%s%.*s" CLEAR_LINE, i ? "\r\n" : "", n < columns ? n : columns, text);
    text += n + (text[n] == '\n');
  }
  fputs(CLEAR_BELOW, stdout);
  fflush(stdout);
}

/* An arrow is three letters, which come at once. */
static int read_key(void) {
  char c[8];
  ssize_t n = read(STDIN_FILENO, c, sizeof c);
  if (n <= 0) return 'q';
  if (n == 3 && c[0] == '\033' && c[2] == 'A') return HYD_KEY_UP;
  if (n == 3 && c[0] == '\033' && c[2] == 'B') return HYD_KEY_DOWN;
  return c[0] >= ' ' ? c[0] : 0;
}

int hyd_screen_key(int ms) {
  struct pollfd in = {has_keys ? STDIN_FILENO : -1, POLLIN, 0};
  int ready = asked || resized ? 0 : poll(&in, 1, ms);
  if (asked) return 'q';
  if (resized) {
    resized = 0;
    return HYD_KEY_RESIZED;
  }
  return ready > 0 ? read_key() : 0;
}
