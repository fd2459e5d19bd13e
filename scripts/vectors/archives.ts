/** An archive of two certificates, and the same with one fault each: docs/evidence-archive.md. */

import { createHash } from 'node:crypto';
import { decodeProofXml } from '../../proof/src/anchors/proof-xml-read.ts';
import { writeZip } from '../../proof/src/encoding/zip.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_PATHS,
  certificateFolder,
  entryPath,
  originalPath,
} from '../../proof/src/evidence/archive-layout.ts';
import { bundleFiles } from '../../proof/src/evidence/bundle.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { type ArchiveAbout, encodeAbout } from '../../server/src/proofs/export-account-evidence/about.ts';
import {
  INDEX_CSV_START,
  INDEX_JSON_END,
  INDEX_JSON_START,
  type IndexRecord,
  indexCsvLine,
  indexJsonLine,
} from '../../server/src/proofs/export-account-evidence/index-lines.ts';
import { ARCHIVED_VERIFIERS, archiveReadme } from '../../server/src/proofs/export-account-evidence/readme.ts';
import { nodeEngine } from '../../tests/harness/node-engine.ts';
import { bundleContent, CERTIFICATE_ID, ROOT } from './stamps.ts';
import { FILE_SHA256, LOG_KEY, type Vector } from './vector.ts';

const PENDING_ID = 'cert_0000000000000000000002';
const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Files = Map<string, Buffer>;

/** The content of an archive, from which its other parts are derived. */
type Content = { files: Files; records: IndexRecord[] };

/** `isAllProven` leaves out the certificate that is not in a block yet. */
async function content(isAllProven: boolean): Promise<Content> {
  const files: Files = new Map();
  const records: IndexRecord[] = [];
  for (const id of isAllProven ? [CERTIFICATE_ID] : [CERTIFICATE_ID, PENDING_ID]) {
    const isProven = id === CERTIFICATE_ID;
    const bundle = await bundleFiles(nodeEngine, await bundleContent(id, isProven));
    for (const [name, bytes] of bundle) {
      const place = entryPath(id, name, sha256(bytes));
      if (place !== undefined) files.set(place, Buffer.from(bytes));
    }
    records.push({
      id,
      status: isProven ? 'certified' : 'anchoring',
      blockchain_proof: isProven ? 'final' : 'pending',
      file_sha256: FILE_SHA256,
      external_id: null,
      title: 'Hola',
      file_name: 'hola.txt',
      psc: 'An authority that was made for this',
      gen_time: '2026-03-01T12:00:00Z',
      created_at: '2026-03-01T12:00:00.000Z',
      leaf_index: isProven ? 2 : 3,
      folder: certificateFolder(id),
      manifest_sha256: sha256(bundle.get('manifest.json') ?? ''),
      original: originalPath(FILE_SHA256),
    });
  }
  files.set(originalPath(FILE_SHA256), Buffer.from('hola\n'));
  return { files, records };
}

