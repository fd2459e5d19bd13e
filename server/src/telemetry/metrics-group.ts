/**
 * The metrics of a group of processes, whichever of them is asked: a member asks its parent, the parent asks every
 * member for its own, and adds them up. One that does not answer in time is left out rather than waited for.
 */

import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** What one process has counted, as `getMetricsAsJSON` gives it. */
type Counted = MetricObjectWithValues<MetricValue<string>>[];

type Message = { sello?: 'tell yours' | 'tell all' | 'told'; id?: number; value?: unknown };

const ANSWER_WITHIN_MS = 2_000;

/** In a member: answers the parent's question, and asks it for the whole. */
export function joinGroup(readOwn: () => Promise<Counted>): { readAll(): Promise<string | undefined> } {
  process.on('message', (message: Message) => {
    if (message.sello === 'tell yours') void answer(message, readOwn, (told) => process.send?.(told));
  });
  return { readAll: () => ask<string>(process, 'tell all') };
}

/** In the parent: answers members' questions with `readAll`. */
export function leadGroup(readAll: () => Promise<string>): void {
  cluster.on('message', (member, message: Message) => {
    if (message.sello === 'tell all') void answer(message, readAll, (told) => member.send(told));
  });
}

/** In the parent: what all members have counted together. */
export async function readMembers(): Promise<string> {
  // A member that is just starting has counted nothing, and does not listen yet.
  const members = Object.values(cluster.workers ?? {}).filter(
    (member): member is Worker & { state: string } =>
      member !== undefined && (member as { state?: string }).state === 'listening',
  );
  const told = await Promise.all(members.map((member) => ask<Counted>(member, 'tell yours')));
  return AggregatorRegistry.aggregate(told.filter((one) => one !== undefined)).metrics();
}

async function answer(
  { id }: Message,
  read: () => Promise<unknown>,
  send: (told: Message) => unknown,
): Promise<void> {
  try {
    send({ sello: 'told', id: id ?? 0, value: await read() });
  } catch {
    // Whoever asked goes on without: the database may be away, or the asker gone.
  }
}

let lastId = 0;

type Peer = {
  on(event: 'message', listener: (message: Message) => void): unknown;
  off(event: 'message', listener: (message: Message) => void): unknown;
  send?(message: Message): unknown;
};

/** Undefined when the other does not answer. */
function ask<T>(peer: Peer, question: 'tell yours' | 'tell all'): Promise<T | undefined> {
  const id = ++lastId;
  return new Promise((resolve) => {
    const finish = (value: T | undefined) => {
      clearTimeout(timer);
      peer.off('message', listen);
      resolve(value);
    };
    const listen = (message: Message) => {
      if (message.sello === 'told' && message.id === id) finish(message.value as T);
    };
    const timer = setTimeout(() => finish(undefined), ANSWER_WITHIN_MS);
    peer.on('message', listen);
    try {
      peer.send?.({ sello: question, id });
    } catch {
      finish(undefined);
    }
  });
}
