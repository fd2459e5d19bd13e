/** Finds out, for files that were given to `sello verify` without saying which is which, what each of them is. */

import { open, readFile, stat } from 'node:fs/promises';
import { type Evidence, type ForeignKind, MAX_EVIDENCE_BYTES, mostBytes, recognise } from '@sello/proof';
import { isBadgeText, isPng, readBakedPng } from '@sello/proof/badges';
import { UsageError } from '../shared/usage.ts';

export type Sorted = {
  document: string | undefined;
  proofs: Pick<Evidence, 'tsr' | 'xml' | 'bundle' | 'constancia' | 'record' | 'receipt' | 'pdf' | 'asic'>;
};

/** Throws a `UsageError` unless the files are at most one document and the evidence about it. */
export async function sortGiven(files: readonly string[]): Promise<Sorted> {
  const sorted: Sorted = { document: undefined, proofs: {} };
  let holder: string | undefined;
  for (const file of files) {
    const bytes = await readSmall(file);
    const known = bytes && recognise(file, bytes);
    if (bytes !== undefined && isBadge(bytes)) throw new UsageError(`${file} ${ELSEWHERE.badge}`);
    if (known?.kind === 'foreign') throw new UsageError(`${file} ${ELSEWHERE[known.what]}`);
    if (known?.kind === 'certificates')
      throw new UsageError(`${file} holds certificates. If you trust them, give them with --root.`);
    if (known === undefined) {
      if (sorted.document !== undefined)
        throw new UsageError(`Neither ${sorted.document} nor ${file} is a proof. ${WHAT_CAN_BE_GIVEN}`);
      sorted.document = file;
    } else {
      if (sorted.proofs[known.kind] !== undefined)
        throw new UsageError(`${file} is a second proof of its kind. Check one after the other.`);
      sorted.proofs[known.kind] = known.bytes;
      if (known.kind === 'pdf' || known.kind === 'asic') holder = file;
    }
  }
  if (holder !== undefined) takeAsDocument(sorted, holder);
  assertEnough(sorted);
  return sorted;
}

/**
 * If other evidence is given too, a PDF with time stamps inside or an ASiC container counts as the document that the
 * evidence is about.
 */
function takeAsDocument(sorted: Sorted, holder: string): void {
  const { pdf, asic, ...others } = sorted.proofs;
  const isOne = (pdf === undefined) !== (asic === undefined);
  if (!isOne || Object.keys(others).length === 0 || sorted.document !== undefined) return;
  sorted.document = holder;
  sorted.proofs = others;
}

const WHAT_CAN_BE_GIVEN =
  'Give the proof to check, with the original file: a bundle (.zip), a constancia (.pdf), a time stamp (.tsr, .asn1), a blockchain proof (.xml), an evidence record (.ers), a receipt of a log (.receipt, .cose), an ASiC container (.asics, .asice) or a PDF with time stamps inside; or name the proof: --tsr FILE, --xml FILE or both, --bundle FILE, --record FILE, or --receipt FILE.';

function assertEnough({ document, proofs }: Sorted): void {
  const { tsr, xml, bundle, constancia, record, receipt, pdf, asic } = proofs;
  const wholes = [bundle, constancia, pdf, asic, record ?? tsr ?? xml ?? receipt].filter(
    (given) => given !== undefined,
  );
  if (wholes.length > 1)
    throw new UsageError(
      'A bundle and a constancia contain all proofs, and a sealed PDF and an ASiC container are checked without others: give only one of these.',
    );
  if (wholes.length === 1) return;
  throw new UsageError(
    document === undefined
      ? WHAT_CAN_BE_GIVEN
      : `${document} is no proof that this program knows. ${WHAT_CAN_BE_GIVEN}`,
  );
}

/** Evidence that other systems issue, and where it can be checked. */
const ELSEWHERE: Readonly<Record<ForeignKind | 'badge', string>> = {
  ots: 'is an OpenTimestamps stamp. Check it with "ots verify" (opentimestamps.org), with the original file beside it.',
  nom151_2002:
    'is a constancia of NOM-151-SCFI-2002, the standard in force until September 2017: a format of its own, without an RFC 3161 time stamp. The provider that issued it checks it or, if that is gone, the Secretaría de Economía.',
  tlog_proof:
    'is a C2SP tlog-proof: a path in a log, without a time stamp. Give the blockchain proof (.xml), which holds the same and more.',
  checkpoint:
    'is a checkpoint of a log, which says nothing about a file. See the guide "Watch the log" for how to check it.',
  export: 'is an export with several bundles. Unpack it and give one of those in its folder bundles/.',
  court:
    'is a package for a court. Unpack it and give the original together with the files of its folder evidencia/, or follow its LEAME.txt.',
  badge:
    'is an Open Badge. Check it at the page /verify of its issuer, or with any verifier of Open Badges 3.0.',
};

function isBadge(bytes: Uint8Array): boolean {
  if (isPng(bytes)) return readBakedPng(bytes) !== undefined;
  return isBadgeText(new TextDecoder().decode(bytes));
}

/** Undefined for a file that is larger than any such evidence. */
async function readSmall(file: string): Promise<Uint8Array | undefined> {
  try {
    const { size } = await stat(file);
    const most = size > MAX_EVIDENCE_BYTES ? mostBytes(await startOf(file)) : MAX_EVIDENCE_BYTES;
    return size > most ? undefined : new Uint8Array(await readFile(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`,
    );
  }
}

async function startOf(file: string): Promise<Uint8Array> {
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(new Uint8Array(5), 0, 5, 0);
    return buffer;
  } finally {
    await opened.close();
  }
}
