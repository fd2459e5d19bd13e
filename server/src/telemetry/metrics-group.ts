/**
 * Adds up the metrics of a group of HTTP processes. A member asks its parent, which asks every member and adds up the
 * counts. A member that does not answer in time is left out.
 */

import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** Counts of one process, as `getMetricsAsJSON` returns them. */
type Counted = MetricObjectWithValues<MetricValue<string>>[];

type Message = { sello?: 'read own' | 'read all' | 'answer'; id?: number; value?: unknown };

const ANSWER_WITHIN_MS = 2_000;

/** Joins a group as a member: sends its own counts to the parent, and reads those of the group from it. */
export function joinGroup(readOwn: () => Promise<Counted>): { readAll(): Promise<string | undefined> } {
  process.on('message', (message: Message) => {
    if (message.sello === 'read own') void answer(message, readOwn, (reply) => process.send?.(reply));
  });
  return { readAll: () => ask<string>(process, 'read all') };
}

/** Leads a group as the parent: answers members with what `readAll` gives. */
export function leadGroup(readAll: () => Promise<string>): void {
  cluster.on('message', (member, message: Message) => {
    if (message.sello === 'read all') void answer(message, readAll, (reply) => member.send(reply));
  });
}

/** The counts of all members and the parent's own, added up. The parent calls this. */
export async function readMembers(own: Counted): Promise<string> {
  // A member that is still starting does not listen yet, and has counted nothing.
  const members = Object.values(cluster.workers ?? {}).filter(
    (member): member is Worker & { state: string } =>
      member !== undefined && (member as { state?: string }).state === 'listening',
  );
  const answers = await Promise.all(members.map((member) => ask<Counted>(member, 'read own')));
  return AggregatorRegistry.aggregate([own, ...answers.filter((one) => one !== undefined)]).metrics();
}

async function answer(
  { id }: Message,
  read: () => Promise<unknown>,
  send: (reply: Message) => unknown,
): Promise<void> {
  try {
    send({ sello: 'answer', id: id ?? 0, value: await read() });
  } catch {
    // The failure is ignored: the database may be down, or the asking process gone. `ask` waits until its time limit
    // and goes on without the answer.
  }
}

let lastId = 0;

type Peer = {
  on(event: 'message', listener: (message: Message) => void): unknown;
  off(event: 'message', listener: (message: Message) => void): unknown;
  send?(message: Message): unknown;
};

/** Asks a peer. Undefined when it does not answer in time. */
function ask<T>(peer: Peer, question: 'read own' | 'read all'): Promise<T | undefined> {
  const id = ++lastId;
  return new Promise((resolve) => {
    const finish = (value: T | undefined) => {
      clearTimeout(timer);
      peer.off('message', listen);
      resolve(value);
    };
    const listen = (message: Message) => {
      if (message.sello === 'answer' && message.id === id) finish(message.value as T);
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
