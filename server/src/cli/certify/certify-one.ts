/** Handles one file of `sello certify`: certifies it, writes its proofs beside it, and waits until it is anchored. */

import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Certificate, fingerprint, type Sello } from '@sello/sdk/source';
import { readRecord, writeRecord, writeWhole } from './list-files.ts';

export type CertifyOptions = {
  out?: string;
  wait?: boolean;
  'hash-only'?: boolean;
  stamp?: 'own' | 'shared' | undefined;
};

export type Show = (phase: string, done: number | undefined) => void;

export type Certified = { file: string; target: string; record: Certificate; wasDone: boolean };

/** Thrown if the file is not certified yet and no server was given to send it to. */
export class NotSent extends Error {}

/** Without `sello`, the function only finds out whether an earlier run certified the file. */
export async function certifyOne(
  sello: Sello | undefined,
  file: string,
  options: CertifyOptions,
  show: Show,
): Promise<Certified> {
  const name = path.basename(file);
  const target = path.join(options.out ?? path.dirname(file), name);
  const { size } = await stat(file);
  const sha256 = await fingerprint({ path: file }, ({ loaded }) => show('hashing', loaded / size));
  const done = await readRecord(target, sha256);
  if (done !== undefined) return { file, target, record: done, wasDone: true };
  if (sello === undefined) throw new NotSent(file);
  const record = await send(sello, { file, name, size, sha256 }, options, show);
  const { tsr_base64, chain_pem, record_base64 } = await sello.proofs.get(record.id, { type: 'nom151' });
  await mkdir(path.dirname(target), { recursive: true });
  await writeWhole(`${target}.tsr`, Buffer.from(tsr_base64, 'base64'));
  await writeWhole(`${target}.chain.pem`, chain_pem);
  // Without this record, a shared stamp does not prove the file.
  if (record_base64) await writeWhole(`${target}.ers`, Buffer.from(record_base64, 'base64'));
  // The record is written last, because it implies that the proofs beside it are complete.
  await writeRecord(target, record);
  return { file, target, record, wasDone: false };
}

type FileToSend = { file: string; name: string; size: number; sha256: string };

function send(
  sello: Sello,
  { file, name, size, sha256 }: FileToSend,
  { 'hash-only': isHashOnly = false, stamp }: CertifyOptions,
  show: Show,
): Promise<Certificate> {
  // The key is derived from the file alone, so that repeating an interrupted run does not certify a file twice.
  const words = Buffer.from(name).toString('base64url').slice(0, 150);
  const how = `${isHashOnly ? 'hash-' : ''}${stamp === 'shared' ? 'shared-' : ''}`;
  const idempotencyKey = `certify-${how}${sha256}-${words}`;
  if (isHashOnly) {
    show('stamping', undefined);
    return sello.certificates.create({ sha256, file_name: name, file_size: size, stamp }, { idempotencyKey });
  }
  return sello.certificates.create(
    { path: file, sha256, stamp },
    {
      idempotencyKey,
      onProgress: ({ loaded }) => show(loaded < size ? 'sending' : 'stamping', loaded / size),
    },
  );
}

/** Waits until the file is anchored, and then writes the final blockchain proof beside the file. */
export async function waitForAnchor(sello: Sello, certified: Certified, show: Show): Promise<Certified> {
  const { target, record } = certified;
  if (record.status === 'certified') return certified;
  show('anchoring', undefined);
  const anchored = await sello.certificates.waitUntilCertified(record.id);
  await writeWhole(`${target}.xml`, await sello.proofs.bytes(record.id, 'blockchain'));
  await writeRecord(target, anchored);
  return { ...certified, record: anchored };
}
