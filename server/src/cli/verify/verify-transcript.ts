/** `sello verify --transcript FILE`: recomputes the chain and the sums of a transcript, offline. */

import { readFile } from 'node:fs/promises';
import { parseHex, repeatedKey, type VerdictWord } from '@sello/proof';
import {
  type TranscriptCheck,
  transcriptSha256,
  verifyTranscript,
} from '../../memberships/transcripts/verify-transcript.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, UsageError } from '../shared/usage.ts';
import { VERDICT_STATUS } from './verdict-status.ts';

type Options = { hash?: string | undefined; json?: boolean | undefined };

/** Throws `CommandFailed` with the status of the verdict unless it is `valid`. */
export async function verifyTranscriptFile(
  file: string,
  options: Options & Readonly<Record<string, unknown>>,
  positionals: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const others = Object.keys(options).filter((name) => !['transcript', 'json', 'hash'].includes(name));
  if (positionals.length > 0 || others.length > 0)
    throw new UsageError('--transcript is checked alone: give nothing else but --hash and --json.');
  const demanded = options.hash === undefined ? undefined : readHash(options.hash);
  const transcript = await readJson(file);
  const checks = [...verifyTranscript(transcript), ...demandChecks(transcript, demanded)];
  const verdict = verdictOf(checks, demanded);
  terminal.out(
    options.json === true ? JSON.stringify({ verdict, checks }, null, 2) : describe(checks, verdict),
  );
  if (verdict !== 'valid') throw new CommandFailed('', VERDICT_STATUS[verdict]);
}

/**
 * A transcript contains its own hash, so an invented transcript can be consistent too. Only a hash from another source
 * confirms it, such as the one on the certified PDF.
 */
function verdictOf(checks: readonly TranscriptCheck[], demanded: string | undefined): VerdictWord {
  if (!checks.every(({ passes }) => passes)) return 'invalid';
  return demanded === undefined ? 'unconfirmed' : 'valid';
}

function demandChecks(transcript: unknown, demanded: string | undefined): TranscriptCheck[] {
  if (demanded === undefined) return [];
  const passes = transcriptSha256(transcript) === demanded;
  const because = passes
    ? 'the transcript is the one whose hash was given'
    : 'the transcript does not have the hash that was given';
  return [{ name: 'demand.hash', passes, because }];
}

function readHash(given: string): string {
  const hex = given.toLowerCase();
  if (parseHex(hex)?.length === 32) return hex;
  throw new UsageError('--hash must be the SHA-256 of the transcript in hexadecimal, as its PDF prints it.');
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`Cannot read ${file}.`);
  });
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON. Save the answer of GET /members/{id}/transcript.`);
  }
  const twice = repeatedKey(text);
  if (twice !== undefined)
    throw new CommandFailed(
      `INVALID: ${file} has the key "${twice}" twice, so two readers could read it differently.`,
    );
  return read;
}

const WORDS: Readonly<Record<VerdictWord, string>> = {
  valid: 'VALID: the chain and the sums hold, and it is the transcript whose hash you gave.',
  unconfirmed:
    'UNCONFIRMED: the chain and the sums hold, but nothing here shows who issued it. Give the SHA-256 that the certified PDF prints (--hash), and check that PDF.',
  invalid: 'INVALID: a check failed.',
};

function describe(checks: readonly TranscriptCheck[], verdict: VerdictWord): string {
  const lines = checks.map(({ name, passes, because }) => `${passes ? 'pass' : 'FAIL'}  ${name}: ${because}`);
  return [WORDS[verdict], '', ...lines].join('\n');
}
