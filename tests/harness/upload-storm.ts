/** Many clients that upload without pause, whatever happens to the server, and record their answers. */

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeTimestampResponse, encodeHex } from '../../proof/src/index.ts';
import { fileForm } from './multipart.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { StormPlace } from './storm-place.ts';
import { API } from './test-sello.ts';

/** Facts from a 201. */
export type Acknowledged = {
  id: string;
  sha256: string;
  sizeBytes: number;
  idempotencyKey: string | undefined;
};

export type UploadStorm = {
  acknowledged: Acknowledged[];
  /** Answers that must never occur. */
  surprises: string[];
  /** The number of answers with 503, and of uploads that were acknowledged only after an unacknowledged attempt. */
  figures: { unavailable: number; settled: number };
  /** Resolves once this many more uploads have been acknowledged; rejects when that takes too long. */
  more(count: number): Promise<void>;
  /** Lets every client finish its current upload. */
  stop(): Promise<void>;
};

export type Whereabouts = {
  /** The address of a server that comes and goes; undefined while it is down. */
  baseUrl: string | undefined;
  /**
   * Incremented when a kill begins and again when the killed process is back, so it is even while nothing is being
   * killed.
   */
  shocks: number;
};

/** Another possible cause of the wait, as a sentence for the failure message. */
type Bystander = () => string;

const PATIENCE_MS = 90_000;
const ANSWER_MS = 20_000;

export function startUploadStorm(
  server: Whereabouts,
  key: string,
  concurrency: number,
  random: SeededRandom,
  bystander: Bystander = () => 'no store to ask',
  /** Two storms with one key must not share idempotency keys. */
  prefix = 'storm-',
): UploadStorm {
  const events = new EventEmitter().setMaxListeners(0);
  const acknowledged: Acknowledged[] = [];
  const surprises: string[] = [];
  const figures = { unavailable: 0, settled: 0 };
  let number = 0;
  let underWay = 0;
  let wanted = 0;
  let isStopping = false;

  const uploadOne = async () => {
    number += 1;
    // Most files fit in one batch of bytes; some are written to disk in several.
    const sizeBytes = 1 + random.below(random.below(12) === 0 ? 2_500_000 : 40_000);
    const content = someBytes(sizeBytes, random);
    // With an Idempotency-Key the client retries until it gets an answer; without one it goes on and never learns the
    // outcome.
    const idempotencyKey = random.below(2) === 0 ? undefined : `${prefix}${number}`;
    const form = fileForm(content, { title: `Storm ${number}` });
    const headers = {
      authorization: `Bearer ${key}`,
      ...form.headers,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const outcomes = new Map<string, number>();
    // Counts only waiting while no server was being killed.
    let waitedMs = 0;
    while (waitedMs < PATIENCE_MS) {
      const { shocks } = server;
      const began = performance.now();
      const answer = await post(server, form.payload, headers);
      const isUndisturbed = shocks % 2 === 0 && server.shocks === shocks;
      if (isUndisturbed) waitedMs += performance.now() - began;
      const outcome = 'silence' in answer ? answer.silence : `${answer.status} ${answer.body.error ?? ''}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if ('status' in answer && answer.status === 201) {
        const sha256 = createHash('sha256').update(content).digest('hex');
        acknowledged.push({ id: answer.body.certificate.id, sha256, sizeBytes, idempotencyKey });
        if (outcomes.size > 1) figures.settled += 1;
        events.emit('acknowledged');
        return;
      }
      if ('status' in answer && answer.status === 503) figures.unavailable += 1;
      if ('status' in answer && answer.status !== 503 && answer.status !== 409) {
        surprises.push(`${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      if ('silence' in answer && isUndisturbed) {
        surprises.push(`${idempotencyKey}: ${answer.silence}, and nobody killed the server; ${bystander()}`);
        return;
      }
      if (idempotencyKey === undefined || isStopping) return;
      await sleep(20 + random.below(100));
    }
    const tried = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
    surprises.push(`refused for ${PATIENCE_MS} ms, ${idempotencyKey}: ${tried}; ${bystander()}`);
  };
  const callers = Array.from({ length: concurrency }, async () => {
    while (!isStopping) {
      // A few more than needed, one per client, so that there is always an upload in progress.
      const isEnough = acknowledged.length + underWay >= wanted + concurrency;
      if (server.baseUrl === undefined || isEnough) {
        await sleep(10);
        continue;
      }
      underWay += 1;
      await uploadOne();
      underWay -= 1;
    }
  });
  return {
    acknowledged,
    surprises,
    figures,
    async more(count) {
      wanted = acknowledged.length + count;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      while (acknowledged.length < wanted) await once(events, 'acknowledged', { signal });
    },
    async stop() {
      isStopping = true;
      await Promise.all(callers);
    },
  };
}

/** `silence`: why there is no answer. */
async function post(
  { baseUrl }: Whereabouts,
  body: Buffer,
  headers: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
): Promise<{ status: number; body: any } | { silence: string }> {
  if (baseUrl === undefined) return { silence: 'no server' };
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`${baseUrl}${API}/certificates`, { method: 'POST', body, headers, signal });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return {
      silence: name === 'TimeoutError' ? `no answer for ${ANSWER_MS} ms` : `${cause?.code ?? name}`,
    };
  }
}

