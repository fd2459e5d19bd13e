/**
 * The only place that keeps the bytes of a caller's body in memory. They count against a budget of the process, and
 * against a share of each account or, for strangers, of each network. Before there was a budget, 21 unfinished
 * batches of 50 MB ended a process, and sixty slow sockets with a file each took 700 MB.
 */

import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../kernel/errors.ts';
import { type GiveBack, makeShared, refusalOf, type Shared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { App } from '../app.ts';
import { shareHolderOf } from '../connection/network-of.ts';
import { bodyTooLarge } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    heldBytes: Shared;
    /** The limit of each person, where many people share the limit of one account. */
    heldBytesOfOne: Shared;
  }
  interface FastifyRequest {
    /**
     * Whose share the body counts against: the account, once a caller is admitted. The body of a stranger counts
     * against the stranger's network.
     */
    bodyHolder: string | undefined;
    /** The person who sends the body, if many people share the limit of `bodyHolder`. */
    bodyPerson: string | undefined;
    heldBody: HeldBody | undefined;
  }
}

/** These first bytes of each body are not counted, because a connection costs more than that even without a body. */
export const UNCOUNTED_BYTES = 16 * 1024;

/** The smallest amount that is taken at a time, so that a large body is not counted in tiny pieces. */
const STEP_BYTES = 64 * 1024;

/** Half of what one holder gets: enough for the largest table that a person sends and for what is made from it. */
const MOST_OF_ONE = SHARED_THINGS.held_bytes.budget / 4;

export function countHeldBytes(app: App, heldBytes = makeShared(SHARED_THINGS.held_bytes)): void {
  app.decorate('heldBytes', heldBytes);
  app.decorate('heldBytesOfOne', makeHeldBytesOfOne());
  app.decorateRequest('bodyHolder', undefined);
  app.decorateRequest('bodyPerson', undefined);
  app.decorateRequest('heldBody', undefined);
}

export function makeHeldBytesOfOne(most = MOST_OF_ONE): Shared {
  return makeShared({ ...SHARED_THINGS.held_bytes, budget: Number.MAX_SAFE_INTEGER, most });
}

/** The limit of one person, among many people who share another limit. */
type OfOne = { shared: Shared; person: string };

/** The bytes that one request holds in memory. */
class HeldBody {
  #counted = UNCOUNTED_BYTES;
  #giveBack: GiveBack | undefined;
  readonly #shared: Shared;
  readonly #holder: string;
  readonly #ofOne: OfOne | undefined;

  constructor(shared: Shared, holder: string, ofOne: OfOne | undefined) {
    this.#shared = shared;
    this.#holder = holder;
    this.#ofOne = ofOne;
  }

  /**
   * Counts this many bytes in total. Returns undefined if there is room at once, and otherwise a promise, which
   * rejects with a refusal if no room becomes free in time.
   */
  reach(bytes: number): Promise<void> | undefined {
    if (bytes <= this.#counted) return undefined;
    const counted = Math.max(bytes, this.#counted + STEP_BYTES);
    // The amount held so far is given back, and then the new total is taken instead of only the difference. So a holder
    // with a single body may use all that is free, however the body arrives.
    this.giveBack();
    const amount = counted - UNCOUNTED_BYTES;
    const endOwn = this.#takeOwn(amount);
    const giveBack = this.#shared.tryTake(this.#holder, amount);
    if (giveBack === undefined) return this.#wait(counted, endOwn);
    this.#keep(giveBack, endOwn, counted);
    return undefined;
  }

  /**
   * Refuses a body that would not fit now, before it is read. The announced length is not reserved: a caller that
   * announces much and sends nothing would take memory from others.
   */
  async assertRoomFor(bytes: number): Promise<void> {
    if (bytes <= this.#counted) return;
    await this.reach(bytes);
    this.giveBack();
  }

  giveBack(): void {
    this.#giveBack?.();
    this.#giveBack = undefined;
    this.#counted = UNCOUNTED_BYTES;
  }

  /** Throws if this person alone holds too much, even if the limit that many people share has room. */
  #takeOwn(amount: number): GiveBack | undefined {
    if (this.#ofOne === undefined) return undefined;
    const { shared, person } = this.#ofOne;
    const endOwn = shared.tryTake(person, amount);
    if (endOwn === undefined) throw refusalOf(SHARED_THINGS.held_bytes, 'share');
    return endOwn;
  }

  async #wait(counted: number, endOwn: GiveBack | undefined): Promise<void> {
    try {
      this.#keep(await this.#shared.take(this.#holder, counted - UNCOUNTED_BYTES), endOwn, counted);
    } catch (error) {
      endOwn?.();
      throw error;
    }
  }

  #keep(giveBack: GiveBack, endOwn: GiveBack | undefined, counted: number): void {
    this.#giveBack = () => {
      giveBack();
      endOwn?.();
    };
    this.#counted = counted;
  }
}

/** The bytes that this request holds. `giveBodyBack` gives them back, however the request ends. */
export function heldBodyOf(request: FastifyRequest): HeldBody {
  const { server, bodyHolder, bodyPerson: person, ip } = request;
  const ofOne = person === undefined ? undefined : { shared: server.heldBytesOfOne, person };
  request.heldBody ??= new HeldBody(server.heldBytes, bodyHolder ?? shareHolderOf(ip), ofOne);
  return request.heldBody;
}

/** Call this once nothing uses the body of the request any more. */
export function giveBodyBack({ heldBody }: FastifyRequest): void {
  heldBody?.giveBack();
}

type Reading = {
  maxBytes: number;
  tooLarge?(): AppError;
  onPiece?(piece: Buffer): void;
};

/**
 * Yields the pieces of a body as they arrive. The connection stays open for the answer, even if the reader stops
 * early.
 */
export function piecesOf({ raw }: FastifyRequest): AsyncIterable<Buffer> {
  return raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Reads a whole body. It stops at the first byte that is too many. */
export async function readWholeBody(
  request: FastifyRequest,
  { maxBytes, tooLarge = bodyTooLarge, onPiece }: Reading,
): Promise<Buffer> {
  const declared = declaredBytes(request);
  if (declared > maxBytes) throw tooLarge();
  const held = heldBodyOf(request);
  if (declared > UNCOUNTED_BYTES) await held.assertRoomFor(declared);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of piecesOf(request)) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge();
    const counting = held.reach(size);
    if (counting !== undefined) await counting;
    onPiece?.(piece);
    pieces.push(piece);
  }
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, size);
}

/** The number in `Content-Length`; 0 if it is missing or is no length. */
export function declaredBytes({ headers }: FastifyRequest): number {
  const declared = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(declared) ? declared : 0;
}

/** The media type of the body without parameters; empty if none was sent. */
export function typeOfBody({ heldContentType }: FastifyRequest): string {
  return heldContentType.split(';')[0]?.trim().toLowerCase() ?? '';
}
