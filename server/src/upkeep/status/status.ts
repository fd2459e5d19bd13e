/** Finds what an operator needs to know at a glance. Everything is read, and nothing is changed. */

import { isIP } from 'node:net';
import type { StoredKey } from '../../database/check/server-keys.ts';
import type { OperatorNote } from '../../database/pg-operator-notes.ts';
import type { MasterKeySettings } from '../../database/settings.ts';
import { matchNetworks } from '../../http/connection/match-networks.ts';
import { type KeyState, unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import type { RenewalStanding } from '../../proofs/renewals/ports.ts';
import { planRenewal } from '../../proofs/renewals/renewal-policy.ts';
import type { AlgorithmEnds } from '../../timestamps/algorithm-ends.ts';
import { type ConditionName, conditionOf } from '../conditions/conditions.ts';
import { type Facts, type Found, findConditions } from '../conditions/find-conditions.ts';
import { readDisks } from '../conditions/watch-conditions.ts';
import { findAttention } from './attention.ts';
import type { DatabaseFacts } from './pg-status.ts';
import type { Status, ToldCondition, ToldProvider, ToldRenewals } from './status-report.ts';

export type StatusSettings = {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  masterKey: MasterKeySettings;
  masterKeys: unknown;
  mail: unknown;
  signup: 'open' | 'closed';
  trustedProxies: readonly string[];
  algorithmEnds: AlgorithmEnds;
  psc: readonly { name: string; trust: readonly { accredited: boolean }[] }[];
};

/** The facts that were read. */
export type ReadStatus = {
  facts: DatabaseFacts | undefined;
  lostPast: string | undefined;
  isDatabaseAway: boolean;
  areFilesAway: boolean;
  /** The conditions that the process on this machine reports; undefined if none answered. */
  ofProcess: ConditionName[] | undefined;
};

export async function describeStatus(
  version: string,
  config: StatusSettings,
  { facts, lostPast, ofProcess, ...away }: ReadStatus,
  masters: readonly Uint8Array[],
  now: Date,
): Promise<Status> {
  const disks = await readDisks(config.dataDir);
  // Both disks are judged. The figures that are shown are of the one with less room.
  const [space] = disks.toSorted((a, b) => a.freeBytes - b.freeBytes);
  const found = findConditions({ ...away, ...factsOf(facts), lostPast, disks });
  const status = {
    version,
    baseUrl: config.baseUrl,
    database: facts && { ...withoutKeysAndNotes(facts), isEmbedded: config.databaseUrl === undefined },
    renewals: facts && tellRenewals(facts.renewals, config.algorithmEnds, now),
    isDatabaseAway: away.isDatabaseAway,
    conditions: tellConditions(found, ofProcess ?? []),
    knowsProcess: ofProcess !== undefined,
    providers: config.psc.map((provider) => describeProvider(provider, facts?.newestTokens ?? [])),
    keys: { ...countKeys(facts?.keys ?? [], masters), master: masterOf(config.masterKey) },
    filesEncrypted: config.masterKeys !== undefined,
    mail: config.mail !== undefined,
    signup: config.signup,
    trustedProxies: config.trustedProxies,
    unnamedProxies: unnamedProxies(facts?.notes ?? [], config.trustedProxies),
    disk: space && { folder: config.dataDir, ...space },
    lostPast,
    lastBackup: lastBackup(facts?.notes ?? []),
  };
  return { ...status, attention: findAttention(status, now) };
}

function withoutKeysAndNotes(facts: DatabaseFacts) {
  const { keys: _keys, notes: _notes, owners: _owners, renewals: _renewals, ...rest } = facts;
  return rest;
}

function tellRenewals(standing: RenewalStanding, ends: AlgorithmEnds, now: Date): ToldRenewals {
  const { waiting, stamped } = standing;
  const { due, next } = planRenewal(standing, ends, now);
  const last = stamped.at(-1);
  const told = (end: typeof due) => end && { of: end.of, endsAt: end.at, dueAt: end.dueAt };
  return {
    made: stamped.length,
    last: last && { at: last.orderedAt, hash: last.hash },
    waiting: waiting && { certificates: waiting.size, tries: waiting.tries },
    due: told(due),
    next: told(next),
  };
}

function factsOf(facts: DatabaseFacts | undefined): Facts {
  if (facts === undefined) return {};
  return {
    isStandbyMissing: facts.isStandbyMissing,
    chainProblems: facts.problems,
    witnessProblems: facts.witnessProblems,
    failedLogStamps: facts.stamps.waiting?.tries ?? 0,
    pendingMigrations: facts.pendingMigrations,
    replica: facts.replica !== undefined && 'problem' in facts.replica ? 'away' : undefined,
  };
}

/** Joins the conditions. What this command finds is more detailed; the process adds what only it knows. */
function tellConditions(found: readonly Found[], ofProcess: readonly ConditionName[]): ToldCondition[] {
  const known = new Set(found.map(({ name }) => name));
  const all: Found[] = [...found, ...ofProcess.filter((name) => !known.has(name)).map((name) => ({ name }))];
  return all.map(({ name, code, message, detail }) => {
    const { level, touches, what, mend } = conditionOf(name);
    const words = message ?? `${what.en} ${mend.en}`;
    const text = detail === undefined ? words : code === undefined ? `${words} (${detail})` : detail;
    return { name, level, touches, ...(code !== undefined && { code }), text };
  });
}

function describeProvider(
  { name, trust }: StatusSettings['psc'][number],
  tokens: DatabaseFacts['newestTokens'],
): ToldProvider {
  const token = tokens.find(({ provider }) => provider === name);
  return {
    name,
    isAccredited: token?.isAccredited === true,
    isExpectedToBe: trust.some(({ accredited }) => accredited),
    lastTokenAt: token?.at,
  };
}

/** The proxies that were seen and that the settings still do not name. */
function unnamedProxies(
  notes: readonly OperatorNote[],
  trustedProxies: readonly string[],
): Status['unnamedProxies'] {
  const isNamed = matchNetworks(trustedProxies);
  return notes
    .filter(({ name }) => name.startsWith('unnamed_proxy'))
    .map(({ name, notedAt, details }) => ({
      peer: String(details.peer),
      header: String(details.header),
      seenAt: notedAt,
      isNear: name === 'unnamed_proxy_near',
    }))
    .filter(({ peer }) => isIP(peer) !== 0 && !isNamed(peer));
}

function lastBackup(notes: readonly OperatorNote[]): Status['lastBackup'] {
  const note = notes.find(({ name }) => name === 'last_backup');
  if (note === undefined) return undefined;
  const { folder, isEncrypted } = note.details;
  return { at: note.notedAt, folder: String(folder), isEncrypted: isEncrypted === true };
}

function masterOf({ given, command }: MasterKeySettings): Status['keys']['master'] {
  if (given !== undefined) return 'settings';
  return command === undefined ? 'data folder' : 'command';
}

function countKeys(keys: readonly StoredKey[], masters: readonly Uint8Array[]) {
  const states = keys.map(({ place, stored }): KeyState | 'unreadable' => {
    try {
      return unwrapKey(masters, place, stored).state;
    } catch {
      return 'unreadable';
    }
  });
  const count = (...wanted: (KeyState | 'unreadable')[]) =>
    states.filter((state) => wanted.includes(state)).length;
  return { wrapped: count('current', 'older'), bare: count('bare'), unreadable: count('unreadable') };
}
