/**
 * Every finite resource that callers share: how much of it one process gives out, how many may wait for it, and how
 * long. A resource that is missing from this list has no shares, so one caller could take all of it.
 */

import type { Text } from '../errors.ts';

export type SharedThing = {
  /** How much of it one process has. */
  budget: number;
  /** The most that one holder may have, if that is less than its share. */
  most?: number;
  /**
   * One holder may have this many times as much as is still free; 1 by default. With 3, a single greedy holder gets
   * three quarters.
   */
  timesLeft?: number;
  /** How many may wait for it, and how long. Without a queue, a caller that finds nothing free is refused at once. */
  line?: { length: number; patienceMs: number };
  retryAfterSeconds: number;
  /** How refusals name it, in the plural. */
  what: Text;
};

/**
 * The connections to the database. Their number is a setting, so it is passed in. Every statement takes one of them.
 */
export function connections(budget: number, patienceMs: number): SharedThing {
  return {
    budget,
    timesLeft: 3,
    line: { length: 10_000, patienceMs },
    retryAfterSeconds: 2,
    what: { en: 'reads at once', es: 'las lecturas a la vez' },
  };
}

/** How many of the connections changes may take. */
export function writeConnections(budget: number, patienceMs: number): SharedThing {
  return { ...connections(budget, patienceMs), what: { en: 'changes at once', es: 'los cambios a la vez' } };
}

/**
 * Requests of accounts that the process is working on. Each needs a connection and some 20 KB, so four accounts at the
 * default limit take about 160 MB.
 */
export function runningRequests(most: number): SharedThing {
  return {
    budget: 4 * most,
    most,
    retryAfterSeconds: 1,
    what: { en: 'requests at once', es: 'las solicitudes a la vez' },
  };
}

/**
 * Password hashes that run at once. Each kind of login has a queue of its own: see the lanes of the password hash.
 */
export function passwordHashes(budget: number, length: number): SharedThing {
  return {
    budget,
    line: { length, patienceMs: 60_000 },
    retryAfterSeconds: 2,
    what: { en: 'logins', es: 'los accesos' },
  };
}

export const SHARED_THINGS = {
  /**
   * Requests that change records. They leave some connections free for reads: a process has sixteen connections by
   * default.
   */
  changes: {
    budget: 6,
    line: { length: 1_000, patienceMs: 20_000 },
    retryAfterSeconds: 2,
    what: { en: 'changes at once', es: 'los cambios a la vez' },
  },
  /**
   * Reads whose cost depends on what the caller asks for. Each keeps a processor of the database busy for as long as it
   * takes. With the shares of connections, one holder could run twelve searches, and everybody else would get a twelfth
   * of the database.
   */
  searches: {
    budget: 6,
    most: 2,
    line: { length: 1_000, patienceMs: 10_000 },
    retryAfterSeconds: 2,
    what: { en: 'searches at once', es: 'las búsquedas a la vez' },
  },
  /**
   * One document is rendered at a time, in about 50 ms, while the data of the next ones is read. So the last in the
   * queue waits about a second.
   */
  constancias: {
    budget: 3,
    line: { length: 20, patienceMs: 20_000 },
    retryAfterSeconds: 3,
    what: { en: 'constancias being drawn', es: 'las constancias que se dibujan' },
  },
  /**
   * Pictures are rendered in another thread, in about 60 ms each. The same number of learner records may be signed at
   * the same time, each in up to a second.
   */
  documents: {
    budget: 3,
    line: { length: 16, patienceMs: 20_000 },
    retryAfterSeconds: 3,
    what: { en: 'documents being drawn', es: 'los documentos que se dibujan' },
  },
  /**
   * Evidence from elsewhere is checked one piece at a time in another thread, in some milliseconds to a second each.
   */
  verifications: {
    budget: 3,
    line: { length: 16, patienceMs: 20_000 },
    retryAfterSeconds: 3,
    what: { en: 'verifications', es: 'las verificaciones' },
  },
  /** PDFs are judged and sealed one at a time in another thread. Each takes up to 50 MB of memory. */
  seals: {
    budget: 2,
    most: 1,
    line: { length: 32, patienceMs: 20_000 },
    retryAfterSeconds: 3,
    what: { en: 'PDFs being sealed', es: 'los PDF que se sellan' },
  },
  /** Each workbook is read by a thread of its own, which takes up to a second and some 200 MB. */
  workbooks: {
    budget: 2,
    most: 1,
    line: { length: 16, patienceMs: 20_000 },
    retryAfterSeconds: 3,
    what: { en: 'workbooks being read', es: 'los libros de Excel que se leen' },
  },
  /** An export reads without pause for as long as its caller takes. */
  exports: {
    budget: 8,
    most: 2,
    retryAfterSeconds: 10,
    what: { en: 'exports', es: 'las exportaciones' },
  },
  /** A caller that waits for a certificate costs a connection and some kilobytes. */
  waiting_seats: {
    budget: 4_000,
    most: 1_000,
    retryAfterSeconds: 5,
    what: { en: 'waiting calls', es: 'las llamadas en espera' },
  },
  /**
   * Calls that wait for a time stamp which they share with others: first the seconds of a window, and then the
   * provider. Each costs a connection, some kilobytes, and the certificate that it has set aside.
   */
  shared_stamp_seats: {
    budget: 4_000,
    most: 1_000,
    retryAfterSeconds: 5,
    what: {
      en: 'calls waiting for a shared time stamp',
      es: 'las llamadas que esperan un sello compartido',
    },
  },
  /**
   * Endpoints of webhooks that are served at once. The same number of slow endpoints is served besides. A delivery
   * that finds no free slot is tried again soon anyway, so there is no queue.
   */
  deliveries: {
    budget: 64,
    most: 16,
    retryAfterSeconds: 1,
    what: { en: 'deliveries', es: 'las entregas' },
  },
  /** Trial events of webhooks, each of which waits up to 15 seconds for its receiver. */
  trials: {
    budget: 64,
    most: 4,
    retryAfterSeconds: 5,
    what: { en: 'trial events', es: 'los eventos de prueba' },
  },
  /**
   * Calls of one time-stamping provider, each on its own connection. The time in the queue does not count towards the
   * provider's timeout. Otherwise many requests of one account would make a busy provider look broken.
   */
  stamps: {
    budget: 64,
    timesLeft: 3,
    line: { length: 10_000, patienceMs: 10_000 },
    retryAfterSeconds: 2,
    what: { en: 'time stamps at once', es: 'los sellos de tiempo a la vez' },
  },
  /**
   * Bytes of bodies and of what is made from them. The budget is less than half of the heap that the program is
   * started with (`--max-old-space-size=1024`). A batch of 50 MB counts as 110 MB.
   */
  held_bytes: {
    budget: 384 * 1024 * 1024,
    retryAfterSeconds: 5,
    what: { en: 'bytes for request bodies', es: 'los bytes para cuerpos de solicitudes' },
  },
  /** A refusal that is delayed costs a timer. */
  delayed_refusals: {
    budget: 2_000,
    retryAfterSeconds: 1,
    what: { en: 'delayed answers', es: 'las respuestas retrasadas' },
  },
} as const satisfies Record<string, SharedThing>;