/** The whole archive: derives from the content what `sello export-evidence` derives. */
async function whole(
  { files, records }: Content,
  change: (about: ArchiveAbout) => ArchiveAbout = (about) => about,
): Promise<Files> {
  const all: Files = new Map([[ARCHIVE_PATHS.format, Buffer.from(`${ARCHIVE_FORMAT}\n`)], ...files]);
  const put = (name: string, text: string) => all.set(name, Buffer.from(text));
  const { xml } = await bundleContent();
  const { note } = decodeProofXml(xml!).checkpoint;
  put(ARCHIVE_PATHS.logKeys, `${LOG_KEY}\n`);
  put(ARCHIVE_PATHS.checkpoint, note);
  put(ARCHIVE_PATHS.roots, ROOT);
  // A program in an archive is known only by its hash, so a line of text stands here in place of each program.
  const verifiers = ARCHIVED_VERIFIERS.map((name) => [name, `This stands in place of ${name}.\n`] as const);
  for (const [name, text] of verifiers) put(`verifiers/${name}`, text);
  put(ARCHIVE_PATHS.indexCsv, INDEX_CSV_START + records.map(indexCsvLine).join(''));
  put(
    ARCHIVE_PATHS.indexJson,
    INDEX_JSON_START + records.map((record, i) => indexJsonLine(record, i === 0)).join('') + INDEX_JSON_END,
  );
  const about = change({
    archive: ARCHIVE_FORMAT,
    service: 'Sello',
    address: 'https://sello.example',
    account: 'acc_0000000000000000000001',
    mode: 'live',
    made_at: '2026-03-02T12:00:00.000Z',
    since: null,
    next_since: 3,
    certificates: records.length,
    pending: records.filter((record) => record.blockchain_proof === 'pending').length,
    originals: 1,
    has_roots: true,
    log: { name: 'sello.example/log', keys: [LOG_KEY], size: 7 },
    index_sha256: sha256(all.get(ARCHIVE_PATHS.indexJson) ?? ''),
    verifiers: Object.fromEntries(verifiers.map(([name, text]) => [name, sha256(text)])),
  });
  put(ARCHIVE_PATHS.about, encodeAbout(about));
  put(ARCHIVE_PATHS.readme, archiveReadme(about));
  return withSums(all);
}

