/**
 * `sello conformance`: tries a verifier, ours or another one, on every case of docs/vectors, and reports which
 * requirements of docs/CONFORMANCE.md it meets. Needs no server, no settings and no network.
 */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeProgressBar } from '../shared/progress-bar.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, readArguments, UsageError } from '../shared/usage.ts';
import { type Case, PARTS, readCases } from './read-cases.ts';
import { type AskVerifier, askOwn, askProgram, type Tried, tryVerifier } from './try-verifier.ts';

const VECTORS = fileURLToPath(new URL('../../../../docs/vectors', import.meta.url));

const OPTIONS = {
  verifier: { type: 'string' },
  part: { type: 'string', multiple: true },
  requirement: { type: 'string', multiple: true },
  vectors: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Throws `CommandFailed` unless the verifier meets every MUST of the chosen parts. */
export async function conformanceCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals[0] !== undefined) throw new UsageError(`Unexpected argument "${positionals[0]}".`);
  const ask = verifierFor(values.verifier);
  const cases = casesOf(await readCases(values.vectors ?? VECTORS), values);
  const bar = makeProgressBar(values.json ? { ...terminal, status: undefined } : terminal);
  const tried = await tryVerifier(cases, ask, (done) => bar.show('sello conformance', 'cases', done));
  bar.end();
  const failed = tried.filter(({ isRight }) => !isRight);
  terminal.out(values.json ? asJson(tried) : describe(tried, failed).join('\n'));
  if (failed.some(({ case: { level } }) => level === 'MUST')) throw new CommandFailed();
}

type Wanted = { part?: readonly string[]; requirement?: readonly string[] };

/**
 * The cases of these parts and requirements. A name without any case is an error, so that the result is never "0 of 0".
 */
function casesOf(cases: readonly Case[], { part, requirement }: Wanted): readonly Case[] {
  for (const name of part ?? [])
    if (!PARTS.some((known) => known === name))
      throw new UsageError(`--part must be ${PARTS.join(', ')}; it is "${name}".`);
  for (const name of requirement ?? [])
    if (!cases.some((each) => each.requirement === name))
      throw new UsageError(`--requirement must be a number like R12 that has cases; it is "${name}".`);
  const found = cases.filter(
    (each) => (part?.includes(each.part) ?? true) && (requirement?.includes(each.requirement) ?? true),
  );
  if (found.length === 0) throw new UsageError('No case belongs to these parts and requirements.');
  return found;
}

/** Our own verifier, unless another is named. A program that cannot be started is noticed before the first case. */
function verifierFor(command: string | undefined): AskVerifier {
  if (command === undefined) return askOwn;
  const [program, ...own] = command.trim().split(/\s+/);
  if (program === undefined || program === '') throw new UsageError('--verifier must name a program.');
  const { error } = spawnSync(program, [...own, '--help'], { stdio: 'ignore', timeout: 10_000 });
  if (error !== undefined && 'code' in error && error.code !== 'ETIMEDOUT')
    throw new UsageError(`${program} cannot be started: ${error.message}.`);
  return askProgram(program, own);
}

function describe(tried: readonly Tried[], failed: readonly Tried[]): string[] {
  const requirements = new Set(tried.map(({ case: { requirement } }) => requirement));
  const unmet = new Set(failed.map(({ case: { requirement } }) => requirement));
  return [
    ...failed.flatMap(({ case: { requirement, level, verdict, because, args }, answer }) => [
      `${requirement} ${level}: answered ${answer} instead of ${verdict}: ${because}`,
      `    ${args.join(' ')}`,
    ]),
    ...(failed.length === 0 ? [] : ['']),
    ...PARTS.flatMap((part) => {
      const ofPart = tried.filter((each) => each.case.part === part);
      if (ofPart.length === 0) return [];
      return [`${part}: ${ofPart.filter(({ isRight }) => isRight).length} of ${ofPart.length} cases`];
    }),
    `${requirements.size - unmet.size} of ${requirements.size} requirements are met.`,
  ];
}

function asJson(tried: readonly Tried[]): string {
  const cases = tried.map(({ case: each, answer, isRight }) => ({ ...each, answer, right: isRight }));
  return JSON.stringify(
    { conforms: cases.every(({ right, level }) => right || level !== 'MUST'), cases },
    null,
    2,
  );
}
