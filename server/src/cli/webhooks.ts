/** `sello webhooks listen`: forwards events to a program on this machine, just as a webhook would deliver them. */

import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sello } from '@sello/sdk/source';
import { asFailure, connect, readConnection } from './shared/connect.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, required, UsageError, unknownSubverb } from './shared/usage.ts';

const OPTIONS = {
  forward: { type: 'string' },
  types: { type: 'string' },
  secret: { type: 'string' },
  after: { type: 'string' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

const POLL_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 15_000;

type Event = { id: string; type: string; timestamp: string; data: unknown };

/** Where events are sent, how they are signed, and which types are wanted. */
type Listener = { forward: string; secret: string; types: string | undefined };

export async function webhooksCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  if (verb !== 'listen') throw unknownSubverb('webhooks', verb, ['listen']);
  const { values, positionals } = readArguments(args, OPTIONS);
  refuseArguments(positionals);
  const listener: Listener = {
    forward: addressFrom(required(values.forward, 'The address to forward events to (--forward)')),
    secret: secretFrom(values.secret) ?? `whsec_${randomBytes(32).toString('base64')}`,
    types: values.types,
  };
  const after = eventFrom(values.after);
  const sello = connect(readConnection(values, terminal), terminal.error);
  try {
    let last = after ?? (await newestEvent(sello, listener));
    terminal.error(`Listening. The events are signed with ${listener.secret}`);
    for (;;) {
      last = await forwardNext(sello, listener, last, terminal);
      await sleep(POLL_EVERY_MS);
    }
  } catch (error) {
    throw asFailure(error);
  }
}

/** Forwards every event after `last`, in order, and returns the id of the last one. */
export async function forwardNext(
  sello: Sello,
  listener: Listener,
  last: string | undefined,
  terminal: Pick<Terminal, 'out'>,
): Promise<string | undefined> {
  let after = last;
  for (;;) {
    const { events, hasMore } = await readEvents(sello, {
      order: 'asc',
      limit: 100,
      after,
      type: listener.types,
    });
    for (const event of events) {
      terminal.out(`${event.timestamp}  ${event.type}  ${event.id}  → ${await forward(listener, event)}`);
      after = event.id;
    }
    if (!hasMore) return after;
  }
}

/** The newest event, after which forwarding begins, so that past events are not sent. */
async function newestEvent(sello: Sello, { types }: Listener): Promise<string | undefined> {
  return (await readEvents(sello, { limit: 1, type: types })).events[0]?.id;
}

async function readEvents(sello: Sello, query: Record<string, string | number | undefined>) {
  const answer = await sello.request('GET', '/events', { query });
  const { events, pagination } = JSON.parse(await answer.text()) as {
    events: Event[];
    pagination: { has_more: boolean };
  };
  return { events, hasMore: pagination.has_more && events.length > 0 };
}

/**
 * Sends an event once and returns what the program answered. It is not repeated, because a program under development is
 * often not running.
 */
async function forward(
  { forward: url, secret }: Listener,
  { id, type, timestamp, data }: Event,
): Promise<string> {
  const body = JSON.stringify({ type, timestamp, data });
  const seconds = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return `no answer (${cause?.code ?? (error as Error).message})`;
  }
}

function addressFrom(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--forward must be an address such as http://localhost:3000/hook; it is "${text}".`);
  return text;
}

/** Reads the id of the event after which forwarding continues: the last one that an earlier run sent. */
function eventFrom(text: string | undefined): string | undefined {
  if (text === undefined || /^evt_[0-9A-Za-z]{22}$/.test(text)) return text;
  throw new UsageError('--after must be the id of an event: evt_ and 22 characters.');
}

function secretFrom(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(text))
    throw new UsageError('--secret must be the secret of a webhook: whsec_ and base64.');
  return text;
}
