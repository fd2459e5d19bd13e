/**
 * Sizes of the chaos tests. `npm test` runs a slice of each promise, `npm run test:chaos` its full figures, with the
 * same code.
 */

import { isFull } from '../harness/breadth.ts';
import { FLOODS, type FloodedThing } from '../harness/share-floods.ts';
import type { PlaceKind } from '../harness/storm-place.ts';
import type { Victim } from '../harness/storm-server.ts';

export type FailoverLoss = 'is killed' | 'freezes, and thaws again' | 'is cut off';

const SLICE = {
  /** P01: the least number of acknowledged uploads, and of kills during them. */
  storm: { uploads: 24, kills: 1, concurrency: 32 },
  stormPlaces: ['embedded PostgreSQL, folder', 'PostgreSQL, S3'] as PlaceKind[],
  /** P01 if only one of several processes is killed. */
  sideStorm: { uploads: 15, kills: 1, concurrency: 16 },
  sideVictims: [
    ['member of a group', 'PostgreSQL, folder'],
    ['worker', 'PostgreSQL, folder'],
  ] as [Victim, PlaceKind][],
  /** P05 */
  uploadsInFlight: 16,
  certificatesAtStart: 5_000,
  waitsForStuckClient: false,
  /** P15, P16, P18 over several processes. */
  crowd: 200,
  waitsForRetryAfter: false,
  /** P30 */
  slowSockets: 200,
  honestCalls: 20,
  slowUpload: { sizeBytes: 3_000_000, seconds: 2 },
  waitsForSlowSocketsToEnd: false,
  /** Kills in a group under constant load. */
  memberKills: 2,
  /** P31, P38 */
  fuzzedRequests: 1_200,
  fuzzedBodies: 800,
  fuzzedHeads: 300,
  /** P49 */
  slowBodies: 300,
  /** P44 */
  flood: { constancias: 120, connections: 16, honestCalls: 200 },
  /** P105 */
  shares: { things: ['held_bytes'] as FloodedThing[], rounds: 15 },
  /** P01 for batches */
  batchKills: { kills: 2, items: 300, victims: ['server'] as ('server' | 'worker')[] },
  /** M4 */
  rosterKills: { kills: 2, rows: 500 },
  markingKills: { kills: 2, rows: 500 },
  /** P39 */
  webhookKills: { kills: 2, certificates: 24 },
  endpoints: 60,
  /** M9 */
  diplomaKills: { kills: 2, rows: 12 },
  /** P80: how many servers are lost in each case, how many uploads come before each loss, and the cases. */
  failover: {
    rounds: 1,
    uploads: 10,
    concurrency: 4,
    withoutProxy: ['is killed'] as FailoverLoss[],
    behindProxy: ['freezes, and thaws again'] as FailoverLoss[],
    standbyLosses: [] as FailoverLoss[],
  },
  /** P95: requests before and after each step of an upgrade. */
  upgradeRequests: 100,
  /** P96: certificates and changes that are looked at right after they were acknowledged. */
  replicaRounds: 30,
  /** P81: how long the standby is gone, and how many of the refused calls are repeated when it is back. */
  standbyGone: { ms: 4_000, repeated: 48 },
};

const FULL: typeof SLICE = {
  storm: { uploads: 1_000, kills: 50, concurrency: 32 },
  stormPlaces: ['embedded PostgreSQL, folder', 'PostgreSQL, folder', 'PostgreSQL, S3', 'PostgreSQL, radosgw'],
  sideStorm: { uploads: 200, kills: 10, concurrency: 32 },
  sideVictims: [
    ['server of a group', 'embedded PostgreSQL, folder'],
    ['member of a group', 'PostgreSQL, folder'],
    ['worker', 'PostgreSQL, folder'],
  ],
  uploadsInFlight: 100,
  certificatesAtStart: 100_000,
  waitsForStuckClient: true,
  crowd: 200,
  waitsForRetryAfter: true,
  slowSockets: 1_000,
  honestCalls: 200,
  slowUpload: { sizeBytes: 50_000_000, seconds: 45 },
  waitsForSlowSocketsToEnd: true,
  memberKills: 20,
  fuzzedRequests: 50_000,
  fuzzedBodies: 50_000,
  fuzzedHeads: 5_000,
  slowBodies: 2_500,
  flood: { constancias: 120, connections: 16, honestCalls: 400 },
  shares: { things: Object.keys(FLOODS) as FloodedThing[], rounds: 30 },
  batchKills: { kills: 25, items: 5_000, victims: ['server', 'worker'] },
  rosterKills: { kills: 50, rows: 10_000 },
  markingKills: { kills: 30, rows: 10_000 },
  webhookKills: { kills: 50, certificates: 1_000 },
  endpoints: 10_000,
  diplomaKills: { kills: 50, rows: 200 },
  standbyGone: { ms: 8_000, repeated: 200 },
  failover: {
    rounds: 10,
    uploads: 100,
    concurrency: 16,
    withoutProxy: ['is killed', 'freezes, and thaws again', 'is cut off'],
    behindProxy: ['is killed', 'freezes, and thaws again', 'is cut off'],
    standbyLosses: ['is killed', 'freezes, and thaws again'],
  },
  upgradeRequests: 1_000,
  replicaRounds: 2_000,
};

export const FIGURES = isFull ? FULL : SLICE;

/** Added to promised times. A slice runs at the same time as other tests; the full figures run alone. */
export const SLACK_MS = isFull ? 1_000 : 5_000;

/** P121: for how long each dependency is away, one after the other. A shorter outage shows less. */
export const OUTAGE_MS = Number(process.env.SELLO_OUTAGE_MINUTES ?? '10') * 60_000;

/** Per test: a full storm of kills takes many minutes. */
export const CHAOS_TIMEOUT_MS = isFull ? 30 * 60_000 : 240_000;
