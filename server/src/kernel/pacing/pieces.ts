/**
 * Splits long work on the main thread into pieces of a few milliseconds, and runs one piece per iteration of the event
 * loop. Other requests then wait for one piece at most, however many long tasks there are.
 */

const PIECE_MS = 4;

const waiting: (() => void)[] = [];
let isTurning = false;

/** Resolves when this task may run its next piece. */
export function nextPiece(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isTurning) setImmediate(giveTurn);
    isTurning = true;
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  isTurning = waiting.length > 0;
  if (isTurning) setImmediate(giveTurn);
}

/** The current piece of one task: call `isOver` between two steps, and await `next` when it returns true. */
export class Piece {
  #endsAt: number;
  readonly #elapsedMs: () => number;

  constructor(elapsedMs = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
    this.#endsAt = elapsedMs() + PIECE_MS;
  }

  get isOver(): boolean {
    return this.#elapsedMs() >= this.#endsAt;
  }

  async next(): Promise<void> {
    await nextPiece();
    this.#endsAt = this.#elapsedMs() + PIECE_MS;
  }
}

const LOOK_EVERY = 16_384;

/**
 * Like `Piece`, for steps such as single pixels, which are too small for a look at the clock after each: await `next`
 * when `isDue` returns true.
 */
export class Steps {
  #steps = 0;
  readonly #piece = new Piece();

  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % LOOK_EVERY === 0 && this.#piece.isOver;
  }

  next(): Promise<void> {
    return this.#piece.next();
  }
}

export async function mapInPieces<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const piece = new Piece();
  for (const [index, item] of items.entries()) {
    if (piece.isOver) await piece.next();
    results.push(map(item, index));
  }
  return results;
}
