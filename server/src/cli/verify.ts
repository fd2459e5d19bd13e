/** `sello verify`: checks evidence offline. Needs no server, no settings and no network. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Anchor,
  acr2SeProfile,
  decodePem,
  decodeProofXml,
  type Evidence,
  type EvidenceVerdict,
  ProofError,
  parseHex,
  parseSigningCertificate,
  readBundle,
  type TrustProfile,
  verifyEvidence,
} from '@sello/proof';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import type { Terminal } from './terminal.ts';
import { CommandFailed, readArguments, UsageError } from './usage.ts';
import { askBlocks } from './verify/ask-blocks.ts';
import { verifyTranscriptFile } from './verify/verify-transcript.ts';

const OPTIONS = {
  hash: { type: 'string' },
  tsr: { type: 'string' },
  xml: { type: 'string' },
  'log-key': { type: 'string', multiple: true },
  'trusted-block': { type: 'string', multiple: true },
  rpc: { type: 'string' },
  bundle: { type: 'string' },
  transcript: { type: 'string' },
  root: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

/** Throws `CommandFailed` (exit 1) unless every requested check passes. */
export async function verifyCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [file, ...others] = positionals;
  if (others.length > 0) throw new UsageError('sello verify takes one file.');
  if (file !== undefined && values.hash !== undefined)
    throw new UsageError('Give the file or --hash, not both.');
  if (values.transcript !== undefined)
    return verifyTranscriptFile(values.transcript, values, positionals, terminal);
  const hasProof = values.tsr !== undefined || values.xml !== undefined;
  if (hasProof === (values.bundle !== undefined)) {
    throw new UsageError('Give the proof to check: --tsr FILE, --xml FILE or both, or --bundle FILE.');
  }
  const roots = await readRoots(values.root ?? []);
  const proofs = {
    ...(values.tsr !== undefined && { tsr: await readInput(values.tsr) }),
    ...(values.xml !== undefined && { xml: await readInput(values.xml) }),
    ...(values.bundle !== undefined && { bundle: await readInput(values.bundle) }),
  };
  const evidence: Evidence = {
    ...proofs,
    certificates: roots.certificates,
    now: new Date(),
    ...(values['log-key'] !== undefined && { logKeys: values['log-key'] }),
    ...(await trustedBlocks(proofs, values['trusted-block'], values.rpc)),
    ...digestSource(file, values.hash),
  };
  const verdict = await verifyEvidence(nodeCryptoEngine, evidence, [acr2SeProfile(), ...roots.profiles]);
  terminal.out(values.json ? JSON.stringify(verdict, null, 2) : describe(verdict));
  if (verdict.verdict !== 'valid') throw new CommandFailed();
}

function digestSource(file: string | undefined, hash: string | undefined): Pick<Evidence, 'digest'> {
  if (file !== undefined) return { digest: (algorithm) => digestOf(file, algorithm) };
  if (hash === undefined) return {};
  const bytes = parseHex(hash);
  const algorithm = bytes && ({ 32: 'SHA-256', 48: 'SHA-384', 64: 'SHA-512' } as const)[bytes.length];
  if (algorithm === undefined)
    throw new UsageError('--hash must be a SHA-256, SHA-384 or SHA-512 in hexadecimal.');
  return { digest: async (wanted) => (wanted === algorithm ? bytes : undefined) };
}

/** Block hashes from the command line, or from a node that the verifier trusts. */
async function trustedBlocks(
  proofs: Pick<Evidence, 'xml' | 'bundle'>,
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

/** Anchors that the proof names; none where it cannot be read, which the verdict then reports. */
function anchorsIn({ xml, bundle }: Pick<Evidence, 'xml' | 'bundle'>): readonly Anchor[] {
  try {
    const bytes = xml ?? (bundle && readBundle(bundle).xml);
    return bytes === undefined ? [] : decodeProofXml(bytes).anchors;
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

async function digestOf(file: string, algorithm: string): Promise<Uint8Array> {
  const hash = createHash(algorithm.replace('-', '').toLowerCase());
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash).catch((error) =>
    rethrowReadable(file, error),
  );
  return hash.digest();
}

/** A trust profile per PEM file: its self-issued certificates are roots, the others may complete chains. */
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

function rethrowReadable(file: string, error: NodeJS.ErrnoException): never {
  throw new UsageError(
    error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`,
  );
}

const MARKS = { pass: '✓', fail: '✗', skipped: '–' } as const;

function describe(verdict: EvidenceVerdict): string {
  const width = Math.max(...verdict.checks.map(({ name }) => name.length));
  const lines = verdict.checks.map(
    ({ name, outcome, because }) => `  ${MARKS[outcome]} ${name.padEnd(width)}  ${because}`,
  );
  const warnings = verdict.warnings.map(({ code, message }) => `  ! ${code}: ${message}`);
  return [headline(verdict), '', ...lines, ...(warnings.length > 0 ? ['', ...warnings] : [])].join('\n');
}

function headline({ verdict, accredited, timestamp, blockchain }: EvidenceVerdict): string {
  if (verdict === 'invalid') return 'INVALID: at least one check failed.';
  const lines: string[] = [];
  if (timestamp !== undefined) {
    const by = accredited
      ? 'by an accredited provider'
      : 'by a provider that is not accredited: no legal value as a NOM-151 constancia';
    lines.push(`VALID: stamped at ${timestamp.gen_time} ${by} (${timestamp.signer ?? 'unknown signer'}).`);
  }
  for (const anchor of blockchain?.anchors ?? []) {
    const where = `block ${anchor.block_number} of ${anchor.network} (${anchor.block_time})`;
    lines.push(
      blockchain?.state === 'on_chain'
        ? `ON THE CHAIN: ${where}.`
        : `CONSISTENT: leads to ${where}; not checked against the chain itself (--trusted-block or --rpc).`,
    );
  }
  return lines.join('\n') || 'VALID.';
}
