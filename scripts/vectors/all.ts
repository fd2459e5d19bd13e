/**
 * Everything that docs/vectors and docs/CONFORMANCE.md are made of, for authors of verifiers. `npm run docs` writes both.
 */

import { archiveVectors } from './archives.ts';
import { asicVectors } from './asic.ts';
import { bitcoinVectors } from './bitcoin.ts';
import { chainVectors } from './chains.ts';
import { limitVectors } from './limits.ts';
import { longDigestVectors } from './long-digests.ts';
import { mlDsaVectors } from './ml-dsa.ts';
import { noteVectors } from './notes.ts';
import { markedParagraphs, type Paragraph } from './page-marks.ts';
import { RECEIPT_ARGS, receiptVectors } from './receipts.ts';
import { type Part, REQUIREMENTS, type Requirement } from './requirements.ts';
import { sealedPdfVectors } from './sealed-pdfs.ts';
import { sharedVectors } from './shared.ts';
import { stampVectors } from './stamps.ts';
import { EXAMPLES, FILE_SHA256, LOG_KEY, readDoc, type Vector } from './vector.ts';
import { verdictVectors } from './verdicts.ts';
import { xmlVectors } from './xml.ts';

/** Files that are given to verifiers and not made here. */
export const GIVEN_FILES = [
  'asic-manifest.asice',
  'asic-root.pem',
  'hola.txt',
  'other-root.pem',
  'root.pem',
  'sealed-constancia.pdf',
  'sealed-original.pdf',
  'sealed-root.pem',
  'sealed.pdf',
  'shared-root.pem',
  'shared.ers',
  'token-sha512.tsr',
  'token.tsr',
] as const;

/** In the order of the requirements. */
export async function allVectors(): Promise<readonly Vector[]> {
  const vectors = [
    ...xmlVectors(),
    ...(await limitVectors()),
    ...(await noteVectors()),
    ...mlDsaVectors(),
    ...(await chainVectors()),
    ...(await bitcoinVectors()),
    ...(await stampVectors()),
    ...sealedPdfVectors(),
    ...asicVectors(),
    ...(await sharedVectors()),
    ...(await longDigestVectors()),
    ...verdictVectors(),
    ...(await archiveVectors()),
    ...(await receiptVectors()),
  ];
  return [...vectors, ...unchanged(vectors)].toSorted((a, b) => a.requirement - b.requirement);
}

/** What the files to refuse were made from, for requirements with no other file to accept. */
function unchanged(vectors: readonly Vector[]): Vector[] {
  const accepted = new Set(
    vectors.filter(({ verdict }) => verdict !== 'invalid').map(({ requirement }) => requirement),
  );
  return REQUIREMENTS.filter(({ number }) => !accepted.has(number)).map(({ number, part }) => ({
    requirement: number,
    because: 'the file that those to refuse were made from',
    ...UNCHANGED[number >= 76 && part === 'stamp' ? 'bundle' : part],
  }));
}

const TRUST = ['--root', 'root.pem', '--log-key', LOG_KEY];
const UNCHANGED: Readonly<Record<Part | 'bundle', Pick<Vector, 'file' | 'verdict' | 'args'>>> = {
  proof: {
    file: `../${EXAMPLES[0]}`,
    verdict: 'valid',
    args: ['--xml', `../${EXAMPLES[0]}`, '--log-key', LOG_KEY],
  },
  stamp: { file: 'token.tsr', verdict: 'valid', args: ['--tsr', 'token.tsr', '--root', 'root.pem'] },
  bundle: { file: 'bundle.zip', verdict: 'valid', args: ['--bundle', 'bundle.zip', ...TRUST] },
  pdf: { file: 'sealed.pdf', verdict: 'valid', args: ['sealed.pdf', '--root', 'sealed-root.pem'] },
  asic: { file: 'asic.asics', verdict: 'valid', args: ['asic.asics', '--root', 'root.pem'] },
  archive: { file: 'archive.zip', verdict: 'valid', args: ['archive.zip', ...TRUST] },
  receipt: { file: 'receipt.receipt', verdict: 'valid', args: RECEIPT_ARGS },
};

export function vectorIndex(vectors: readonly Vector[]): string {
  const paragraphs = markedParagraphs();
  const index = {
    about:
      'What a verifier is given (`args`, as `sello verify` takes them; files are beside this one) and what it must answer (`verdict`; exit status 0 for valid, 3 for unconfirmed, 1 for invalid). `requirement` is the one of ../CONFORMANCE.md that it tests, and `section` that of ../proof-format.md, ../evidence-archive.md, ../asic.md or ../receipts.md. A verifier that reads proofs alone is tried on the vectors whose `part` is `proof`.',
    examples: EXAMPLES.map((file) => ({ file: `../${file}`, verdict: 'unconfirmed', with_log_key: 'valid' })),
    file_sha256: FILE_SHA256,
    log_key: LOG_KEY,
    vectors: vectors.map(({ requirement, file, verdict, because, args }) => {
      const { part, level } = requirementOf(requirement);
      const { section } = paragraphOf(paragraphs, requirement);
      return { requirement: `R${requirement}`, part, level, file, verdict, section, because, args };
    }),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

function requirementOf(number: number): Requirement {
  const found = REQUIREMENTS.find((requirement) => requirement.number === number);
  if (found === undefined) throw new Error(`there is no requirement R${number}`);
  return found;
}

function paragraphOf(paragraphs: ReadonlyMap<number, readonly Paragraph[]>, number: number): Paragraph {
  const [found] = paragraphs.get(number) ?? [];
  if (found === undefined) throw new Error(`no paragraph bears the number R${number}`);
  return found;
}

const PARTS: Readonly<Record<Part, string>> = {
  proof: '## Blockchain proofs',
  stamp: '## Time stamps and bundles',
  pdf: '## PDFs with time stamps inside',
  asic: '## ASiC containers',
  archive: '## Archives',
  receipt: '## Receipts',
};

export function conformancePage(vectors: readonly Vector[]): string {
  const paragraphs = markedParagraphs();
  const rows = (Object.keys(PARTS) as Part[]).flatMap((part) => [
    '',
    PARTS[part],
    ...REQUIREMENTS.filter((requirement) => requirement.part === part).flatMap((requirement) => [
      '',
      describe(requirement, paragraphOf(paragraphs, requirement.number)),
      ...listed(vectors.filter(({ requirement: number }) => number === requirement.number)),
    ]),
  ]);
  return `${readDoc('../scripts/vectors/conformance-start.md')}${rows.join('\n')}\n`;
}

function describe({ number, level, text }: Requirement, { page, section }: Paragraph): string {
  const place = page !== 'evidence-archive.md' ? `§${section}` : section.replace(/\.(\d+)$/, ', point $1');
  return `**R${number}** ${level} ([${place}](${page})): ${text}`;
}

/** The files to accept, and those to refuse. A file that is both differs in what else is given. */
function listed(vectors: readonly Vector[]): string[] {
  const names = (isRefused: boolean) => [
    ...new Set(
      vectors
        .filter(({ verdict }) => (verdict === 'invalid') === isRefused)
        .map(({ file }) =>
          file.startsWith('../') ? `[${file.slice(3)}](${file.slice(3)})` : `[${file}](vectors/${file})`,
        ),
    ),
  ];
  return (
    [
      ['accept', names(false)],
      ['refuse', names(true)],
    ] as const
  ).flatMap(([word, files]) => (files.length === 0 ? [] : [`- ${word}: ${files.join(', ')}`]));
}
