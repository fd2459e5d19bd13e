/** What an operator needs to know at a glance. Everything is read, nothing is changed. */

import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { StoredKey } from '../../database/check/server-keys.ts';
import type { OperatorNote } from '../../database/pg-operator-notes.ts';
import type { MasterKeySettings } from '../../database/settings.ts';
import { matchNetworks } from '../../http/connection/match-networks.ts';
import { type KeyState, unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import { findAttention } from './attention.ts';
import type { DatabaseFacts } from './pg-status.ts';
import type { Status } from './status-report.ts';

type StatusSettings = {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  masterKey: MasterKeySettings;
  masterKeys: unknown;
  mail: unknown;
  signup: 'open' | 'closed';
  trustedProxies: readonly string[];
  psc: readonly { name: string; trust: readonly { accredited: boolean }[] }[];
};

export async function describeStatus(
  version: string,
  config: StatusSettings,
  facts: DatabaseFacts | undefined,
  lostPast: string | undefined,
  masters: readonly Uint8Array[],
  now: Date,
): Promise<Status> {
  const status = {
    version,
    baseUrl: config.baseUrl,
    database: facts && { ...withoutKeysAndNotes(facts), isEmbedded: config.databaseUrl === undefined },
    providers: config.psc.map(({ name, trust }) => ({
      name,
      isAccredited: trust.some(({ accredited }) => accredited),
    })),
    keys: { ...countKeys(facts?.keys ?? [], masters), master: masterOf(config.masterKey) },
    filesEncrypted: config.masterKeys !== undefined,
    mail: config.mail !== undefined,
    signup: config.signup,
    trustedProxies: config.trustedProxies,
    unnamedProxies: unnamedProxies(facts?.notes ?? [], config.trustedProxies),
    disk: await readDisk(config.dataDir),
    lostPast,
    lastBackup: lastBackup(facts?.notes ?? []),
  };
  return { ...status, attention: findAttention(status, now) };
}

function withoutKeysAndNotes({ keys: _keys, notes: _notes, ...rest }: DatabaseFacts) {
  return rest;
}

/** A provider that was configured since is no longer a problem. */
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

async function readDisk(folder: string): Promise<Status['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
