/** Verifies what the visitor dropped and typed, with the same code as `sello verify`, on WebCrypto. */

import {
  acr2SeProfile,
  certificatesInAsic,
  certificatesInPdf,
  certificatesInRecord,
  decodePem,
  type Evidence,
  type EvidenceVerdict,
  equalBytes,
  openConstancia,
  ProofError,
  parseHex,
  parseSigningCertificate,
  readBundle,
  type SigningCertificate,
  type TrustProfile,
  verifyEvidence,
  webCryptoEngine,
} from '@sello/proof';
import { type HashOptions, hashFile } from '../hashing/hash-file.ts';
import type { GivenFile } from './given-files.ts';
import { WORDS } from './page-words.ts';

export type Given = {
  files: readonly GivenFile[];
  /** A hash that is used instead of the document. */
  hash: string;
  /** A block hash that the visitor got from another source. */
  block: string;
  /** The verifier key of a log, which the visitor also got from another source. */
  logKey: string;
  /** Roots that the visitor trusts. They are given apart from the evidence, as pasted text or as files. */
  rootsPem: string;
  rootFiles: readonly { certificates: readonly Uint8Array[] }[];
  /** Roots from the evidence that the visitor chose to trust, one by one. */
  chosenRoots: readonly Uint8Array[];
};

export type Outcome = {
  verdict: EvidenceVerdict;
  /** Roots from the evidence that the visitor could choose to trust. Listed if the chain leads to no trusted root. */
  untrustedRoots: readonly SigningCertificate[];
};

/** Thrown if something that the visitor typed cannot be used. The message is shown to the visitor. */
export class UnusableInput extends Error {}

export function hasProof({ files }: Pick<Given, 'files'>): boolean {
  return files.some(({ kind }) => isProof(kind));
}

export function hasDocument({ files, hash }: Pick<Given, 'files' | 'hash'>): boolean {
  return hash.trim() !== '' || files.some(({ kind }) => kind === 'document' || holdsDocument(kind));
}

export async function verifyGiven(all: Given, options: HashOptions): Promise<Outcome> {
  const given = { ...all, files: documentBesideProofs(all.files) };
  const own = [...readPem(given.rootsPem), ...given.rootFiles.flatMap(({ certificates }) => certificates)];
  const named = own.filter(isSelfIssued);
  const isNamed = given.rootsPem.trim() !== '' || given.rootFiles.length > 0;
  if (isNamed && named.length === 0) throw new UnusableInput(WORDS.noRootInside);
  const trusted = [...named, ...given.chosenRoots];
  // Certificates that came with a proof may complete its chain, but are not trusted: a root among them would
  // confirm itself.
  const came = [
    ...given.files.flatMap((file) => (file.kind === 'certificates' ? file.certificates : [])),
    ...chainOf(given.files),
  ];
  const evidence: Evidence = {
    ...proofsIn(given.files),
    ...digestOf(given, options),
    ...trustedBlock(given.block),
    ...pinnedKey(given.logKey),
    certificates: [...own, ...came],
    now: new Date(),
  };
  const verdict = await verifyEvidence(webCryptoEngine, evidence, [acr2SeProfile(), ...profileOf(trusted)]);
  const offered = isLost(verdict) ? came.filter(isSelfIssued) : [];
  return {
    verdict,
    untrustedRoots: offered
      .filter((root) => !trusted.some((known) => equalBytes(known, root)))
      .flatMap((root) => parseSigningCertificate(root) ?? []),
  };
}

/** Whether the chain of a stamp leads to no root that the visitor trusts. */
export function isLost({ checks }: Pick<EvidenceVerdict, 'checks'>): boolean {
  return checks.some(
    ({ name, outcome }) =>
      /^(?:timestamp|record)\.chain$/.test(name) && (outcome === 'fail' || outcome === 'unconfirmed'),
  );
}

function holdsDocument(kind: GivenFile['kind']): kind is 'pdf' | 'asic' {
  return kind === 'pdf' || kind === 'asic';
}

/**
 * If other evidence is given too, a PDF with time stamps inside or an ASiC container counts as the document that the
 * evidence is about.
 */
function documentBesideProofs(files: readonly GivenFile[]): readonly GivenFile[] {
  const isBeside = files.some(({ kind }) => !holdsDocument(kind) && isProof(kind));
  if (!isBeside || files.some(({ kind }) => kind === 'document')) return files;
  return files.map((file) =>
    file.kind === 'pdf' || file.kind === 'asic' ? { ...file, kind: 'document' as const } : file,
  );
}

type ProofKind = 'tsr' | 'xml' | 'bundle' | 'constancia' | 'record' | 'receipt' | 'pdf' | 'asic';

