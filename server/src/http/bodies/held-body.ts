/**
 * The only place that keeps the bytes of a caller's body in memory. They count against a budget of the process and a share
 * of each account, of each network for strangers: 21 unfinished batches of 50 MB ended a process before, and sixty slow
 * sockets with a file each took 700 MB.
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
     * Whose share a body counts against once somebody is admitted: an account. A stranger's body counts against the
     * stranger's network.
     */
    bodyHolder: string | undefined;
    heldBody: HeldBody | undefined;
  }
}

/** So many bytes of each body are not counted: a connection costs more than that even without a body. */
export const UNCOUNTED_BYTES = 16 * 1024;

/** Taken at once at least, so that a large body does not count in tiny pieces. */
const STEP_BYTES = 64 * 1024;

export function countHeldBytes(app: App, heldBytes = makeShared(SHARED_THINGS.held_bytes)): void {
  app.decorate('heldBytes', heldBytes);
  app.decorateRequest('bodyHolder', undefined);
  app.decorateRequest('heldBody', undefined);
}

/** What one request holds. */
class HeldBody {
  #counted = UNCOUNTED_BYTES;
  #giveBack: GiveBack | undefined;
  readonly #shared: Shared;
  readonly #holder: string;

  constructor(shared: Shared, holder: string) {
    this.#shared = shared;
    this.#holder = holder;
  }

  /** Counts this many bytes in total. Undefined where that is done at once; rejects with a refusal. */
  reach(bytes: number): Promise<void> | undefined {
    if (bytes <= this.#counted) return undefined;
    const counted = Math.max(bytes, this.#counted + STEP_BYTES);
    // The whole amount is taken again instead of the difference: a holder's only body may take all that is free,
    // however it arrives.
    this.giveBack();
    const giveBack = this.#shared.tryTake(this.#holder, counted - UNCOUNTED_BYTES);
    if (giveBack === undefined) return this.#wait(counted);
    this.#keep(giveBack, counted);
    return undefined;
  }

  /**
   * Refuses a body before it is read that would not fit now. A length is not reserved when it is announced: announcing
   * much and sending nothing would take memory from others.
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

/** Given back by `giveBodyBack`, whatever becomes of the request. */
export function heldBodyOf(request: FastifyRequest): HeldBody {
  request.heldBody ??= new HeldBody(request.server.heldBytes, request.bodyHolder ?? networkOf(request.ip));
  return request.heldBody;
}

/** Once nothing of the request uses its body any more. */
export function giveBodyBack({ heldBody }: FastifyRequest): void {
  heldBody?.giveBack();
}

type Reading = {
  maxBytes: number;
  tooLarge?(): AppError;
  onPiece?(piece: Buffer): void;
};

/** The pieces of a body as they arrive. Whoever stops early leaves the connection open for the answer. */
export function piecesOf({ raw }: FastifyRequest): AsyncIterable<Buffer> {
  return raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Stops reading at the first byte too many. */
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

/** What `Content-Length` says; 0 where it says nothing that is a length. */
export function declaredBytes({ headers }: FastifyRequest): number {
  const declared = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(declared) ? declared : 0;
}

/** The media type of a body alone; empty where none was sent. */
export function typeOfBody({ heldContentType }: FastifyRequest): string {
  return heldContentType.split(';')[0]?.trim().toLowerCase() ?? '';
}
