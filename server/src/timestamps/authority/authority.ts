/**
 * The embedded time-stamping authority. It speaks real RFC 3161 and has its own root, but no legal value. Its keys
 * are generated on first use and kept in the data folder.
 */

import * as crypto from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createTimestampSigner,
  decodePem,
  decodeTimestampRequest,
  encodeCertificate,
  encodePem,
  encodeRejection,
  encodeTimestampResponse,
  ProofError,
  type TimestampRequest,
  type TimestampSigner,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { KEY_KINDS, type KeyKind } from './key-kinds.ts';

/**
 * The policy. It is from the UUID arc (ITU-T X.667), which needs no registration, so no provider's policy can be the
 * same.
 */
export const EMBEDDED_POLICY = '2.25.189421834521870139046772011843294853021';
export const EMBEDDED_NAME = 'Sello embedded authority (development, no legal value)';

export type EmbeddedAuthority = {
  rootDer: Uint8Array;
  /** Takes a DER TimeStampReq and returns a DER TimeStampResp; a refusal is a TimeStampResp too. */
  answer(request: Uint8Array): Promise<Uint8Array>;
};

export async function openEmbeddedAuthority(
  folder: string,
  kind: KeyKind,
  now: () => Date,
  randomBytes: (size: number) => Uint8Array,
): Promise<EmbeddedAuthority> {
  const files = await readOrMakeFiles(path.join(folder, kind), () => makeFiles(kind, now(), randomBytes));
  const rootDer = certificateIn(files, 'root', folder);
  const signer = await createTimestampSigner({
    engine: nodeCryptoEngine,
    // The root is left out, because verifiers already have it and every token is kept for ever.
    certificateDer: certificateIn(files, 'unit', folder),
    algorithm: KEY_KINDS[kind].algorithm,
    sign: signerFor(kind, crypto.createPrivateKey(files.unitKey)),
    policy: EMBEDDED_POLICY,
    accuracyMs: 1_000,
  });
  return { rootDer, answer: (request) => answer(signer, request, now, randomBytes) };
}

async function answer(
  signer: TimestampSigner,
  requestDer: Uint8Array,
  now: () => Date,
  randomBytes: (size: number) => Uint8Array,
): Promise<Uint8Array> {
  let request: TimestampRequest;
  try {
    request = decodeTimestampRequest(requestDer);
  } catch (error) {
    if (error instanceof ProofError) return encodeRejection('badDataFormat', error.message);
    throw error;
  }
  if (request.imprint.algorithm === undefined) {
    return encodeRejection('badAlg', 'the imprint must be a SHA-256, SHA-384 or SHA-512');
  }
  if (request.imprint.digest.length !== DIGEST_BYTES[request.imprint.algorithm]) {
    return encodeRejection('badDataFormat', 'the digest does not have the length of its algorithm');
  }
  if (request.policy !== undefined && request.policy !== signer.policy) {
    return encodeRejection('unacceptedPolicy', `this authority stamps under ${signer.policy}`);
  }
  if (request.extensionOids.length > 0)
    return encodeRejection('unacceptedExtension', 'extensions are not supported');
  return encodeTimestampResponse(signer, {
    imprintDer: request.imprintDer,
    nonceDer: request.nonceDer,
    certReq: request.certReq,
    // A random serial is unique (RFC 3161 §2.4.2) without a counter, which a crash could set back.
    serial: randomBytes(16),
    genTime: now(),
  });
}

const DIGEST_BYTES = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

// ── Keys and certificates ────────────────────────────────────────────────────

type AuthorityFiles = { root: string; rootKey: string; unit: string; unitKey: string };

const FILE_NAMES: Record<keyof AuthorityFiles, string> = {
  root: 'root.pem',
  rootKey: 'root-key.pem',
  unit: 'unit.pem',
  unitKey: 'unit-key.pem',
};

