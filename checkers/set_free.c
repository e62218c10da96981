// Shows that no hand of T cards of (5,3) is set-free: cc -O2 -o set_free set_free.c && ./set_free 69
// README.md says how. A layer is 25 cards as a word: card (x,y) is the bit 5x + y.
// The exit status is 0 if none is, 1 if one is, and 2 if T is wrong.
#include <stdio.h>
#include <stdlib.h>
typedef unsigned Layer; typedef struct { Layer z[5]; } Hand;
typedef unsigned __int128 Pairs; // a bit for each two rows and two columns, or for a card
#define EACH(c, of) for (Layer left_##c = of, c; left_##c && (c = __builtin_ctz(left_##c), 1); left_##c &= left_##c - 1)
enum { ALL = (1 << 25) - 1, MAPS = 28800 };
static unsigned char most[ALL + 1], class[ALL + 1]; // the most set-free cards of a layer; its class, if it is set-free
static int T, least, size1, size2, count, permutations, permutation[121][5], number[32], two[10][2], nodes;
static Layer sets[130], S1, S2; // the sets of a layer; the first two layers
static int size(Layer a) { return __builtin_popcount(a); } static int min(int a, int b) { return a < b ? a : b; }
static int bit(int d, int i, int c) { return d == 0 ? c : d == 1 ? 5 * i + c % 5 : 5 * (c % 5) + i; }
static Layer across(Hand P, int d, int i) { // layer i in direction d
    Layer a = 0; for (int c = 0; c < 25; c++) a |= (P.z[d ? c / 5 : i] >> bit(d, i, c) & 1) << c;
    return a;
}
static Layer image(Layer a, int map) { // under permutations of rows and columns, and their exchange
    int *row = permutation[map % 120], *column = permutation[map / 120 % 120], b = 0, swaps = map >= MAPS / 2;
    EACH(c, a) b |= 1 << (swaps ? 5 * column[c % 5] + row[c / 5] : 5 * row[c / 5] + column[c % 5]);
    return b;
}
static int is_set(Layer a) {
    int rows = 0, columns = 0; EACH(c, a) rows |= 1 << c / 5, columns |= 1 << c % 5;
    return size(a) == 5 && (size(rows) == 1 || rows == 31) && (size(columns) == 1 || columns == 31);
}
static int fits(Hand P) { // whether T cards may be left, by the largest set-free parts of all layers
    int s3 = min(most[P.z[2]], size2), s4 = min(most[P.z[3]], s3), s5 = min(most[P.z[4]], s4), few = s5, total[2] = {0};
    for (int i = 0, s; i < 10; i++)
        few = min(few, s = most[across(P, 1 + i / 5, i % 5)]), total[i / 5] += min(s, size1);
    return few >= least && min(size1 + size2 + s3 + s4 + s5, min(total[0], total[1])) >= T;
}
static void within(Hand P, Hand kept) { // takes each card out of a set, unless it is kept, until there is none
    if (!fits(P)) return;
    for (int i = 0; i < 1950; i++) if (!(sets[i % 130] & ~across(P, i / 650, i / 130 % 5))) {
        EACH(c, sets[i % 130]) {
            Layer z = i / 650 ? c / 5 : (Layer)i / 130, card = 1u << bit(i / 650, i / 130 % 5, c);
            if (P.z[z] &= ~card, !(kept.z[z] & card)) within(P, kept);
            P.z[z] |= card, kept.z[z] |= card;
        }
        return;
    }
    exit(printf("a set-free hand of %d cards: %x %x %x %x %x\n", T, S1, S2, P.z[2], P.z[3], P.z[4]) > 0);
}
static int narrow(Hand *P, const Pairs *bars) { // drops cards of the last layers that leave too few in the other
    int s = min(most[P->z[2]], size2), r = T - size1 - size2 - s, a = -min(-least, ~r / 2), b = -min(-least, s - r);
    for (Layer A = 0, B = 0; A != P->z[3] || B != P->z[4];) {
        EACH(c, A = P->z[3]) if (most[P->z[4] & ~(Layer)bars[c]] < b) P->z[3] &= ~(1u << c);
        EACH(c, B = P->z[4]) if (most[P->z[3] & ~(Layer)bars[c]] < a) P->z[4] &= ~(1u << c);
    }
    return fits(*P);
}
// Takes the card of layer k that bars most, or drops it. For k = 2 it bars pairs of later cards, for k = 3 single ones.
static void choose(int k, Hand P, Layer taken, Pairs barred, const Pairs *bars) {
    Pairs each[25] = {0}; int best = 0, card = 0;
    for (int i = 0; i < 400 && k == 2; i++) if (barred >> i / 4 & 1) {
        int *rows = two[i / 40], *columns = two[i / 4 % 10], r = i & 1, c = i >> 1 & 1;
        each[5 * rows[r] + columns[c]] |= (Pairs)1 << (5 * rows[!r] + columns[!c]);
    }
    if (k == 3) P.z[4] &= ~(Layer)barred;
    if (nodes++, !narrow(&P, k == 2 ? each : bars) || taken & ~P.z[k] || most[taken] < size(taken)) return;
    EACH(c, P.z[k] & ~taken) {
        Pairs more = k == 2 ? bars[c] & ~barred : bars[c] & P.z[4];
        int gain = __builtin_popcountll(more) + __builtin_popcountll(more >> 64);
        if (gain > best) best = gain, card = c;
    }
    if (!best) k == 2 ? choose(3, P, 0, 0, each) : within(P, (Hand){{S1, S2}});
    else choose(k, P, taken | 1u << card, barred | bars[card], bars);
    if (best) P.z[k] &= ~(1u << card), choose(k, P, taken, barred, bars);
}
int main(int n, char **arguments) {
    char *end = "";
    long cards = n > 1 ? strtol(arguments[1], &end, 10) : 69;
    if (n > 2 || *end || cards < 1 || cards > 125)
        return fprintf(stderr, "set_free: usage: set_free [T], the number of cards, from 1 to 125\n"), 2;
    T = (int)cards;
    for (int m = 0, i = 0; m < 32; m++)
        if (size(m) == 2) number[m] = i, two[i][0] = __builtin_ctz(m), two[i++][1] = __builtin_ctz(m & (m - 1));
    for (int code = 0, seen = 0; code < 3125; code++, permutations += seen == 31, seen = 0)
        for (int i = 0, rest = code; i < 5; i++, rest /= 5) seen |= 1 << (permutation[permutations][i] = rest % 5);
    for (Layer a = 1, free = 1; a <= ALL; a++, free = 1) {
        EACH(c, a) most[a] = -min(-most[a], -most[a & ~(1u << c)]), free &= most[a & ~(1u << c)] == size(a) - 1;
        if (free && is_set(a)) sets[count++] = a;
        else if (free) most[a] = size(a);
    }
    for (size1 = most[ALL]; 5 * size1 >= T; size1--) for (S1 = 0, least = -min(-1, 4 * size1 - T); S1 <= ALL; S1++) {
        static int keep[MAPS + 1], kept, classes, i;
        if (class[S1] || size(S1) != size1 || most[S1] != size1) continue;
        for (int map = kept = 0, to = ++classes; map < MAPS; map++, kept += image(S1, keep[kept]) == S1)
            class[image(S1, keep[kept] = map)] = to;
        for (S2 = 0; S2 <= ALL; S2++) {
            if ((size2 = size(S2)) > size1 || size1 + 4 * size2 < T || most[S2] != size2) continue;
            for (i = size2 == size1 && class[S2] && class[S2] < classes ? MAPS : 0; i < kept; i++)
                i = image(S2, keep[i]) < S2 ? MAPS : i;
            Pairs bars[25] = {0}; // the third card of a rainbow leaves two rows and two columns for the last two
            EACH(a, S1) EACH(b, S2) for (int c = 0; c < 25 && i == kept; c++) {
                int r = 31 & ~(1 << a / 5 | 1 << b / 5 | 1 << c / 5), s = 31 & ~(1 << a % 5 | 1 << b % 5 | 1 << c % 5);
                if (size(r) == 2 && size(s) == 2) bars[c] |= (Pairs)1 << (10 * number[r] + number[s]);
            }
            if (i == kept) choose(2, (Hand){{S1, S2, ALL, ALL, ALL}}, 0, 0, bars);
        }
    }
    printf("no set-free hand of (5,3) has %d cards: %d nodes\n", T, nodes);
}
