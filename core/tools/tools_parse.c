/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_parse.c: text to number and back; lists of ranks.
 *
 * Memory sizes are exact: integer part and fraction are kept as integers and multiplied in 128
 * bits, so 0.1GB is the floor of a tenth of 2^30 and overflow is seen rather than wrapped.
 */
#include "tools_lib.h"

#include <locale.h>
#include <math.h>

__extension__ typedef unsigned __int128 wide_t;

static const char *skip_blanks(const char *s) {
  while (isspace((unsigned char)*s)) s++;
  return s;
}

/* The length of the text up to its last non-blank. */
static size_t trimmed_length(const char *s) {
  size_t n = strlen(s);
  while (n > 0 && isspace((unsigned char)s[n - 1])) n--;
  return n;
}

int hyd_parse_yesno(const char *s, int *out_p) {
  static const struct {
    const char *text;
    int value;
  } words[] = {{"1", 1}, {"y", 1}, {"yes", 1}, {"0", 0}, {"n", 0}, {"no", 0}};
  s = skip_blanks(s);
  size_t n = trimmed_length(s);
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
    if (n == strlen(words[i].text) && strncasecmp(s, words[i].text, n) == 0) {
      *out_p = words[i].value;
      return 0;
    }
  }
  return -1;
}

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/* Reads digits of `base` at *s_p; how many, or -1: they overflow 64 bits. */
static int read_digits(const char **s_p, int base, uint64_t *value_p) {
  const char *s = *s_p;
  uint64_t v = 0;
  int overflow = 0;
  for (; digit_value(*s) < base; s++) {
    if (__builtin_mul_overflow(v, (uint64_t)base, &v)) overflow = 1;
    if (__builtin_add_overflow(v, (uint64_t)digit_value(*s), &v)) overflow = 1;
  }
  int count = s - *s_p > INT_MAX ? INT_MAX : (int)(s - *s_p);
  *s_p = s;
  *value_p = v;
  return overflow ? -1 : count;
}

/* Reads a decimal fraction as num / den, with at most 18 digits, as further ones cannot matter. */
static int read_fraction(const char **s_p, uint64_t *num_p, uint64_t *den_p) {
  const char *s = *s_p;
  uint64_t num = 0, den = 1;
  for (; *s >= '0' && *s <= '9'; s++) {
    if (den >= UINT64_C(1000000000000000000)) continue;
    num = num * 10 + (uint64_t)(*s - '0');
    den *= 10;
  }
  int count = s - *s_p > INT_MAX ? INT_MAX : (int)(s - *s_p);
  *s_p = s;
  *num_p = num;
  *den_p = den;
  return count;
}

/* Reads a unit B, K, KB … TB at *s_p; returns its factor, 0: there is none. */
static uint64_t read_unit(const char **s_p) {
  static const char letters[] = "KMGT";
  const char *s = skip_blanks(*s_p);
  uint64_t factor = 1;
  char c = (char)toupper((unsigned char)*s);
  const char *letter = c ? strchr(letters, c) : NULL;
  if (letter) {
    factor = UINT64_C(1) << (10 * (letter - letters + 1));
    s++;
    if (toupper((unsigned char)*s) == 'B') s++;
  } else if (c == 'B') {
    s++;
  } else {
    return 0;
  }
  *s_p = s;
  return factor;
}

int hyd_parse_int(const char *s, uint64_t mem_size_multiplier, int64_t *out_p) {
  uint64_t whole = 0, num = 0, den = 1, factor = 1;
  s = skip_blanks(s);
  int negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  int hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
  if (hex) s += 2;
  int digits = read_digits(&s, hex ? 16 : 10, &whole);
  if (digits < 0) return -1;
  int is_size = mem_size_multiplier != 0;
  if (is_size && !hex && *s == '.') {
    s++;
    digits += read_fraction(&s, &num, &den);
  }
  if (digits == 0) return -1;
  if (is_size) {
    factor = read_unit(&s);
    if (factor == 0) factor = mem_size_multiplier;
  }
  if (*skip_blanks(s) != '\0') return -1;

  wide_t magnitude = (wide_t)whole * factor + (wide_t)num * factor / den;
  if (magnitude > (wide_t)INT64_MAX + (unsigned)negative) return -1;
  *out_p = negative ? (int64_t)(0 - (uint64_t)magnitude) : (int64_t)magnitude;
  return 0;
}