async function readOrMakeFiles(folder: string, make: () => Promise<AuthorityFiles>): Promise<AuthorityFiles> {
  try {
    return await readFiles(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  // All four files appear together. A crash here leaves only a temporary folder, which is never read.
  const temporary = await mkdtemp(`${folder}-`);
  const made = await make();
  for (const name of NAMES)
    await writeFile(path.join(temporary, FILE_NAMES[name]), made[name], { mode: 0o600, flush: true });
  try {
    await rename(temporary, folder);
  } catch {
    // Another process was quicker, so its keys are used.
    await rm(temporary, { recursive: true, force: true });
  }
  return readFiles(folder);
}

const NAMES = Object.keys(FILE_NAMES) as (keyof AuthorityFiles)[];

async function readFiles(folder: string): Promise<AuthorityFiles> {
  const texts = await Promise.all(NAMES.map((name) => readFile(path.join(folder, FILE_NAMES[name]), 'utf8')));
  return Object.fromEntries(NAMES.map((name, index) => [name, texts[index]])) as AuthorityFiles;
}

const YEAR_MS = 365.25 * 86_400_000;

async function makeFiles(
  kind: KeyKind,
  now: Date,
  randomBytes: (size: number) => Uint8Array,
): Promise<AuthorityFiles> {
  const root = await generateKeyPair(kind);
  const unit = await generateKeyPair(kind);
  const rootName = [{ type: 'CN', value: 'Sello embedded root (development, no legal value)' }] as const;
  const common = {
    issuer: rootName,
    issuerSpkiDer: root.spkiDer,
    signatureAlgorithm: KEY_KINDS[kind].algorithm,
    // The certificate begins an hour earlier, so that a verifier whose clock is slow accepts it too.
    notBefore: new Date(now.getTime() - 3_600_000),
  };
  const sign = signerFor(kind, root.privateKey);
  const rootDer = await encodeCertificate(
    nodeCryptoEngine,
    {
      ...common,
      role: 'authority',
      serial: randomBytes(16),
      subject: rootName,
      spkiDer: root.spkiDer,
      notAfter: new Date(now.getTime() + 30 * YEAR_MS),
    },
    sign,
  );
  const unitDer = await encodeCertificate(
    nodeCryptoEngine,
    {
      ...common,
      role: 'timestamping',
      serial: randomBytes(16),
      subject: [{ type: 'CN', value: EMBEDDED_NAME }],
      spkiDer: unit.spkiDer,
      notAfter: new Date(now.getTime() + 20 * YEAR_MS),
    },
    sign,
  );
  return {
    root: encodePem('CERTIFICATE', rootDer),
    rootKey: pkcs8(root.privateKey),
    unit: encodePem('CERTIFICATE', unitDer),
    unitKey: pkcs8(unit.privateKey),
  };
}

async function generateKeyPair(
  kind: KeyKind,
): Promise<{ privateKey: crypto.KeyObject; spkiDer: Uint8Array }> {
  const pair = await KEY_KINDS[kind].generate();
  return { privateKey: pair.privateKey, spkiDer: pair.publicKey.export({ type: 'spki', format: 'der' }) };
}

/**
 * Makes the function that signs. ECDSA is computed in this thread, because handing it to another one would cost more.
 * RSA is handed over, because it would block this thread.
 */
function signerFor(kind: KeyKind, key: crypto.KeyObject) {
  const { digest, isQuick } = KEY_KINDS[kind];
  if (isQuick) return (bytes: Uint8Array) => crypto.sign(digest, bytes, key);
  return (bytes: Uint8Array) =>
    new Promise<Uint8Array>((resolve, reject) => {
      crypto.sign(digest, bytes, key, (error, signature) => (error ? reject(error) : resolve(signature)));
    });
}

function certificateIn(files: AuthorityFiles, name: 'root' | 'unit', folder: string): Uint8Array {
  const [der] = decodePem('CERTIFICATE', files[name]);
  if (der !== undefined) return der;
  throw new OperatorError({
    en: `${FILE_NAMES[name]} of the embedded authority (below ${folder}) holds no certificate. Restore it from a backup.`,
    es: `${FILE_NAMES[name]} de la autoridad integrada (bajo ${folder}) no contiene un certificado. Recupérelo de un respaldo.`,
  });
}

function pkcs8(key: crypto.KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}
