/** Reads the cases of `docs/vectors/index.json`: the input for a verifier, and the required answer. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { VerdictWord } from '@sello/proof';
import { UsageError } from '../shared/usage.ts';

export const PARTS = ['proof', 'stamp', 'pdf', 'asic', 'archive'] as const;

type Part = (typeof PARTS)[number];

export type Case = {
  requirement: string;
  part: Part;
  level: 'MUST' | 'SHOULD';
  verdict: VerdictWord;
  because: string;
  /** The arguments, in the form that `sello verify` takes; files have full paths. */
  args: readonly string[];
};

/** Throws a `UsageError` if the folder has no such index. */
export async function readCases(folder: string): Promise<readonly Case[]> {
  const place = path.join(folder, 'index.json');
  const text = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'ENOENT' ? `There is no file ${place}.` : `${place} cannot be read: ${error.message}`,
    );
  });
  const cases = parse(text)?.vectors;
  if (!Array.isArray(cases) || cases.length === 0 || !cases.every(isCase))
    throw new UsageError(`${place} is not an index of vectors as Sello publishes it.`);
  return cases.map((each) => ({ ...each, args: withPaths(each.args, folder) }));
}

function parse(text: string): { vectors?: unknown } | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

function isCase(value: unknown): value is Case {
  if (typeof value !== 'object' || value === null) return false;
  const { requirement, part, level, verdict, because, args } = value as Record<string, unknown>;
  return (
    typeof requirement === 'string' &&
    typeof because === 'string' &&
    PARTS.some((known) => known === part) &&
    ['MUST', 'SHOULD'].includes(String(level)) &&
    ['valid', 'unconfirmed', 'invalid'].includes(String(verdict)) &&
    Array.isArray(args) &&
    args.every((arg) => typeof arg === 'string')
  );
}

/** The options whose value is a file. */
const OF_FILES = ['--xml', '--tsr', '--bundle', '--record', '--root'];

function withPaths(args: readonly string[], folder: string): string[] {
  return args.map((arg, i) => {
    const option = args[i - 1] ?? '';
    const isValue = option.startsWith('--') && !OF_FILES.includes(option);
    return arg.startsWith('--') || isValue ? arg : path.resolve(folder, arg);
  });
}
