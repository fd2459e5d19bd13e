/**
 * The single-file verifiers from the web build: a page, a program for Node, and one in Python. Each
 * is served with its SHA-256 beside it, and the page goes into every evidence bundle.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type PackedFile, packedFile } from '@sello/proof';

export type Verifier = { name: string; type: string; bytes: Buffer; sha256: string };

export type Verifiers = {
  /** The verifiers. Empty if nothing was built, because the API works without them. */
  files: readonly Verifier[];
  /** The page, compressed once for all bundles. */
  page: PackedFile | undefined;
};

const PAGE = 'verify.html';

const TYPES: Readonly<Record<string, string>> = {
  [PAGE]: 'text/html; charset=utf-8',
  'sello-verify.mjs': 'text/javascript; charset=utf-8',
  'verify_blockchain_proof.py': 'text/x-python; charset=utf-8',
};

/** Opens the verifiers in `folder`, where the web build is. */
export async function openVerifiers(folder: string): Promise<Verifiers> {
  const read = (name: string) => readFile(path.join(folder, 'verify', name)).catch(ifMissing);
  const files: Verifier[] = [];
  for (const [name, type] of Object.entries(TYPES)) {
    const bytes = await read(name);
    if (bytes === undefined) continue;
    files.push({ name, type, bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  const page = files.find(({ name }) => name === PAGE)?.bytes;
  const deflated = await read(`${PAGE}.deflate`);
  return { files, page: page && deflated && packedFile(page, deflated) };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
