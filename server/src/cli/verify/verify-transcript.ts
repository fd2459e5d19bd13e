/** `sello verify --transcript FILE`: redoes the chain and the sums of a transcript, offline. */

import { readFile } from 'node:fs/promises';
import { type TranscriptCheck, verifyTranscript } from '../../memberships/transcripts/verify-transcript.ts';
import type { Terminal } from '../terminal.ts';
import { CommandFailed, UsageError } from '../usage.ts';

/** Throws `CommandFailed` (exit 1) unless every check passes. */
export async function verifyTranscriptFile(
  file: string,
  options: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const others = Object.keys(options).filter((name) => name !== 'transcript' && name !== 'json');
  if (positionals.length > 0 || others.length > 0)
    throw new UsageError('--transcript is checked alone: give nothing else but --json.');
  const checks = verifyTranscript(await readJson(file));
  const isValid = checks.every(({ passes }) => passes);
  const verdict = isValid ? 'valid' : 'invalid';
  terminal.out(
    options.json === true ? JSON.stringify({ verdict, checks }, null, 2) : describe(checks, verdict),
  );
  if (!isValid) throw new CommandFailed();
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`Cannot read ${file}.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON. Save the answer of GET /members/{id}/transcript.`);
  }
}

function describe(checks: readonly TranscriptCheck[], verdict: string): string {
  const lines = checks.map(({ name, passes, because }) => `${passes ? 'pass' : 'FAIL'}  ${name}: ${because}`);
  return [...lines, '', verdict].join('\n');
}
