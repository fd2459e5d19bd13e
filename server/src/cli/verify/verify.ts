/** `sello verify`: checks evidence offline. Needs no server, no settings and no network. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Anchor,
  acr2SeProfile,
  decodePem,
  decodeProofXml,
  type Evidence,
  isArchivedId,
  openConstancia,
  ProofError,
  parseHex,
  parseSigningCertificate,
  readBundle,
  type TrustProfile,
  verifyEvidence,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import { writeSynced } from '../../kernel/disk/write-whole-file.ts';
import { describeVerdict } from '../../proofs/describe-verdict.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, readArguments, UsageError } from '../shared/usage.ts';
import type { ArchiveReader } from './archive/archive-reader.ts';
import { archiveAmong, assertForArchive, assertOutside, type GivenArchive } from './archive/given-archive.ts';
import { bundleOf } from './archive/judge-certificate.ts';
import { verifyArchiveCommand } from './archive/verify-archive.ts';
import { askBlocks } from './ask-blocks.ts';
import { demandWitnesses } from './demand-witnesses.ts';
import { readBroken } from './read-broken.ts';
import { digestSource, rethrowReadable } from './read-document.ts';
import { type Sorted, sortGiven } from './sort-given.ts';
import { VERDICT_STATUS } from './verdict-status.ts';
import { verifyTranscriptFile } from './verify-transcript.ts';

/**
 * Add each new option to the table in `demanded-options.test.ts`, which shows that every demand is checked or makes the
 * verdict invalid.
 */
export const VERIFY_OPTIONS = {
  hash: { type: 'string' },
  tsr: { type: 'string' },
  xml: { type: 'string' },
  'log-key': { type: 'string', multiple: true },
  'trusted-block': { type: 'string', multiple: true },
  rpc: { type: 'string' },
  bundle: { type: 'string' },
  record: { type: 'string' },
  receipt: { type: 'string' },
  witness: { type: 'string', multiple: true },
  'witness-quorum': { type: 'string' },
  broken: { type: 'string', multiple: true },
  'as-of': { type: 'string' },
  transcript: { type: 'string' },
  certificate: { type: 'string' },
  extract: { type: 'string' },
  root: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readArguments<typeof VERIFY_OPTIONS>>['values'];

/** Throws `CommandFailed` with the status of the verdict unless it is `valid`. */
export async function verifyCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, VERIFY_OPTIONS);
  if (values.transcript !== undefined)
    return verifyTranscriptFile(values.transcript, values, positionals, terminal);
  // With two sources for the same blocks, neither may be silently ignored.
  if (values.rpc !== undefined && values['trusted-block'] !== undefined)
    throw new UsageError('Give --trusted-block or --rpc, not both.');
  const given = await archiveAmong(positionals);
  if (given !== undefined) return inArchive(given, values, terminal).finally(given.archive.close);
  if (values.certificate !== undefined || values.extract !== undefined)
    throw new UsageError('--certificate and --extract need an archive of evidence beside them.');
  return verifyProofs(await readGiven(positionals, values), values, terminal);
}

/** Verifies all certificates of an archive, or one of them as if its bundle had been given. */
async function inArchive(
  { archive, place, others }: GivenArchive,
  values: Values,
  terminal: Terminal,
): Promise<void> {
  assertForArchive(values, others);
  await assertOutside(place, values.root ?? []);
  if (values.certificate !== undefined) {
    const bundle = await bundleFromArchive(archive, values.certificate);
    if (values.extract !== undefined) return extractBundle(bundle, values.extract, terminal);
    return verifyProofs({ document: others[0], proofs: { bundle } }, values, terminal);
  }
  const { profiles, certificates } = await readRoots(values.root ?? []);
  const logKeys = values['log-key']?.flatMap(linesOf);
  const trust = { profiles: [acr2SeProfile(), ...profiles], certificates, logKeys };
  return verifyArchiveCommand(archive, { ...trust, ...readBroken(values, new Date()) }, values, terminal);
}

/** The bundle of one certificate, as the service would have issued it. */
async function bundleFromArchive(archive: ArchiveReader, id: string): Promise<Uint8Array> {
  if (!isArchivedId(id))
    throw new UsageError(`--certificate must be the id of a certificate; it is "${id}".`);
  try {
    return (await bundleOf(archive, id)).zip;
  } catch (error) {
    if (error instanceof ProofError) throw new CommandFailed(`INVALID: ${id}: ${error.message}.`);
    throw error;
  }
}

/** Never overwrites an existing file. */
async function extractBundle(zip: Uint8Array, out: string, terminal: Terminal): Promise<void> {
  await writeSynced(out, 'wx', zip, 0o666).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST' ? `${out} exists already.` : `${out} cannot be written: ${error.message}`,
    );
  });
  terminal.out(`Wrote ${out}.`);
}

