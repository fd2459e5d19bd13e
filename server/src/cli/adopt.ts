/** `sello adopt`: sends a constancia that another provider issued, so that it is kept. The file itself is not sent. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asFailure, connect, readConnection } from './shared/connect.ts';
import type { Terminal } from './shared/terminal.ts';
import { CommandFailed, readArguments, refuseArguments, required, UsageError } from './shared/usage.ts';

const OPTIONS = {
  hash: { type: 'string' },
  title: { type: 'string' },
  json: { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

export async function adoptCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [constancia, original, ...rest] = positionals;
  refuseArguments(rest);
  const evidence = required(constancia, 'The constancia (.asn1, .tsr or .xml)');
  if ((original === undefined) === (values.hash === undefined))
    throw new UsageError(
      "The file's name must be that of the constancia without its ending. Otherwise give its SHA-256 with --hash.",
    );
  const connection = readConnection(values, terminal);
  const known = original === undefined ? { sha256: values.hash ?? '' } : await describe(original);
  const evidence_base64 = (await readOr(evidence, () => readFile(evidence))).toString('base64');
  const { title } = values;
  try {
    const certificate = await connect(connection, terminal.error).certificates.adoptConstancia({
      evidence_base64,
      evidence_name: path.basename(evidence),
      ...known,
      ...(title !== undefined && { title }),
    });
    const { id, origin, created_at: since } = certificate;
    if (values.json) return terminal.out(JSON.stringify(certificate, null, 2));
    terminal.out(`✓ ${id}  kept since ${since}; ${origin?.issued_by} states ${origin?.issued_at}`);
  } catch (error) {
    throw asFailure(error);
  }
}

async function describe(file: string) {
  const hash = createHash('sha256');
  const { size } = await readOr(file, async () => {
    await pipeline(createReadStream(file), hash);
    return stat(file);
  });
  return { sha256: hash.digest('hex'), file_name: path.basename(file), ...(size > 0 && { file_size: size }) };
}

async function readOr<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as Error).message}`);
  }
}
