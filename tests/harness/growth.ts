/** How a reader's time grows with the length of a text that was made to be expensive. */

type Run = (text: string) => unknown;

/** Shorter times are too small to judge. */
const NOTICED_MS = 10;
const SHORT = 4_000;
const LONG = 8 * SHORT;
const MOST_TIMES = 12;
/**
 * At this length, four times `LONG`, quadratic work takes sixteen times as long, while linear work that no longer fits
 * a cache takes about four times as long.
 */
const LONGEST = 4 * LONG;
const MOST_TIMES_BEYOND = 8;

/**
 * Texts of `n` characters, made of two repeated pieces that alternate or follow each other. The marks before and
 * between them open and close what the reader recognises.
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

/** The shortest of `times` measurements, in milliseconds. */
async function cost(run: Run, text: string, times: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    try {
      await run(text);
    } catch {
      // Refused texts are measured too, because refusing costs time as well.
    }
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/**
 * Garbage collection and other work make some measurements slow, so only a text that is slow every time counts as slow.
 */
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

/**
 * The beginning of a text for which eight times the length takes more than twelve times as long; undefined if there is
 * none.
 */
export async function findSlow(
  run: Run,
  texts: Iterable<(n: number) => string>,
): Promise<string | undefined> {
  for (const textOf of texts) if (await isSlow(run, textOf)) return textOf(24);
  return undefined;
}