async function verifyProofs(
  { document: file, proofs }: Sorted,
  values: Values,
  terminal: Terminal,
): Promise<void> {
  const roots = await readRoots(values.root ?? []);
  if (file !== undefined && values.hash !== undefined)
    throw new UsageError('Give the file or --hash, not both.');
  await demandWitnesses(proofs, values, terminal);
  const evidence: Evidence = {
    ...proofs,
    certificates: roots.certificates,
    ...readBroken(values, new Date()),
    ...(values['log-key'] !== undefined && { logKeys: values['log-key'].flatMap(linesOf) }),
    ...(await trustedBlocks(proofs, values['trusted-block'], values.rpc)),
    ...digestSource(file, values.hash),
  };
  const verdict = await verifyEvidence(nodeCryptoEngine, evidence, [acr2SeProfile(), ...roots.profiles]);
  terminal.out(values.json ? JSON.stringify(verdict, null, 2) : describeVerdict(verdict));
  if (verdict.verdict !== 'valid') throw new CommandFailed('', VERDICT_STATUS[verdict.verdict]);
}

/**
 * Splits keys into a list. A log shows one key on each line, and `$(cat log-key.txt)` gives all lines as one argument.
 */
function linesOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/**
 * With `--tsr`, `--xml`, `--bundle`, `--record` or `--receipt`, the file beside them is taken as the document, whatever it looks
 * like.
 */
async function readGiven(
  positionals: readonly string[],
  {
    tsr,
    xml,
    bundle,
    record,
    receipt,
    hash,
  }: Pick<Values, 'tsr' | 'xml' | 'bundle' | 'record' | 'receipt' | 'hash'>,
): Promise<Sorted> {
  const kinds = [tsr ?? xml ?? record ?? receipt, bundle].filter((given) => given !== undefined);
  if (kinds.length === 0) {
    const sorted = await sortGiven(positionals);
    assertObject(sorted.proofs.record, sorted.document ?? hash);
    return sorted;
  }
  if (kinds.length > 1)
    throw new UsageError('A bundle holds all proofs: give --bundle without other proofs.');
  const [document, ...others] = positionals;
  if (others.length > 0) throw new UsageError('Beside a named proof, sello verify takes one file.');
  assertObject(record, document ?? hash);
  const proofs = {
    ...(tsr !== undefined && { tsr: await readInput(tsr) }),
    ...(xml !== undefined && { xml: await readInput(xml) }),
    ...(bundle !== undefined && { bundle: await readInput(bundle) }),
    ...(record !== undefined && { record: await readInput(record) }),
    ...(receipt !== undefined && { receipt: await readInput(receipt) }),
  };
  return { document, proofs };
}

/**
 * When a hash algorithm was replaced, the object itself was hashed again. So a record can only be checked together with
 * its object.
 */
function assertObject(record: unknown, object: string | undefined): void {
  if (record !== undefined && object === undefined)
    throw new UsageError('An evidence record is checked with its file: sello verify FILE --record RECORD.');
}

/** Block hashes from the command line, or from a node that the verifier trusts. */
async function trustedBlocks(
  proofs: Sorted['proofs'],
  given: readonly string[] | undefined,
  rpc: string | undefined,
): Promise<Pick<Evidence, 'trustedBlocks'>> {
  if (rpc !== undefined) return { trustedBlocks: await askBlocks(rpc, anchorsIn(proofs)) };
  if (given === undefined) return {};
  return {
    trustedBlocks: given.map((text) => {
      const hash = parseHex(text.replace(/^0x/, ''));
      if (hash?.length !== 32)
        throw new UsageError('--trusted-block must be the hash of a block: 64 hexadecimal characters.');
      return { hash };
    }),
  };
}

/** The anchors that the proof names. None if the proof cannot be read; the verdict reports that. */
function anchorsIn({ xml, bundle, constancia }: Sorted['proofs']): readonly Anchor[] {
  try {
    const inside = bundle ? readBundle(bundle) : constancia && openConstancia(constancia).proofs;
    const bytes = xml ?? inside?.xml;
    return bytes === undefined ? [] : decodeProofXml(bytes).anchors;
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

/**
 * Makes a trust profile from each PEM file: its self-issued certificates are roots, and the others may complete chains.
 */
async function readRoots(
  files: readonly string[],
): Promise<{ profiles: TrustProfile[]; certificates: Uint8Array[] }> {
  const profiles: TrustProfile[] = [];
  const certificates: Uint8Array[] = [];
  for (const file of files) {
    const ders = decodeCertificates(file, (await readInput(file)).toString('utf8'));
    const roots = ders.filter(isSelfIssued);
    if (roots.length === 0) throw new UsageError(`There is no root certificate in ${file}.`);
    profiles.push({
      name: path.basename(file),
      roots,
      policies: 'any',
      toleratedQuirks: [],
      accredited: false,
      from: 'demanded',
    });
    certificates.push(...ders);
  }
  return { profiles, certificates };
}

function decodeCertificates(file: string, pem: string): Uint8Array[] {
  try {
    return decodePem('CERTIFICATE', pem);
  } catch (error) {
    throw error instanceof ProofError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

function isSelfIssued(der: Uint8Array): boolean {
  const certificate = parseSigningCertificate(der);
  return certificate !== undefined && Buffer.compare(certificate.issuer.der, certificate.subject.der) === 0;
}

/** Evidence is small; a larger file cannot be evidence. */
const MAX_INPUT_BYTES = 4 << 20;

async function readInput(file: string): Promise<Buffer> {
  const content = await readFile(file).catch((error) => rethrowReadable(file, error));
  if (content.length > MAX_INPUT_BYTES) throw new UsageError(`${file} is too large to be a proof.`);
  return content;
}
