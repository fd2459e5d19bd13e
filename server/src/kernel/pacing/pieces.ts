/**
 * Long work on the main thread, in pieces of a few milliseconds and one piece in each turn of the event loop: everybody
 * else waits for one piece, however many long works there are and whoever they are for.
 */

const PIECE_MS = 4;

const waiting: (() => void)[] = [];
let isTurning = false;

/** Resolves when it is this work's turn. */
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

/** Of one work: call `isOver` between two steps, and await `next` where it says so. */
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

/** For steps that are too small to look at the clock after each, such as pixels: await `next` where `isDue` says so. */
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