/** Content that is cheap to make and different for every number. */
function someBytes(sizeBytes: number, random: SeededRandom): Buffer {
  const seed = Buffer.from(`${random.below(2 ** 31)}-${random.below(2 ** 31)} `);
  return Buffer.alloc(sizeBytes + seed.length, seed).subarray(0, Math.max(sizeBytes, seed.length));
}

/** Checks everything acknowledged through the API: record, list, file and time stamp. */
export async function findLost(
  baseUrl: string,
  { key }: Pick<StormPlace, 'key'>,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const lost: string[] = [];
  const get = (path: string) =>
    fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  const listed = await listAll(get);
  const check = async ({ id, sha256, sizeBytes }: Acknowledged) => {
    const { certificate } = (await (await get(`${API}/certificates/${id}`)).json()) as {
      certificate?: { id: string; file: { sha256: string; size: number } };
    };
    if (certificate?.file.sha256 !== sha256) lost.push(`${id}: record ${JSON.stringify(certificate)}`);
    if (!listed.has(id)) lost.push(`${id}: not in the list`);
    const { proof } = (await (await get(`${API}/certificates/${id}/proof?type=file`)).json()) as {
      proof: { url: string };
    };
    const { pathname, search } = new URL(proof.url);
    const file = Buffer.from(await (await fetch(`${baseUrl}${pathname}${search}`)).arrayBuffer());
    if (createHash('sha256').update(file).digest('hex') !== sha256) {
      lost.push(`${id}: file of ${file.length} bytes instead of ${sizeBytes}`);
    }
    const tsr = await get(`${API}/certificates/${id}/proof?type=nom151&format=raw`);
    const { token } = decodeTimestampResponse(new Uint8Array(await tsr.arrayBuffer()));
    if (token === undefined || encodeHex(token.info.imprint.digest) !== sha256) {
      lost.push(`${id}: stamp of something else`);
    }
  };
  const rest = [...acknowledged];
  const workers = Array.from({ length: 8 }, async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      const { id } = one;
      await check(one).catch((error) => lost.push(`${id}: ${error}`));
    }
  });
  await Promise.all(workers);
  return lost;
}

async function listAll(get: (path: string) => Promise<Response>): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const answer = await get(`${API}/certificates?limit=100&offset=${offset}`);
    const { certificates } = (await answer.json()) as { certificates: { id: string }[] };
    for (const { id } of certificates) ids.add(id);
    if (certificates.length < 100) return ids;
  }
}
