/** The manifest of a bundle: what the bundle says about itself, and the files that it lists. */

import { encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { repeatedKey } from '../encoding/json-keys.ts';
import { ProofError } from '../proof-error.ts';
import { isDigestText, type NamedDigest } from './named-digest.ts';

export const BUNDLE_FORMAT = 'sello-evidence-v2';

/**
 * The format of a bundle whose time stamp is over a tree of hashes: it holds the record that leads from the file to it.
 * Verifiers that do not know this format say so, instead of reporting that the stamp is of another file.
 */
export const SHARED_FORMAT = 'sello-evidence-v3';

/**
 * The format of a bundle whose time stamp is of the SHA-384 or SHA-512 of the file. It names the file by that digest alone.
 */
export const LONG_FORMAT = 'sello-evidence-v4';

/** The previous format. Its README contains the name of the original, and its manifest does not list the files. */
export const OLDER_FORMAT = 'sello-evidence-v1';

/** Statements of the bundle's maker. No hash or signature binds the names, the title and the address. */
export type BundleClaims = {
  certificate_id: string;
  title: string;
  file: {
    name: string;
    /** Null if only the fingerprint was sent, without the file's size. */
    size: number | null;
    /** Present only if the file itself was never sent; the size is then the one that the sender stated. */
    fingerprint_only?: true;
  } & NamedDigest;
  psc: string;
  qr_verification_url: string;
};

export type BundleManifest = BundleClaims & {
  bundle: typeof BUNDLE_FORMAT | typeof SHARED_FORMAT | typeof LONG_FORMAT;
  /** Taken from the token and the chain, never from the caller. */
  gen_time: string;
  accredited: boolean;
  /** Every file of the bundle except the README, which is derived from the rest. */
  entries: Readonly<Record<string, { size: number; sha256: string }>>;
};

export function encodeManifest(manifest: BundleManifest): Uint8Array {
  const { bundle, certificate_id, title, file, psc, accredited, gen_time, qr_verification_url, entries } =
    manifest;
  const { name, size, sha256, digest, fingerprint_only } = file;
  const named =
    digest === undefined ? { sha256 } : { digest: { algorithm: digest.algorithm, value: digest.value } };
  const ordered = {
    bundle,
    certificate_id,
    title,
    file: { name, size, ...named, ...(fingerprint_only && { fingerprint_only }) },
    psc,
    accredited,
    gen_time,
    qr_verification_url,
    entries: Object.fromEntries(
      Object.entries(entries).map(([entry, { size, sha256 }]) => [entry, { size, sha256 }]),
    ),
  };
  return encodeUtf8(`${JSON.stringify(ordered, null, 2)}\n`);
}

/** The parts of an older manifest that can be compared with the proofs. */
export type OlderManifest = {
  bundle: typeof OLDER_FORMAT;
  certificate_id: string;
  file: { sha256: string };
  gen_time: string;
};

const FORMATS: readonly string[] = [BUNDLE_FORMAT, SHARED_FORMAT, LONG_FORMAT];

/** Throws a `ProofError` unless it is, byte for byte, what `encodeManifest` writes, or an older manifest. */
export function decodeManifest(bytes: Uint8Array): BundleManifest | OlderManifest {
  const read = parseJson(bytes);
  if (isRecord(read) && read.bundle === OLDER_FORMAT) {
    if (!isOlder(read)) throw malformed('a field is missing, or is of another kind');
    return read;
  }
  if (isRecord(read) && typeof read.bundle === 'string' && !FORMATS.includes(read.bundle))
    throw malformed(`it is of the format "${read.bundle.slice(0, 40)}", which this verifier does not know`);
  if (!isManifest(read)) throw malformed('a field is missing, or is of another kind');
  // A repeated field, an unknown field or another order is refused: two readers must never see two different manifests.
  if (!equalBytes(encodeManifest(read), bytes)) throw malformed('it was not written by this program');
  return read;
}

function parseJson(bytes: Uint8Array): unknown {
  const text = parseUtf8(bytes);
  if (text === undefined) throw malformed('it is not UTF-8');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw malformed('it is not JSON');
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) throw malformed(`it says ${twice} twice`);
  return read;
}

function isManifest(value: unknown): value is BundleManifest {
  if (!isRecord(value) || !isRecord(value.file) || !isRecord(value.entries)) return false;
  const { file } = value;
  return (
    ['certificate_id', 'title', 'psc', 'gen_time', 'qr_verification_url'].every(
      (name) => typeof value[name] === 'string',
    ) &&
    typeof value.accredited === 'boolean' &&
    typeof file.name === 'string' &&
    (file.size === null || isSize(file.size)) &&
    (value.bundle === LONG_FORMAT ? isLongDigest(file.digest) : isSha256(file.sha256)) &&
    (file.fingerprint_only === undefined || file.fingerprint_only === true) &&
    Object.values(value.entries).every(
      (entry) => isRecord(entry) && isSize(entry.size) && isSha256(entry.sha256),
    )
  );
}

function isOlder(value: Record<string, unknown>): value is OlderManifest {
  const { certificate_id, file, gen_time } = value;
  return (
    typeof certificate_id === 'string' &&
    typeof gen_time === 'string' &&
    isRecord(file) &&
    isSha256(file.sha256)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSha256(value: unknown): boolean {
  return isDigestText(value, 'SHA-256');
}

function isLongDigest(digest: unknown): boolean {
  if (!isRecord(digest)) return false;
  const { algorithm, value } = digest;
  return (algorithm === 'SHA-384' || algorithm === 'SHA-512') && isDigestText(value, algorithm);
}

function malformed(why: string): ProofError {
  return new ProofError('bundle_malformed', `manifest.json cannot be used: ${why}`);
}
