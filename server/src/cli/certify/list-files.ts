/** The files that `sello certify` is given, and the files that it writes beside them. */

import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Certificate } from '@sello/sdk/source';
import { UsageError } from '../shared/usage.ts';

/** The ending of the record written beside a file. It tells a later run that the file is done. */
const RECORD = '.sello.json';

/** Lists files as they were given, and the contents of folders recursively, except our own proofs and hidden files. */
export async function listFiles(names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    const info = await stat(name).catch(() => undefined);
    if (info === undefined) throw new UsageError(`There is no file or folder ${name}.`);
    if (!info.isDirectory()) files.push(name);
    else files.push(...(await listFolder(name)));
  }
  return files;
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const all = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const certified = new Set(
    all.filter((file) => file.endsWith(RECORD)).map((file) => file.slice(0, -RECORD.length)),
  );
  const isProof = (file: string) =>
    [RECORD, '.tsr', '.chain.pem', '.xml'].some(
      (ending) => file.endsWith(ending) && certified.has(file.slice(0, -ending.length)),
    );
  return all
    .filter(
      (file) =>
        !isProof(file) &&
        !path
          .relative(folder, file)
          .split(path.sep)
          .some((part) => part.startsWith('.')),
    )
    .sort();
}

/** The certificate that an earlier run made of the same bytes. */
export async function readRecord(target: string, sha256: string): Promise<Certificate | undefined> {
  const text = await readFile(target + RECORD, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const record = JSON.parse(text) as Certificate;
    // If the file has changed since, it is certified again.
    return record.file.sha256 === sha256 ? record : undefined;
  } catch {
    return undefined;
  }
}

export function writeRecord(target: string, record: Certificate): Promise<void> {
  return writeWhole(target + RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

/** Writes under another name first, so that an interrupted run leaves no half-written proof. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}