function isProof(kind: GivenFile['kind']): kind is ProofKind {
  return ['tsr', 'xml', 'bundle', 'constancia', 'record', 'receipt', 'pdf', 'asic'].includes(kind);
}

function proofsIn(files: readonly GivenFile[]): Pick<Evidence, ProofKind> {
  const proofs: Pick<Evidence, ProofKind> = {};
  for (const file of files) if (file.kind !== 'foreign' && 'bytes' in file) proofs[file.kind] = file.bytes;
  return proofs;
}

function digestOf({ files, hash }: Given, options: HashOptions): Pick<Evidence, 'digest' | 'documentLeaf'> {
  const document = files.find((file) => file.kind === 'document');
  if (document !== undefined) {
    const known = new Map<string, Promise<Uint8Array>>();
    return {
      digest: (algorithm) => {
        const digest = known.get(algorithm) ?? hashFile(document.file, algorithm, options);
        known.set(algorithm, digest);
        return digest;
      },
      // RFC 9162 §2.1.1 puts this octet before an entry and hashes both.
      documentLeaf: () => hashFile(new Blob([Uint8Array.of(0), document.file]), 'SHA-256', options),
    };
  }
  const text = hash.replace(/\s/g, '').toLowerCase();
  if (text === '') return {};
  const value = parseHex(text);
  const given = value && ({ 32: 'SHA-256', 48: 'SHA-384', 64: 'SHA-512' } as const)[value.length];
  if (given === undefined) throw new UnusableInput(WORDS.badHash);
  return { digest: async (algorithm) => (algorithm === given ? value : undefined) };
}

function trustedBlock(block: string): Pick<Evidence, 'trustedBlocks'> {
  const text = block.trim().replace(/^0x/i, '').toLowerCase();
  if (text === '') return {};
  const hash = parseHex(text);
  if (hash?.length !== 32) throw new UnusableInput(WORDS.badBlock);
  return { trustedBlocks: [{ hash }] };
}

function pinnedKey(logKey: string): Pick<Evidence, 'logKeys'> {
  // During a key rotation a log has two keys; pasting both means that either may have signed.
  const keys = logKey.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0) return {};
  if (!keys.every((key) => LOG_KEY.test(key) || COSE_KEY.test(key))) throw new UnusableInput(WORDS.badLogKey);
  return { logKeys: keys };
}

/** Verifier keys: `LOG_KEY` for a log like ours, `COSE_KEY` for any log whose receipt is to be checked. */
const LOG_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/;
const COSE_KEY = /^cose:[A-Za-z0-9+/]+=*$/;

function profileOf(roots: readonly Uint8Array[]): TrustProfile[] {
  if (roots.length === 0) return [];
  return [
    {
      name: WORDS.yourRoots,
      roots,
      policies: 'any',
      toleratedQuirks: [],
      accredited: false,
      from: 'demanded',
    },
  ];
}

/** The certificates that came with the proofs. */
function chainOf(files: readonly GivenFile[]): readonly Uint8Array[] {
  const record = files.find((file) => file.kind === 'record');
  const inRecord = record === undefined ? [] : certificatesInRecord(record.bytes);
  return [...inRecord, ...chainBesideRecord(files)];
}

function chainBesideRecord(files: readonly GivenFile[]): readonly Uint8Array[] {
  const bundle = files.find((file) => file.kind === 'bundle');
  if (bundle !== undefined) return chainInBundle(bundle.bytes);
  const pdf = files.find((file) => file.kind === 'pdf');
  if (pdf !== undefined) return certificatesInPdf(pdf.bytes);
  const asic = files.find((file) => file.kind === 'asic');
  if (asic !== undefined) return certificatesInAsic(asic.bytes);
  const constancia = files.find((file) => file.kind === 'constancia');
  return constancia === undefined ? [] : (openConstancia(constancia.bytes).proofs?.chain ?? []);
}

/** The chain in a bundle. Empty if the bundle is damaged, which the checks report. */
function chainInBundle(bytes: Uint8Array): readonly Uint8Array[] {
  try {
    return readBundle(bytes).chain;
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

function readPem(text: string): Uint8Array[] {
  if (text.trim() === '') return [];
  try {
    return decodePem('CERTIFICATE', text);
  } catch (error) {
    if (error instanceof ProofError) throw new UnusableInput(WORDS.badRoots);
    throw error;
  }
}

function isSelfIssued(der: Uint8Array): boolean {
  const certificate = parseSigningCertificate(der);
  return certificate !== undefined && equalBytes(certificate.issuer.der, certificate.subject.der);
}
