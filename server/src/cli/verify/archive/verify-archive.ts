/** `sello verify ARCHIVE`: verifies every certificate of an archive of evidence, offline. */

import { ARCHIVE_PATHS, OLDER_ARCHIVE_FORMAT, type VerdictWord } from '@sello/proof';
import {
  INDEX_CSV_START,
  INDEX_JSON_END,
  INDEX_JSON_START,
  type IndexRecord,
  indexCsvLine,
  readIndexLine,
} from '../../../proofs/export-account-evidence/index-lines.ts';
import { makeProgressBar } from '../../shared/progress-bar.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { CommandFailed } from '../../shared/usage.ts';
import { VERDICT_STATUS } from '../verdict-status.ts';
import { type ArchiveReader, linesOf } from './archive-reader.ts';
import { checkFrame } from './check-frame.ts';
import { checkPlaces, notingOpened } from './check-places.ts';
import { checkSums } from './check-sums.ts';
import { judgeCertificate, type Trust } from './judge-certificate.ts';

type ArchiveVerdict = {
  verdict: VerdictWord;
  /** How many certificates have each verdict. */
  certificates: Record<VerdictWord, number>;
  /** How many certificates have no final blockchain proof. They are also counted above. */
  pending: number;
  /** How many were stamped by an accredited provider. */
  accredited: number;
  /** How many certificates have each warning, by its code. */
  warnings: Readonly<Record<string, number>>;
  /** Remarks about the archive that are no faults. */
  notes: readonly string[];
  /** What is wrong with the archive itself, or with a certificate, which is then named. */
  problems: readonly string[];
};

/** How many problems are listed. The rest is counted, because a damaged archive can have as many problems as files. */
const MOST_TOLD = 100;

async function verifyArchive(
  archive: ArchiveReader,
  trust: Trust,
  onProgress: (done: number | undefined) => void,
): Promise<ArchiveVerdict> {
  const { reader, opened } = notingOpened(archive);
  const { about, problems } = await checkFrame(reader);
  const counts: Record<VerdictWord, number> = { valid: 0, unconfirmed: 0, invalid: 0 };
  const warnings: Record<string, number> = {};
  let [pending, untold, accredited] = [0, 0, 0];
  const tell = (problem: string) => {
    if (problems.length < MOST_TOLD) problems.push(problem);
    else untold += 1;
  };
  onProgress(undefined);
  const listed = new Set<string>();
  for await (const problem of checkSums(archive, listed)) tell(problem);
  let seen = 0;
  for await (const record of recordsOf(reader, tell)) {
    const {
      verdict,
      because,
      accredited: isAccredited,
      warnings: said = [],
    } = await judgeCertificate(reader, record, trust);
    counts[verdict] += 1;
    if (isAccredited) accredited += 1;
    for (const code of new Set(said.map(({ code }) => code))) warnings[code] = (warnings[code] ?? 0) + 1;
    seen += 1;
    if (record.blockchain_proof === 'pending') pending += 1;
    if (verdict === 'invalid') tell(`${record.id}: ${because}`);
    onProgress(about === undefined ? undefined : Math.min(1, seen / about.certificates));
  }
  const isComplete = about !== undefined && counts.invalid === 0;
  for await (const problem of checkPlaces(archive, { listed, opened, isComplete })) tell(problem);
  if (about !== undefined && (about.certificates !== seen || about.pending !== pending))
    tell(
      `${ARCHIVE_PATHS.about} tells of ${about.certificates} certificates, ${about.pending} of them pending; there are ${seen} and ${pending}`,
    );
  if (untold > 0) problems.push(`… and ${untold} more`);
  const verdict = wordFor(problems, counts);
  const notes = about?.archive === OLDER_ARCHIVE_FORMAT ? [CLAIMS, OLDER_README] : [CLAIMS];
  return { verdict, certificates: counts, pending, accredited, warnings, notes, problems };
}

/** Checking a bundle says the same, but the checks of single bundles are not listed for an archive. */
const CLAIMS =
  'Titles, file names, external ids, status, the names of the service and of the account, and the times at which the service made its entries are the word of whoever made the archive: no signature covers them. Nothing shows that no certificate was left out.';

/** The commands in such a README check an archive with keys from the archive itself, so a forged archive would pass. */
const OLDER_README = `This archive is of the older form ${OLDER_ARCHIVE_FORMAT}: the commands of its ${ARCHIVE_PATHS.readme} take key and roots from the archive itself, which proves nothing. Give a key and roots that you got elsewhere, with --log-key and --root.`;

