/** Evidence records over stamps of embedded authorities, renewed by authorities of later years. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  buildHashTree,
  createRecord,
  type DigestParameters,
  decodeEvidenceRecord,
  encodeTimestampRequest,
  type HashTree,
  hashRenewalHashes,
  renewHash,
  renewStamp,
  type StrongHash,
  stampRenewalHashes,
} from '../../proof/src/index.ts';
import { openEmbeddedAuthority } from '../../server/src/timestamps/authority/authority.ts';
import { nodeEngine } from './node-engine.ts';

export type RecordAuthority = {
  rootDer: Uint8Array;
  /** The response over the tree's root, made in that year. */
  stamp(tree: HashTree, year: number, digestParameters?: DigestParameters): Promise<Uint8Array>;
};

/** The certificate of its unit is valid for twenty years from January of that year. */
export async function openRecordAuthority(
  kind: 'p256' | 'p384' | 'rsa2048',
  year: number,
): Promise<RecordAuthority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-records-'));
  let now = new Date(Date.UTC(year, 0));
  const authority = await openEmbeddedAuthority(folder, kind, () => now, randomBytes);
  await rm(folder, { recursive: true });
  return {
    rootDer: authority.rootDer,
    async stamp({ hash, root }, inYear, digestParameters = 'null') {
      now = new Date(Date.UTC(inYear, 5));
      return await authority.answer(
        encodeTimestampRequest({ hashAlgorithm: hash, digest: root, certReq: true, digestParameters }),
      );
    },
  };
}

/** One record for each group of objects, under one stamp. */
export async function makeRecords(
  authority: RecordAuthority,
  groups: readonly (readonly Uint8Array[])[],
  { hash = 'SHA-256', year = 2027 }: { hash?: StrongHash; year?: number } = {},
): Promise<Uint8Array[]> {
  const tree = await buildHashTree(
    nodeEngine,
    hash,
    await Promise.all(groups.map((group) => digestAll(group, hash))),
  );
  const tsr = await authority.stamp(tree, year);
  return await Promise.all(
    groups.map((_, i) => createRecord(nodeEngine, { tsr, hash, reducedTree: tree.reducedFor(i) })),
  );
}

/** Renews the last stamps of all these records with one stamp. */
export async function renewStamps(
  authority: RecordAuthority,
  encoded: readonly Uint8Array[],
  year: number,
): Promise<Uint8Array[]> {
  const records = encoded.map(decodeEvidenceRecord);
  const due = await Promise.all(records.map((record) => stampRenewalHashes(nodeEngine, record)));
  const { hash, digestParameters } = due[0]!;
  const tree = await buildHashTree(
    nodeEngine,
    hash,
    due.map(({ hashes }) => hashes),
  );
  const tsr = await authority.stamp(tree, year, digestParameters);
  return await Promise.all(
    records.map((record, i) =>
      renewStamp(nodeEngine, record, { tsr, hash, reducedTree: tree.reducedFor(i) }),
    ),
  );
}

/** Renews the hash algorithm of all these records with one stamp. */
export async function renewHashes(
  authority: RecordAuthority,
  encoded: readonly Uint8Array[],
  groups: readonly (readonly Uint8Array[])[],
  { hash = 'SHA-512', year }: { hash?: StrongHash; year: number },
): Promise<Uint8Array[]> {
  const records = encoded.map(decodeEvidenceRecord);
  const due = await Promise.all(
    records.map(async (record, i) =>
      hashRenewalHashes(nodeEngine, record, hash, await digestAll(groups[i]!, hash)),
    ),
  );
  const tree = await buildHashTree(nodeEngine, hash, due);
  const tsr = await authority.stamp(tree, year);
  return await Promise.all(
    records.map((record, i) => renewHash(nodeEngine, record, { tsr, hash, reducedTree: tree.reducedFor(i) })),
  );
}

async function digestAll(objects: readonly Uint8Array[], hash: StrongHash): Promise<Uint8Array[]> {
  return await Promise.all(objects.map(async (object) => await nodeEngine.digest(hash, object)));
}
