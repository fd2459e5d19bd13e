/** How the work of a reader grows with the length of a text that was made to hurt it. */

type Run = (text: string) => unknown;

/** Shorter times are not examined. */
const NOTICED_MS = 10;
const SHORT = 4_000;
const LONG = 8 * SHORT;
const MOST_TIMES = 12;
/** What is quadratic costs sixteen times as much for it; what only outgrows a cache, four times. */
const LONGEST = 4 * LONG;
const MOST_TIMES_BEYOND = 8;

/**
 * Texts of `n` characters: two pieces, each again and again, one behind the other or in turn. What comes before, between and
 * after them opens and closes what the reader knows.
 */
export function* pumped(
  pieces: readonly string[],
  marks: readonly string[],
): Generator<(n: number) => string> {
  const repeated = (piece: string, n: number) => piece.repeat(Math.ceil(n / piece.length));
  for (const before of ['', ...marks])
    for (const first of pieces)
      for (const second of pieces) {
        if (first < second) yield (n) => before + repeated(first + second, n);
        if (first !== second)
          for (const between of ['', ...marks.slice(0, 1)])
            yield (n) => before + repeated(first, n / 2) + between + repeated(second, n / 2);
      }
}

/** Milliseconds, the best of some. */
async function cost(run: Run, text: string, times: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    try {
      await run(text);
    } catch {
      // Refusals cost time too.
    }
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** Garbage is collected now and then, and the machine has other work: only what is slow each time is slow. */
const LOOKS = 3;

async function isSlow(run: Run, textOf: (n: number) => string): Promise<boolean> {
  if ((await cost(run, textOf(LONG), 1)) < NOTICED_MS) return false;
  for (let look = 0; look < LOOKS; look += 1) {
    const long = await cost(run, textOf(LONG), 3);
    if (long < NOTICED_MS || long < MOST_TIMES * (await cost(run, textOf(SHORT), 5))) return false;
    if ((await cost(run, textOf(LONGEST), 1)) < MOST_TIMES_BEYOND * long) return false;
  }
  return true;
}

/** The beginning of a text for which eight times the length costs more than twelve times as much; undefined if there is none. */
export async function findSlow(
  run: Run,
  texts: Iterable<(n: number) => string>,
): Promise<string | undefined> {
  for (const textOf of texts) if (await isSlow(run, textOf)) return textOf(24);
  return undefined;
}