/** Writes `SHA256SUMS` anew for the files as they are now. */
function withSums(files: Files): Files {
  const sums = [...files]
    .filter(([name]) => name !== ARCHIVE_PATHS.sums)
    .map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`);
  return new Map([...files, [ARCHIVE_PATHS.sums, Buffer.from(sums.join(''))]]);
}

const zipped = (files: Files): Buffer =>
  Buffer.from(writeZip([...files].map(([name, bytes]) => ({ name, content: bytes }))));

/** Changes one file, and leaves `SHA256SUMS` as it was. */
const edit =
  (name: string, change: (text: string) => string) =>
  (files: Files): Files => {
    const before = files.get(name)?.toString();
    if (before === undefined || change(before) === before) throw new Error(`${name} is not changed`);
    return new Map([...files, [name, Buffer.from(change(before))]]);
  };
const without =
  (name: string) =>
  (files: Files): Files =>
    new Map([...files].filter(([each]) => each !== name));

export async function archiveVectors(): Promise<Vector[]> {
  const proven = await content(true);
  const base = await whole(proven);
  const folder = certificateFolder(CERTIFICATE_ID);
  const original = originalPath(FILE_SHA256);
  const listed = (change: (files: Files) => Files) => withSums(change(base));
  const reindexed = async (change: (record: IndexRecord) => IndexRecord) =>
    whole({ ...proven, records: proven.records.map(change) });
  const cases: [string, number, VerdictWord, string, Files][] = [
    ['archive', 80, 'valid', 'an archive as it was written', base],
    [
      'archive-pending',
      85,
      'unconfirmed',
      'one certificate is not in a block yet',
      await whole(await content(false)),
    ],
    [
      'archive-file-changed',
      81,
      'invalid',
      'an original has another letter',
      edit(original, () => 'hole\n')(base),
    ],
    ['archive-file-missing', 81, 'invalid', 'an original is missing', without(original)(base)],
    [
      'archive-file-added',
      81,
      'invalid',
      'a file that no line lists',
      new Map([...base, ['x.txt', Buffer.from('x')]]),
    ],
    [
      'archive-original-listed',
      83,
      'invalid',
      'an original has another letter, and SHA256SUMS says so too',
      listed(edit(original, () => 'hole\n')),
    ],
    [
      'archive-readme',
      82,
      'invalid',
      'README.txt has another command',
      listed(edit(ARCHIVE_PATHS.readme, (text) => text.replace('sha256sum --quiet', 'sha256sum'))),
    ],
    [
      'archive-table',
      82,
      'invalid',
      'index.csv says something else than index.json',
      listed(edit(ARCHIVE_PATHS.indexCsv, (text) => text.replace('hola.txt', 'adios.txt'))),
    ],
    [
      'archive-index-hash',
      82,
      'invalid',
      'archive.json names another index.json',
      await whole(proven, (about) => ({ ...about, index_sha256: '00'.repeat(32) })),
    ],
    [
      'archive-verifier',
      82,
      'invalid',
      'a verifier is another program',
      listed(edit('verifiers/verify.html', () => 'x')),
    ],
    [
      'archive-verifier-more',
      82,
      'invalid',
      'a verifier that archive.json does not name',
      listed((files) => new Map([...files, ['verifiers/run.sh', Buffer.from('x')]])),
    ],
    [
      'archive-page-more',
      120,
      'invalid',
      'a page that no archive has, and SHA256SUMS lists it',
      listed((files) => new Map([...files, ['verify.html', Buffer.from('x')]])),
    ],
    [
      'archive-proof-more',
      120,
      'invalid',
      'a proof that the manifest of its certificate does not name, and SHA256SUMS lists it',
      listed((files) => new Map([...files, [`${folder}/later-checkpoint.tlog-proof`, Buffer.from('x')]])),
    ],
    [
      'archive-log-size',
      82,
      'invalid',
      'archive.json states another size of the log',
      await whole(proven, (about) => ({ ...about, log: { ...about.log, size: 8 } })),
    ],
    [
      'archive-count',
      82,
      'invalid',
      'archive.json tells of two certificates',
      await whole(proven, (about) => ({ ...about, certificates: 2 })),
    ],
    [
      'archive-index-time',
      84,
      'invalid',
      'the index states another time than the proofs',
      await reindexed((record) => ({ ...record, gen_time: '2026-03-01T12:00:01Z' })),
    ],
    [
      'archive-index-place',
      84,
      'invalid',
      'the index states another place in the log',
      await reindexed((record) => ({ ...record, leaf_index: 3 })),
    ],
    [
      'archive-index-manifest',
      84,
      'invalid',
      'the index names another manifest',
      await reindexed((record) => ({ ...record, manifest_sha256: '00'.repeat(32) })),
    ],
    [
      'archive-proof',
      83,
      'invalid',
      'a blockchain proof is another one, and SHA256SUMS says so too',
      listed(
        edit(`${folder}/blockchain-proof.xml`, (text) => text.replace('number="1234"', 'number="1235"')),
      ),
    ],
    [
      'archive-format',
      80,
      'invalid',
      'a format that is not known',
      listed(edit(ARCHIVE_PATHS.format, () => 'sello-archive-v9\n')),
    ],
  ];
  const trust = ['--root', 'root.pem', '--log-key', LOG_KEY];
  const made = cases.map(([name, requirement, verdict, because, files]): Vector => {
    const file = `${name}.zip`;
    return { requirement, file, verdict, because, args: [file, ...trust], bytes: zipped(files) };
  });
  const again = (requirement: number, verdict: VerdictWord, because: string, ...args: string[]): Vector => ({
    requirement,
    file: 'archive.zip',
    verdict,
    because,
    args: ['archive.zip', ...args],
  });
  return [
    ...made,
    {
      requirement: 80,
      file: 'archive-cut.zip',
      verdict: 'invalid',
      because: 'the ZIP file is cut short',
      args: ['archive-cut.zip', ...trust],
      bytes: zipped(base).subarray(0, -1),
    },
    again(86, 'unconfirmed', 'neither roots nor keys are given: those inside confirm nothing'),
    again(86, 'invalid', 'another root is given', '--root', 'other-root.pem', '--log-key', LOG_KEY),
    again(87, 'invalid', 'SHA-256 counts as broken', ...trust, '--broken', 'SHA-256@2026-01-01'),
    again(
      87,
      'valid',
      'RSA counts as broken, on which nothing here rests',
      ...trust,
      '--broken',
      'RSA@2026-01-01',
    ),
    again(85, 'valid', 'no certificate is pending', ...trust),
  ];
}
