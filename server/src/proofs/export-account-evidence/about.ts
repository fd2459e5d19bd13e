/**
 * What an archive states about itself. Only one encoding of it is valid, so that two readers never see two versions.
 */

import { ARCHIVE_FORMAT, OLDER_ARCHIVE_FORMAT, plainLine } from '@sello/proof';

export type ArchiveAbout = {
  archive: typeof ARCHIVE_FORMAT | typeof OLDER_ARCHIVE_FORMAT;
  service: string;
  address: string;
  account: string;
  mode: 'live' | 'test';
  made_at: string;
  /** Certificates with an earlier place in the log were left out; null if none were. */
  since: number | null;
  /** The value for `--since`, so that the next archive begins where this one ends. */
  next_since: number;
  certificates: number;
  /** How many of these certificates have no final blockchain proof yet. */
  pending: number;
  /** Original files that are in the archive. */
  originals: number;
  /**
   * Whether there is a `roots.pem`. There is one if some time stamp leads to a root that verifiers do not have built
   * in.
   */
  has_roots: boolean;
  /** The log; `keys` are all keys that ever signed for it. */
  log: { name: string; keys: readonly string[]; size: number };
  /**
   * The hash of `index.json`. The index has the hash of every manifest, and each manifest has the hashes of its proofs,
   * so this one hash covers everything.
   */
  index_sha256: string;
  /** The SHA-256 of each verifier, by name. */
  verifiers: Readonly<Record<string, string>>;
};

export function encodeAbout(about: ArchiveAbout): string {
  const { log, verifiers } = about;
  const ordered: ArchiveAbout = {
    archive: about.archive,
    service: about.service,
    address: about.address,
    account: about.account,
    mode: about.mode,
    made_at: about.made_at,
    since: about.since,
    next_since: about.next_since,
    certificates: about.certificates,
    pending: about.pending,
    originals: about.originals,
    has_roots: about.has_roots,
    log: { name: log.name, keys: log.keys, size: log.size },
    index_sha256: about.index_sha256,
    verifiers,
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/** Reads such a text. Undefined unless it is, byte for byte, what `encodeAbout` writes. */
export function decodeAbout(text: string): ArchiveAbout | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isAbout(read) && encodeAbout(read) === text ? read : undefined;
  } catch {
    return undefined;
  }
}

function isAbout(value: unknown): value is ArchiveAbout {
  if (!isRecord(value) || !isRecord(value.log) || !isRecord(value.verifiers)) return false;
  const { log } = value;
  return (
    (value.archive === ARCHIVE_FORMAT || value.archive === OLDER_ARCHIVE_FORMAT) &&
    (value.mode === 'live' || value.mode === 'test') &&
    [value.service, value.address, value.account, value.made_at, log.name].every(isLine) &&
    Array.isArray(log.keys) &&
    log.keys.every(isLine) &&
    [value.next_since, value.certificates, value.pending, value.originals, log.size].every(isCount) &&
    (value.since === null || isCount(value.since)) &&
    typeof value.has_roots === 'boolean' &&
    isSha256(value.index_sha256) &&
    Object.entries(value.verifiers).every(([name, sha256]) => /^[a-z_.-]+$/.test(name) && isSha256(sha256))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a text is a single line of visible characters. All of these go into the README, where a line separator could
 * begin a line of its own and a direction mark could turn words around.
 */
function isLine(value: unknown): boolean {
  return typeof value === 'string' && plainLine(value) === value;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isSha256(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
