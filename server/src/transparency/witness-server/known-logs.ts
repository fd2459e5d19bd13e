/** The logs that a witness cosigns, each by its origin and the keys that sign for it. */

import type { CryptoEngine } from '@sello/proof';
import { decodeNoteKey, type NoteKey, ProofError } from '@sello/proof';
import { OperatorError } from '../../kernel/operator-error.ts';

export type KnownLogs = ReadonlyMap<string, readonly NoteKey[]>;

/**
 * One log per line: its verifier key; or, if the key's name differs from the origin, the origin, a space and the
 * verifier key. A log with several keys has several lines. Empty lines and those that begin with `#` are left out.
 */
export async function readKnownLogs(ports: { crypto: CryptoEngine }, text: string): Promise<KnownLogs> {
  const logs = new Map<string, NoteKey[]>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const { origin, key } = await readLine(ports, line);
    logs.set(origin, [...(logs.get(origin) ?? []), key]);
  }
  return logs;
}

async function readLine({ crypto }: { crypto: CryptoEngine }, line: string) {
  const [first = '', second, more] = line.split(/\s+/);
  try {
    const key = await decodeNoteKey(crypto, second ?? first);
    if (more === undefined) return { origin: second === undefined ? key.name : first, key };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
  }
  throw new OperatorError({
    en: `"${line}" is no log: give its verifier key (a Sello shows it at /log/key), or its origin, a space and its verifier key.`,
    es: `"${line}" no es un registro público: escriba su llave de verificación (un Sello la muestra en /log/key), o su origen, un espacio y su llave de verificación.`,
  });
}
