/** `sello certify FILE…`: certifies files and folders against a server and writes the proofs beside them. */

import { type Certificate, isSelloError, type Sello } from '@sello/sdk/source';
import { asFailure, connect, readConnection } from '../shared/connect.ts';
import { makeProgressBar, type ProgressBar } from '../shared/progress-bar.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, readArguments, UsageError } from '../shared/usage.ts';
import {
  type Certified,
  type CertifyOptions,
  certifyOne,
  NotSent,
  type Show,
  waitForAnchor,
} from './certify-one.ts';
import { listFiles } from './list-files.ts';

const OPTIONS = {
  wait: { type: 'boolean' },
  out: { type: 'string' },
  'hash-only': { type: 'boolean' },
  stamp: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** How many files are sent at once, and how many certificates are waited for at once. */
const AT_ONCE = { sending: 4, waiting: 8 };
/** Files that share a stamp wait until their time window ends, so more of them are sent at once. */
const SHARING_AT_ONCE = 50;

/** The result for one file. `certificate` is set even if the certificate was not anchored in time. */
type Outcome = { file: string; certificate: Certificate | null; already: boolean; error: string | null };

export async function certifyCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new UsageError('Name at least one file or folder to certify.');
  const { stamp } = values;
  if (stamp !== undefined && stamp !== 'own' && stamp !== 'shared')
    throw new UsageError('--stamp must be own or shared.');
  const connection = readConnection({}, terminal);
  const files = await listFiles(positionals);
  // With --json, standard output holds exactly one document, so the progress goes to standard error.
  const bar = makeProgressBar(values.json ? { ...terminal, out: terminal.error } : terminal);
  try {
    const sello = connect(connection, bar.say);
    const outcomes = await certifyAll(sello, files, { ...values, stamp }, bar);
    if (values.json) terminal.out(JSON.stringify(summaryOf(outcomes), null, 2));
    else if (files.length > 1) bar.say(describe(summaryOf(outcomes)));
    refuseFailed(outcomes);
  } finally {
    bar.end();
  }
}

function refuseFailed(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ error }) => error !== null);
  if (failed.length === 0) return;
  const told = `${failed.length} of ${outcomes.length} files were not certified.`;
  throw new CommandFailed(
    failed.some(({ error }) => error === NONE_LEFT)
      ? `${told} ${NONE_LEFT} Ask the operator for more (sello account grant E-MAIL NUMBER), or use a key of test mode, whose certificates cost nothing and have no legal value. Then run the same command again: it continues where it stopped.`
      : `${told} Run the same command again to continue.`,
  );
}

const NONE_LEFT = 'The account has no certificates left.';

/** First stamps all files and then waits for all of them, because they are anchored together. */
async function certifyAll(
  sello: Sello,
  files: readonly string[],
  options: CertifyOptions,
  bar: ProgressBar,
): Promise<Outcome[]> {
  let finished = 0;
  let isNoneLeft = false;
  const showFor =
    (file: string): Show =>
    (phase, done) =>
      bar.show(`${finished}/${files.length} ${file}`, phase, done);
  const tell = (outcome: Outcome) => {
    finished += 1;
    bar.say(lineFor(outcome));
    return outcome;
  };
  const atOnce = options.stamp === 'shared' ? SHARING_AT_ONCE : AT_ONCE.sending;
  const stamped = await inPool(files, atOnce, async (file) => {
    // If no certificates are left, only files that an earlier run certified can be handled. The others would all be
    // refused, so they are not sent.
    const send = isNoneLeft ? undefined : sello;
    const outcome = await outcomeOf(file, null, () => certifyOne(send, file, options, showFor(file)));
    if (isNoneLeft && outcome.outcome.error === NONE_LEFT) return { ...outcome, told: outcome.outcome };
    isNoneLeft ||= outcome.outcome.error === NONE_LEFT;
    const isDone = outcome.certified === undefined || options.wait !== true;
    return isDone ? { ...outcome, told: tell(outcome.outcome) } : outcome;
  });
  return inPool(stamped, AT_ONCE.waiting, async ({ certified, outcome, told }) => {
    if (told !== undefined || certified === undefined) return outcome;
    const wait = () => waitForAnchor(sello, certified, showFor(certified.file));
    return tell((await outcomeOf(certified.file, certified, wait)).outcome);
  });
}

type Step = { certified: Certified | undefined; outcome: Outcome; told?: Outcome };

/** Runs one step. `before` is the result so far, which is kept if the step fails. */
async function outcomeOf(
  file: string,
  before: Certified | null,
  step: () => Promise<Certified>,
): Promise<Step> {
  try {
    const certified = await step();
    const { record, wasDone } = certified;
    return { certified, outcome: { file, certificate: record, already: wasDone, error: null } };
  } catch (error) {
    const isNoneLeft = isSelloError(error, 'allowance_exhausted') || error instanceof NotSent;
    const failure = isNoneLeft ? new CommandFailed(NONE_LEFT) : asFailure(error);
    if (!(failure instanceof CommandFailed)) throw failure;
    const known = { certificate: before?.record ?? null, already: before?.wasDone ?? false };
    return { certified: undefined, outcome: { file, ...known, error: failure.message } };
  }
}

/** Runs `work` for each item, with a limit on how many run at once. The results are in the order of the items. */
async function inPool<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: size }, worker));
  return results;
}

function lineFor({ file, certificate, already, error }: Outcome): string {
  if (error !== null || certificate === null) return `✗ ${file}  ${error}`;
  const { id, status, nom151 } = certificate;
  return `✓ ${file}  ${id}  ${status} ${nom151.gen_time}${already ? ' (already done)' : ''}`;
}

type Summary = { certified: number; already: number; failed: number; files: readonly Outcome[] };

function summaryOf(files: readonly Outcome[]): Summary {
  const good = files.filter(({ error }) => error === null);
  const already = good.filter((outcome) => outcome.already).length;
  return { certified: good.length - already, already, failed: files.length - good.length, files };
}

function describe({ files, certified, already, failed }: Summary): string {
  return `${files.length} files: ${certified} certified, ${already} done already, ${failed} failed`;
}