/**
 * The worst verdict of all certificates. An archive without certificates is `unconfirmed`, because it leads to nothing
 * that the verifier trusts.
 */
function wordFor(problems: readonly string[], counts: Record<VerdictWord, number>): VerdictWord {
  if (problems.length > 0 || counts.invalid > 0) return 'invalid';
  return counts.unconfirmed > 0 || counts.valid === 0 ? 'unconfirmed' : 'valid';
}

/** The records of the index. The table in the archive must say the same, line by line. */
async function* recordsOf(
  archive: ArchiveReader,
  tell: (problem: string) => void,
): AsyncGenerator<IndexRecord> {
  const [json, csv] = [
    await archive.open(ARCHIVE_PATHS.indexJson),
    await archive.open(ARCHIVE_PATHS.indexCsv),
  ];
  if (json === undefined) return tell(`${ARCHIVE_PATHS.indexJson} is missing`);
  const table = csv && linesOf(csv);
  const sameInTable = async (text: string) => {
    for (const line of text.split('\n').slice(0, -1)) if ((await table?.next())?.value !== line) return false;
    return true;
  };
  let isTableGood = await sameInTable(INDEX_CSV_START);
  const seen = new Set<string>();
  for await (const line of linesOf(json)) {
    if (line === INDEX_JSON_START.trim() || line === INDEX_JSON_END.trim() || line === '') continue;
    const record = readIndexLine(line);
    if (record === undefined || seen.has(record.id)) {
      tell(`${ARCHIVE_PATHS.indexJson} has a line that cannot be used: ${line.slice(0, 120)}`);
      continue;
    }
    seen.add(record.id);
    isTableGood = isTableGood && (await sameInTable(indexCsvLine(record)));
    yield record;
  }
  if (!isTableGood || (await table?.next())?.done === false)
    tell(`${ARCHIVE_PATHS.indexCsv} says something else than ${ARCHIVE_PATHS.indexJson}`);
}

/** Throws `CommandFailed` with the status of the verdict unless it is `valid`. */
export async function verifyArchiveCommand(
  archive: ArchiveReader,
  trust: Trust,
  { json: isJson }: { json?: boolean },
  terminal: Terminal,
): Promise<void> {
  const bar = makeProgressBar(isJson ? { ...terminal, status: undefined } : terminal);
  const verdict = await verifyArchive(archive, trust, (done) => bar.show('sello verify', 'archive', done));
  bar.end();
  terminal.out(isJson ? JSON.stringify(verdict, null, 2) : describe(verdict, trust).join('\n'));
  if (verdict.verdict !== 'valid') throw new CommandFailed('', VERDICT_STATUS[verdict.verdict]);
}

const HEADLINES: Readonly<Record<VerdictWord, string>> = {
  valid: 'VALID: the files agree with the lists of the archive, and every certificate holds.',
  unconfirmed:
    'UNCONFIRMED: nothing contradicts, but not every certificate leads to something that you trust (--root, --log-key).',
  invalid: 'INVALID: the archive was changed, or a certificate in it does not hold.',
};

function describe(told: ArchiveVerdict, trust: Trust): string[] {
  const { verdict, certificates, pending, accredited, warnings, notes, problems } = told;
  return [
    HEADLINES[verdict],
    ...(verdict === 'invalid' ? [] : trustedWords(trust)),
    '',
    ...Object.entries(certificates).map(([word, count]) => `  ${word.padEnd(12)} ${count}`),
    ...(pending > 0
      ? [`  ${'pending'.padEnd(12)} ${pending} (time stamp only, not yet in a final block)`]
      : []),
    `  ${'accredited'.padEnd(12)} ${accredited} (by a provider under the Secretaría de Economía; the others have no legal value as a NOM-151 constancia)`,
    ...Object.entries(warnings).map(([code, count]) => `  ! ${code}: ${count}`),
    ...notes.map((note) => `  ! ${note}`),
    ...(problems.length > 0 ? ['', ...problems.map((problem) => `  ✗ ${problem}`)] : []),
  ];
}

/**
 * Names what the verdict rests on. Roots and keys that were given beside the archive are trusted because the caller
 * gave them.
 */
function trustedWords({ profiles, logKeys = [] }: Trust): string[] {
  const roots = profiles.filter(({ from }) => from === 'demanded').map(({ name }) => name);
  const given = [...roots, ...logKeys.map((key) => key.split('+').slice(0, 2).join('+'))];
  if (given.length === 0) return [];
  return [`It rests on ${given.join(', ')}, which you gave: nothing else confirms them.`];
}
