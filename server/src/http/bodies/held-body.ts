/**
 * The only place that keeps the bytes of a caller's body in memory. They count against a budget of the process, and
 * against a share of each account or, for strangers, of each network. Before there was a budget, 21 unfinished
 * batches of 50 MB ended a process, and sixty slow sockets with a file each took 700 MB.
 */

import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../kernel/errors.ts';
import { type GiveBack, makeShared, type Shared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { App } from '../app.ts';
import { networkOf } from '../connection/network-of.ts';
import { bodyTooLarge } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    heldBytes: Shared;
  }
  interface FastifyRequest {
    /**
     * Whose share the body counts against: the account, once a caller is admitted. The body of a stranger counts
     * against the stranger's network.
     */
    bodyHolder: string | undefined;
    heldBody: HeldBody | undefined;
  }
}

/** These first bytes of each body are not counted, because a connection costs more than that even without a body. */
export const UNCOUNTED_BYTES = 16 * 1024;

/** The least that is taken at once, so that a large body is not counted in tiny pieces. */
const STEP_BYTES = 64 * 1024;

export function countHeldBytes(app: App, heldBytes = makeShared(SHARED_THINGS.held_bytes)): void {
  app.decorate('heldBytes', heldBytes);
  app.decorateRequest('bodyHolder', undefined);
  app.decorateRequest('heldBody', undefined);
}

/** The bytes that one request holds in memory. */
class HeldBody {
  #counted = UNCOUNTED_BYTES;
  #giveBack: GiveBack | undefined;
  readonly #shared: Shared;
  readonly #holder: string;

  constructor(shared: Shared, holder: string) {
    this.#shared = shared;
    this.#holder = holder;
  }

  /**
   * Counts this many bytes in total. Returns undefined if there is room at once, and otherwise a promise, which
   * rejects with a refusal if no room becomes free in time.
   */
  reach(bytes: number): Promise<void> | undefined {
    if (bytes <= this.#counted) return undefined;
    const counted = Math.max(bytes, this.#counted + STEP_BYTES);
    // Everything is given back and then the whole amount is taken, not the difference alone. A holder with a single
    // body may then use all that is free, however the body arrives.
    this.giveBack();
    const giveBack = this.#shared.tryTake(this.#holder, counted - UNCOUNTED_BYTES);
    if (giveBack === undefined) return this.#wait(counted);
    this.#keep(giveBack, counted);
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

  async #wait(counted: number): Promise<void> {
    this.#keep(await this.#shared.take(this.#holder, counted - UNCOUNTED_BYTES), counted);
  }

  #keep(giveBack: GiveBack, counted: number): void {
    this.#giveBack = giveBack;
    this.#counted = counted;
  }
}

/** The bytes that this request holds. `giveBodyBack` gives them back, however the request ends. */
export function heldBodyOf(request: FastifyRequest): HeldBody {
  request.heldBody ??= new HeldBody(request.server.heldBytes, request.bodyHolder ?? networkOf(request.ip));
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
