/** Witnesses of logs for tests: a key alone, or a real witness server on loopback. */

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cosign, decodeCheckpoint } from '@sello/proof';
import { nodeCryptoEngine } from '../../server/src/kernel/crypto-node.ts';
import type { LogFields } from '../../server/src/kernel/logger.ts';
import { createWitnessServer } from '../../server/src/transparency/witness-server/http-server.ts';
import { type KnownLogs, readKnownLogs } from '../../server/src/transparency/witness-server/known-logs.ts';
import {
  openStateFolder,
  type WitnessMemory,
} from '../../server/src/transparency/witness-server/state-folder.ts';
import { makeWitnessKey, type WitnessKey } from '../../server/src/transparency/witness-server/witness-key.ts';
import type { TestSello } from './test-sello.ts';

const crypto = nodeCryptoEngine;

export async function newWitnessKey(name: string): Promise<WitnessKey> {
  return (await makeWitnessKey({ crypto, randomBytes }, name)).key;
}

/** Returns the same keys every time, for settings that are read before a test begins. */
export async function exampleWitness(): Promise<WitnessKey> {
  const seed = () => createHash('sha256').update('example witness').digest();
  return (await makeWitnessKey({ crypto, randomBytes: seed }, 'witness.example/example')).key;
}

/** Keeps a cosignature as if this witness had been offered the newest checkpoint. */
export async function cosignNewest({ ports }: TestSello, witness: WitnessKey): Promise<void> {
  const checkpoint = await ports.merkleLog.latestCheckpoint();
  if (checkpoint === undefined) throw new Error('the log has no checkpoint');
  const { text } = decodeCheckpoint(checkpoint.note).note;
  const seconds = Math.floor(ports.now().getTime() / 1000);
  const line = await cosign(crypto, text, witness.vkey, seconds, witness.sign);
  await ports.cosignatures.keep(checkpoint.size, witness.vkey, line, new Date(seconds * 1000));
}

export type TestWitness = {
  key: WitnessKey;
  url: string;
  /** The witness as `SELLO_WITNESSES` names it. */
  setting: string;
  folder: string;
  /** POSTs a body to add-checkpoint. */
  offer(body: string): Promise<{ status: number; type: string | null; text: string }>;
  /** The lines that the witness wrote to its log. */
  logged: readonly { event: string; fields: LogFields }[];
  close(): Promise<void>;
};

type WitnessOptions = { key?: WitnessKey; wrapMemory?: (memory: WitnessMemory) => WitnessMemory };

/**
 * `logs`: the verifier keys of the logs, one a line. Logs may be added later, because a log is often made after its
 * witness.
 */
export async function startTestWitness(
  name: string,
  logs: string | KnownLogs,
  { key: given, wrapMemory = (memory) => memory }: WitnessOptions = {},
): Promise<TestWitness> {
  const key = given ?? (await newWitnessKey(name));
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-witness-'));
  const memory = await openStateFolder(folder, { mayBegin: true });
  const known = typeof logs === 'string' ? await readKnownLogs({ crypto }, logs) : logs;
  const logged: { event: string; fields: LogFields }[] = [];
  const note = (event: string, fields: LogFields = {}) => void logged.push({ event, fields });
  const logger = { info: note, warn: note, error: note };
  const ports = { memory: wrapMemory(memory), crypto, now: () => new Date(), logger };
  const server = createWitnessServer(ports, key, known);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    key,
    url,
    setting: `${key.vkey} ${url}`,
    folder,
    logged,
    async offer(body) {
      const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
      memory.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