/* Reads a rank of a list at *s_p. */
static int read_rank(const char **s_p, uint64_t *rank_p) {
  const char *s = skip_blanks(*s_p);
  if (read_digits(&s, 10, rank_p) <= 0) return -1;
  *s_p = skip_blanks(s);
  return 0;
}

int hyd_parse_ranks(const char *s, uint32_t rank, int *out_p) {
  uint64_t first, last;
  int found = 0;
  s = skip_blanks(s);
  if (*s == '\0' || (*s == '*' && *skip_blanks(s + 1) == '\0')) {
    *out_p = 1;
    return 0;
  }
  for (;; s++) {
    if (read_rank(&s, &first)) return -1;
    last = first;
    if (*s == '-') {
      s++;
      if (read_rank(&s, &last) || last < first) return -1;
    }
    if (first <= rank && rank <= last) found = 1;
    if (*s != ',') break;
  }
  if (*s != '\0') return -1;
  *out_p = found;
  return 0;
}

/* Reads a finite decimal number at *s_p; refuses inf, nan and hex, which strtod accepts. */
static int read_double(const char **s_p, locale_t c_locale, double *out_p) {
  const char *s = skip_blanks(*s_p), *digits = s;
  if (*digits == '-' || *digits == '+') digits++;
  if (*digits != '.' && !(*digits >= '0' && *digits <= '9')) return -1;
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) return -1;
  char *end;
  double v = strtod_l(s, &end, c_locale);
  if (end == s || !isfinite(v)) return -1;
  *s_p = end;
  *out_p = v;
  return 0;
}

static int parse_dbl_in(const char *s, locale_t c_locale, double *out_p) {
  double v, divisor;
  if (read_double(&s, c_locale, &v)) return -1;
  s = skip_blanks(s);
  if (*s == '/') {
    s++;
    if (read_double(&s, c_locale, &divisor)) return -1;
    v /= divisor; /* division by 0 gives no finite value, which is refused below */
  }
  if (*skip_blanks(s) != '\0' || !isfinite(v)) return -1;
  *out_p = v;
  return 0;
}

int hyd_parse_dbl(const char *s, double *out_p) {
  int saved_errno = errno;
  locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (c_locale == (locale_t)0) return -1;
  int rc = parse_dbl_in(s, c_locale, out_p);
  freelocale(c_locale);
  errno = saved_errno;
  return rc;
}

int64_t gasnett_parse_int(const char *text, uint64_t mem_size_multiplier) {
  int64_t v = 0;
  if (hyd_parse_int(text, mem_size_multiplier, &v)) {
    gasnett_fatalerror_nopos("gasnett_parse_int(\"%s\"): expected %s", text,
                             mem_size_multiplier ? "a memory size such as 64MB or 1.5GB"
                                                 : "a decimal or 0x hexadecimal integer");
  }
  return v;
}

/* Uses the largest unit with a whole number, so that parsing gives the same value again. */
char *gasnett_format_number(int64_t value, char *buf, size_t bufsz, int is_mem_size) {
  static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
  size_t unit = 0;
  if (!is_mem_size) {
    (void)snprintf(buf, bufsz, "%" PRId64, value);
    return buf;
  }
  for (; value != 0 && value % 1024 == 0 && unit < 4; unit++) value /= 1024;
  (void)snprintf(buf, bufsz, "%" PRId64 " %s", value, units[unit]);
  return buf;
}
