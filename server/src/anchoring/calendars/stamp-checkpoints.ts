/**
 * Asks OpenTimestamps calendars to stamp checkpoints of the log in Bitcoin, in addition to the chains that witness
 * the log. No certificate waits for this. Every step can be repeated at no cost: after a crash, the next process
 * starts from what is stored.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  type AttestedMessage,
  concatBytes,
  decodeOtsFile,
  encodeOtsFile,
  encodeOtsTree,
  equalBytes,
  evaluateOts,
  type OtsFile,
  type OtsTree,
  ProofError,
  pruneOts,
  upgradeOts,
} from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { CheckpointRow, MerkleLogStore } from '../../transparency/ports.ts';
import type { HeldAnchors } from '../ports.ts';
import { parseCalendarAddress } from './calendar-address.ts';
import { CalendarFailure } from './calendar-failure.ts';
import type { Calendars, HeldCalendarStamps } from './ports.ts';
import { BITCOIN_BLOCKS, type Calendar, type CalendarParty, type CalendarStampRow } from './ports.ts';

type StampPorts = {
  calendars: Calendars;
  calendarStamps: HeldCalendarStamps;
  merkleLog: MerkleLogStore;
  anchors: Pick<HeldAnchors, 'tellProblems'>;
  crypto: CryptoEngine;
  randomBytes: RandomBytes;
  now: Clock;
  logger: Logger;
};

/** The chain that holds the stamps, by its CAIP-2 name. */
export const BITCOIN_NETWORK = 'bip122:000000000019d6689c085ae165831e93';

/** The most requests to one party in a round. The rest waits for the next round. */
const QUESTIONS_PER_ROUND = 16;
const SHORTEST_FAILURE_PAUSE_MS = 30_000;
/**
 * The first pause after a stamp is promised. A calendar needs hours, because it waits for a cheap transaction and for
 * six blocks on top of it.
 */
const SHORTEST_PENDING_PAUSE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
const OVERDUE_AFTER_MS = 48 * 3_600_000;
const OVERDUE_PAUSE_MS = 24 * 3_600_000;

