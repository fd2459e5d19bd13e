/**
 * Offers checkpoints to a witness over HTTP (C2SP tlog-witness), with limits of time and size and without following
 * redirects.
 */

import { encodeAddCheckpoint, parseUtf8 } from '@sello/proof';
import { Agent, errors, request } from 'undici';
import { readCapped, withDeadline } from '../../http/outgoing.ts';
import type { Witness, Witnesses } from './ports.ts';
import type { NamedWitness, WitnessSettings } from './settings.ts';
import { WitnessFailure } from './witness-failure.ts';

/** The deadline may be long, because only the round that offers checkpoints waits for it. */
const DEADLINE_MS = 10_000;
/** The answer is a few signature lines, or a size. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Makes the clients of the witnesses. Nothing is connected until the first offer. The operator chose the addresses,
 * so they may be private.
 */
export function openWitnesses(
  { witnesses }: Pick<WitnessSettings, 'witnesses'>,
  deadlineMs = DEADLINE_MS,
): Witnesses {
  // The agent's own timers are off. They notice only silence and not a slow trickle, and the deadline already covers
  // the whole exchange.
  const agent = new Agent({
    pipelining: 0,
    connect: { timeout: deadlineMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    all: witnesses.map((one) => openWitness(agent, one, deadlineMs)),
    close: () => agent.destroy(),
  };
}

function openWitness(agent: Agent, { vkey, url }: NamedWitness, deadlineMs: number): Witness {
  const late = () => new WitnessFailure('timeout', `no whole answer within ${deadlineMs} ms`);
  const tooLong = () => new WitnessFailure('garbage', `sent more than ${MAX_ANSWER_BYTES} bytes`);
  const send = async (body: string, signal: AbortSignal): Promise<{ status: number; text: string }> => {
    const reply = await request(`${url}/add-checkpoint`, {
      method: 'POST',
      dispatcher: agent,
      signal,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
    });
    const bytes = await readCapped(reply.body, MAX_ANSWER_BYTES, tooLong);
    return { status: reply.statusCode, text: parseUtf8(bytes) ?? '' };
  };
  return {
    vkey,
    name: vkey.split('+', 1)[0] ?? '',
    async addCheckpoint(offered) {
      const body = encodeAddCheckpoint(offered);
      const answer = await withDeadline(deadlineMs, late, (signal) =>
        send(body, signal).catch((error) => {
          throw asFailure(error, signal);
        }),
      );
      return readAnswer(answer);
    },
  };
}

function readAnswer({ status, text }: { status: number; text: string }) {
  switch (status) {
    case 200:
      return { lines: text };
    case 409:
      return { knownSize: readSize(text) };
    case 403:
      throw new WitnessFailure(
        'unknown_log',
        'does not trust the key of this log: give its operator `/log/key`',
      );
    case 404:
      throw new WitnessFailure('unknown_log', 'does not know this log: give its operator `/log/key`');
    case 422:
      throw new WitnessFailure(
        'fork',
        'refuses the consistency proof: it has cosigned another history of this log',
      );
    default:
      throw new WitnessFailure('unreachable', `answered with HTTP status ${status}`);
  }
}

function readSize(text: string): number {
  const size = /^(0|[1-9]\d{0,15})\n?$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(size)) throw new WitnessFailure('garbage', 'answered 409 without a size');
  return size;
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof WitnessFailure || !(error instanceof Error)) return error;
  if (error instanceof errors.HTTPParserError)
    return new WitnessFailure('garbage', 'does not speak HTTP', { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  return new WitnessFailure('unreachable', `cannot be reached (${code ?? error.name})`, { cause: error });
}
