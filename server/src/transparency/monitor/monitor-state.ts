/** What a monitor remembers of a log: its keys and the last good checkpoint. */

import { readFile } from 'node:fs/promises';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

export type MonitorState = { url: string; keys: readonly string[]; checkpoint: string; seenAt: string };

/**
 * Reads the state. Undefined if there is no such file. An unreadable file is an error, because an attacker would like
 * the monitor to forget.
 */
export async function readState(file: string): Promise<MonitorState | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(file, error);
  }
  const state = parse(text);
  if (state === undefined) throw unusable(file, undefined);
  return state;
}

/**
 * Writes the state to a temporary file, syncs it, then renames it, so that a crash leaves the old state or the new
 * one.
 */
export async function writeState(
  file: string,
  { url, keys, checkpoint, seenAt }: MonitorState,
): Promise<void> {
  await writeWholeFile(
    file,
    `${JSON.stringify({ url, key: keys.join('\n'), checkpoint, seen_at: seenAt }, null, 2)}\n`,
  );
}

function parse(text: string): MonitorState | undefined {
  try {
    const { url, key, checkpoint, seen_at: seenAt } = JSON.parse(text) as Record<string, unknown>;
    const values = [url, key, checkpoint, seenAt];
    if (!values.every((value) => typeof value === 'string')) return undefined;
    // Several keys are lines of one text, as the log itself publishes them.
    return { url, keys: String(key).split('\n'), checkpoint, seenAt } as MonitorState;
  } catch {
    return undefined;
  }
}

function unusable(file: string, cause: unknown): OperatorError {
  return new OperatorError(
    {
      en: `${file} cannot be read as what this monitor wrote. Put it back from a copy; without it, an earlier history is forgotten.`,
      es: `${file} no se puede leer como lo que escribió este monitor. Recupérelo de una copia; sin él se olvida la historia anterior.`,
    },
    { cause },
  );
}
