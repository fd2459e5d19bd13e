/**
 * Reads a published log (C2SP tlog-tiles) over HTTP, with limits of time and size. It does not verify what it
 * returns.
 */

import {
  type EntryBundle,
  entriesPath,
  ProofError,
  parseBase64,
  parseUtf8,
  TILE_WIDTH,
  type Tile,
  tilePath,
} from '@sello/proof';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { readCapped, withDeadline } from '../../http/outgoing.ts';

/** The log could not be read. This is no proof against the log, which may be down. */
export class LogUnreadable extends Error {}

export type LogClient = {
  checkpoint(): Promise<string>;
  /** The newest checkpoint that its witnesses cosigned; undefined if the log does not offer it. */
  witnessedCheckpoint(): Promise<string | undefined>;
  /**
   * The log's verifier keys. Undefined if the log does not publish them, which the specification does not require.
   */
  key(): Promise<string | undefined>;
  tile(tile: Tile): Promise<Uint8Array>;
  /** The bundle as it is served; undefined if the log does not publish these entries. */
  entries(bundle: EntryBundle): Promise<Uint8Array | undefined>;
  /**
   * The consistency proof between two sizes. Undefined if the log has no such address, which the specification does
   * not require.
   */
  consistency(first: number, second: number): Promise<readonly Uint8Array[] | undefined>;
  close(): Promise<void>;
};

const DEADLINE_MS = 20_000;
const MAX_BYTES = 128 * 1024;
/** The size of 256 entries, each of the largest size that a length of two bytes can express. */
const MAX_BUNDLE_BYTES = TILE_WIDTH * (2 + 0xffff);
const HASH_BYTES = 32;

/** `url` is the log's prefix, the address before `/checkpoint`. */
export function openLogClient(url: string, deadlineMs = DEADLINE_MS): LogClient {
  const agent = new Agent({ connect: { timeout: deadlineMs }, headersTimeout: 0, bodyTimeout: 0 });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 3 }));
  const base = url.replace(/(?<!\/)\/+$/, '');
  const get = (path: string, maxBytes = MAX_BYTES) =>
    getBytes(dispatcher, `${base}/${path}`, deadlineMs, maxBytes);
  const getText = async (path: string) => {
    const bytes = await get(path);
    return bytes && parseUtf8(bytes);
  };
  return {
    async checkpoint() {
      const text = await getText('checkpoint');
      if (text === undefined) throw new LogUnreadable(`There is no checkpoint at ${base}/checkpoint.`);
      return text;
    },
    witnessedCheckpoint: () => getText('witnessed-checkpoint'),
    key: async () => (await getText('key'))?.trim(),
    async tile(tile) {
      const bytes = (await get(tilePath(tile))) ?? (await get(tilePath({ ...tile, width: TILE_WIDTH })));
      if (bytes === undefined) throw new LogUnreadable(`There is no tile at ${base}/${tilePath(tile)}.`);
      // The full tile is cut, because a log may delete a partial tile once the full one exists.
      return bytes.subarray(0, tile.width * HASH_BYTES);
    },
    async entries(bundle) {
      const read = (wanted: EntryBundle) => get(entriesPath(wanted), MAX_BUNDLE_BYTES);
      return (await read(bundle)) ?? (await read({ ...bundle, width: TILE_WIDTH }));
    },
    async consistency(first, second) {
      const text = await getText(`consistency?first=${first}&second=${second}`);
      return text === undefined ? undefined : readPath(text);
    },
    close: () => agent.destroy(),
  };
}

/** Fetches bytes. Undefined for 404 and similar statuses. */
async function getBytes(
  dispatcher: Dispatcher,
  url: string,
  deadlineMs: number,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const late = () => new LogUnreadable(`${url} did not answer within ${deadlineMs} ms.`);
  const tooLong = () => new LogUnreadable(`${url} sent more than ${maxBytes} bytes.`);
  return withDeadline(deadlineMs, late, async (signal) => {
    try {
      // With these headers, a cache on the way returns no outdated answer.
      const headers = { 'cache-control': 'no-cache', 'accept-encoding': 'identity' };
      const reply = await request(url, { dispatcher, signal, headers });
      const bytes = await readCapped(reply.body, maxBytes, tooLong);
      if (reply.statusCode === 200) return bytes;
      if ([404, 410, 422].includes(reply.statusCode)) return undefined;
      throw new LogUnreadable(`${url} answered with HTTP status ${reply.statusCode}.`);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof LogUnreadable) throw error;
      const { code, name } = error as NodeJS.ErrnoException;
      throw new LogUnreadable(`${url} cannot be reached (${code ?? name}).`, { cause: error });
    }
  });
}

function readPath(text: string): readonly Uint8Array[] | undefined {
  try {
    const { path } = JSON.parse(text) as { path?: unknown };
    const hashes = Array.isArray(path) ? path.map((one) => parseBase64(String(one))) : [undefined];
    const known = hashes.filter((hash) => hash !== undefined);
    return known.length === hashes.length ? known : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reports a malformed tile or bundle as unreadable. It proves nothing against the log, because it may be the error
 * page of a proxy.
 */
export async function unlessMisshapen<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnreadable(error);
  }
}

export function asUnreadable(error: unknown): unknown {
  return error instanceof ProofError ? new LogUnreadable(`${error.message}.`, { cause: error }) : error;
}