export async function stampCheckpoints(ports: StampPorts): Promise<void> {
  const checkpoint = await ports.merkleLog.latestCheckpoint();
  // Calendars are asked independently, so that one that is unreachable or slow does not delay the others.
  const rounds = await Promise.allSettled(
    ports.calendars.all.map((calendar) => stampWith(ports, calendar, checkpoint)),
  );
  await confirmBlocks(ports);
  await tellTroubles(ports);
  const failed = rounds.find((round) => round.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function stampWith(
  ports: StampPorts,
  calendar: Calendar,
  checkpoint: CheckpointRow | undefined,
): Promise<void> {
  await unlessPaused(ports, calendar.url, async () => {
    let asked = await submitNewest(ports, calendar, checkpoint);
    for (const stamp of await ports.calendarStamps.due(calendar.url, ports.now(), QUESTIONS_PER_ROUND)) {
      asked = (await completeOrPostpone(ports, stamp)) || asked;
    }
    return asked;
  });
}

/** Runs `work` unless its calendar failed a short while ago. `work` returns whether it sent a request. */
async function unlessPaused(
  ports: StampPorts,
  party: CalendarParty,
  work: () => Promise<boolean>,
): Promise<void> {
  const { failures, nextTryAt } = await ports.calendarStamps.standing(party);
  if (nextTryAt !== undefined && nextTryAt > ports.now()) return;
  try {
    const asked = await work();
    if (asked && failures > 0) await ports.calendarStamps.markAnswered(party);
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    if (failures === 0) ports.logger.warn('calendar.failed', { party, code: error.code, error });
    const pauseMs = Math.min(SHORTEST_FAILURE_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    await ports.calendarStamps.markFailed(party, error.code, error.message, after(ports, pauseMs));
  }
}

/** Sends the newest checkpoint to a calendar, if none is on its way to it yet. */
async function submitNewest(
  ports: StampPorts,
  calendar: Calendar,
  checkpoint: CheckpointRow | undefined,
): Promise<boolean> {
  const last = await ports.calendarStamps.newest(calendar.url);
  if (last?.state === 'written') return submit(ports, calendar, last);
  if (checkpoint === undefined || (last !== undefined && last.treeSize >= checkpoint.size)) return false;
  const sinceLastMs = ports.now().getTime() - (last?.writtenAt.getTime() ?? 0);
  if (sinceLastMs < ports.calendars.intervalMs) return false;
  // The stamp is stored before it is sent. After a crash, or when the answer is lost, the next round sends it again
  // with the same nonce. The calendar then sees the same digest twice, and we keep the later answer.
  const stamp = await ports.calendarStamps.writeDown(
    {
      calendar: calendar.url,
      treeSize: checkpoint.size,
      root: checkpoint.root,
      nonce: ports.randomBytes(16),
    },
    ports.now(),
  );
  return submit(ports, calendar, stamp);
}

async function submit(ports: StampPorts, calendar: Calendar, stamp: CalendarStampRow): Promise<true> {
  const { id, root, nonce, treeSize } = stamp;
  const promise = await calendar.submit(await ports.crypto.digest('SHA-256', concatBytes(root, nonce)));
  const file = await asFailure(() => keepPromise(ports, blind(root, nonce, promise)));
  const nextTryAt = after(ports, SHORTEST_PENDING_PAUSE_MS);
  await ports.calendarStamps.markPending(id, encodeOtsFile(file), ports.now(), nextTryAt);
  ports.logger.info('calendar.pending', { calendar: calendar.url, treeSize });
  return true;
}

function blind(root: Uint8Array, nonce: Uint8Array, promise: OtsTree): OtsFile {
  const hashed: OtsTree = {
    attestations: [],
    branches: [{ operation: { name: 'sha256' }, tree: promise }],
  };
  const operation = { name: 'append', argument: nonce } as const;
  return { digest: root, tree: { attestations: [], branches: [{ operation, tree: hashed }] } };
}

/** Keeps only the promise by a calendar that the operator named; the rest of the answer is dropped. */
async function keepPromise(ports: StampPorts, file: OtsFile): Promise<OtsFile> {
  const attested = await evaluateOts(ports.crypto, file);
  const promised = attested.find((one) => calendarOf(ports, one) !== undefined);
  if (promised !== undefined) return prune(ports, file, promised);
  const [foreign] = attested.flatMap(({ attestation }) =>
    attestation.kind === 'pending' ? [attestation.uri] : [],
  );
  if (foreign === undefined) throw new CalendarFailure('garbage', 'answered without a promise');
  // If we asked the address in the promise, the server that answered could send us to any address.
  throw new CalendarFailure(
    'foreign_calendar',
    `passes stamps on to ${foreign}; name that one in SELLO_OTS_CALENDARS if it is to be asked`,
  );
}

function calendarOf(ports: StampPorts, { attestation }: AttestedMessage): Calendar | undefined {
  if (attestation.kind !== 'pending') return undefined;
  const address = parseCalendarAddress(attestation.uri);
  return ports.calendars.all.find(({ url }) => url === address);
}

/** Completes a stamp. A stamp that fails is postponed, so that it does not block those behind it. */
async function completeOrPostpone(ports: StampPorts, stamp: CalendarStampRow): Promise<boolean> {
  try {
    return await asFailure(() => complete(ports, stamp));
  } catch (error) {
    if (error instanceof CalendarFailure) await postpone(ports, stamp);
    throw error;
  }
}

async function complete(ports: StampPorts, stamp: CalendarStampRow): Promise<boolean> {
  const file = decodeOtsFile(stamp.ots ?? new Uint8Array(0));
  const [promised] = await evaluateOts(ports.crypto, file);
  const calendar = promised && calendarOf(ports, promised);
  // The operator has removed the calendar that gave the promise, so it is not asked any more.
  if (promised?.attestation.kind !== 'pending' || calendar === undefined) {
    await postpone(ports, stamp);
    return false;
  }
  const rest = await calendar.complete(promised.message);
  if (rest === undefined) {
    await postpone(ports, stamp);
    return true;
  }
  // After a crash before `markComplete`, the calendar is asked again and gives the same answer.
  const { height, ots } = await extendToBlock(ports, file, promised.attestation.uri, promised.message, rest);
  await ports.calendarStamps.markComplete(stamp.id, ots, height, ports.now());
  ports.logger.info('calendar.complete', {
    calendar: stamp.calendar,
    treeSize: stamp.treeSize,
    block: height,
  });
  return true;
}

async function extendToBlock(
  ports: StampPorts,
  file: OtsFile,
  uri: string,
  commitment: Uint8Array,
  rest: OtsTree,
): Promise<{ height: number; ots: Uint8Array }> {
  const reply = encodeOtsTree(rest);
  const whole = await upgradeOts(ports.crypto, file, { uri, commitment, reply });
  const attested = whole === undefined ? [] : await evaluateOts(ports.crypto, whole);
  let earliest: (AttestedMessage & { height: number }) | undefined;
  for (const { attestation, message } of attested) {
    if (attestation.kind !== 'bitcoin' || message.length !== 32) continue;
    const { height } = attestation;
    if (earliest === undefined || height < earliest.height) earliest = { attestation, message, height };
  }
  if (whole === undefined || earliest === undefined) {
    throw new CalendarFailure('garbage', 'answered with something that leads to no Bitcoin block');
  }
  return { height: earliest.height, ots: encodeOtsFile(await prune(ports, whole, earliest)) };
}

async function prune(ports: StampPorts, file: OtsFile, wanted: AttestedMessage): Promise<OtsFile> {
  const pruned = await pruneOts(ports.crypto, file, ({ attestation }) => attestation === wanted.attestation);
  if (pruned === undefined) throw new Error('Pruning removed the attestation to be kept');
  return pruned;
}

async function postpone(ports: StampPorts, { id, tries, writtenAt }: CalendarStampRow): Promise<void> {
  const isOverdue = ports.now().getTime() - writtenAt.getTime() > OVERDUE_AFTER_MS;
  const pauseMs = Math.min(SHORTEST_PENDING_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
  await ports.calendarStamps.postpone(id, after(ports, isOverdue ? OVERDUE_PAUSE_MS : pauseMs));
}

/** Compares the blocks that calendars claim with the source of headers, if there is one. */
async function confirmBlocks(ports: StampPorts): Promise<void> {
  const { blocks, all } = ports.calendars;
  if (blocks === undefined) return;
  const calendars = all.map(({ url }) => url);
  await unlessPaused(ports, BITCOIN_BLOCKS, async () => {
    const stamps = await ports.calendarStamps.unconfirmed(calendars, QUESTIONS_PER_ROUND);
    for (const stamp of stamps) {
      const header = await blocks.headerAt(stamp.bitcoinHeight ?? 0);
      const [attested] = await evaluateOts(ports.crypto, decodeOtsFile(stamp.ots ?? new Uint8Array(0)));
      const hasRoot = header && attested && equalBytes(header.subarray(36, 68), attested.message);
      if (hasRoot) await ports.calendarStamps.confirm(stamp.id, header);
      else await contradict(ports, stamp);
    }
    return stamps.length > 0;
  });
}

/**
 * Drops the calendar's claim and keeps its promise: the block may have been replaced, so the calendar is asked again.
 */
async function contradict(ports: StampPorts, stamp: CalendarStampRow): Promise<void> {
  const { id, calendar, treeSize, bitcoinHeight } = stamp;
  ports.logger.error('calendar.wrong-root', { calendar, treeSize, block: bitcoinHeight });
  await ports.calendarStamps.reopen(id, after(ports, LONGEST_PAUSE_MS));
  const message = `names Bitcoin block ${bitcoinHeight}, which does not have that Merkle root`;
  await ports.calendarStamps.markFailed(
    calendar,
    'wrong_root',
    message,
    after(ports, SHORTEST_FAILURE_PAUSE_MS),
  );
}

/** Stores the current problems for `/readyz` of every process. */
async function tellTroubles(ports: StampPorts): Promise<void> {
  const { all, blocks } = ports.calendars;
  const parties = [...all.map(({ url }) => url), ...(blocks === undefined ? [] : [BITCOIN_BLOCKS])];
  const overdueSince = new Date(ports.now().getTime() - OVERDUE_AFTER_MS);
  const troubles = await ports.calendarStamps.troubles(parties, overdueSince);
  const problems = troubles.map(({ party, code, message }) => ({ code, message: `${party}: ${message}` }));
  await ports.anchors.tellProblems(BITCOIN_NETWORK, problems, ports.now());
}

function after(ports: StampPorts, pauseMs: number): Date {
  return new Date(ports.now().getTime() + pauseMs);
}

/** Runs `work`. An answer that cannot be evaluated counts as a failure of the calendar. */
async function asFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new CalendarFailure('garbage', `sent a timestamp that cannot be followed: ${error.message}`, {
      cause: error,
    });
  }
}
