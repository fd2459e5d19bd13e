/**
 * Writes and reads the description of a backup. `SHA256SUMS` lists every file, in the format of the program of that
 * name. `manifest.json` is written last. It holds the hash of that list, and a code that only the holder of the
 * master key can make. A folder without it is no backup.
 */

import { hash } from 'node:crypto';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { masterIdOf } from '../../kernel/wrapping/master-keys.ts';
import { isVouchedFor, vouchFor } from './archive-key.ts';
import { damagedBackup, forgeableBackup, forgedBackup, strangersBackup } from './refusals.ts';

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** The id of a certificate, or the text that sorts after every id. */
const CertificateIdText = Type.String({ pattern: '^(cert_[0-9A-Za-z]{22}|z{27})$' });
const strict = { additionalProperties: false };

/**
 * The fields of every format. Names are compared with those of the schema and never become part of an SQL statement.
 */
const COMMON = {
  takenAt: Type.String({ maxLength: 40 }),
  /** The migrations that made the schema of the tables. */
  migrations: Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() }, strict)),
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Count }, strict),
  ),
  /** The sequences, each with the last number that it gave out. */
  sequences: Type.Array(Type.Object({ name: Type.String(), lastValue: Count }, strict)),
  /** The number of files in the list, and the list's hash. */
  files: Count,
  sumsSha256: Sha256,
  /** Files of certificates that were already missing or damaged when the backup was made. */
  damaged: Type.Array(Type.String()),
};

/** The format of versions before master keys. It is not authenticated. */
const FirstFormat = Type.Object({ format: Type.Literal(1), ...COMMON }, strict);

const SecondFormat = Type.Object(
  {
    format: Type.Literal(2),
    ...COMMON,
    /** The size on disk of all listed files together. */
    bytes: Count,
    /** The id of the master key that authenticates the backup. */
    masterId: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    /**
     * How the table of time stamps is divided, the oldest part first. Undefined for a database of an earlier version,
     * where it is not divided.
     */
    partitions: Type.Optional(
      Type.Array(
        Type.Object({ from: Type.Union([CertificateIdText, Type.Null()]), to: CertificateIdText }, strict),
        {
          maxItems: 10_000,
        },
      ),
    ),
    /** The salt of the key that encrypts the files; null if they are not encrypted. */
    salt: Type.Union([Sha256, Type.Null()]),
  },
  strict,
);

const Manifest = Type.Union([FirstFormat, SecondFormat]);

export type BackupManifest = Static<typeof Manifest>;
export type NewManifest = Static<typeof SecondFormat>;
export type BackupTable = BackupManifest['tables'][number];

/** The available master keys, and whether the operator accepts a backup that is not authenticated. */
export type Trust = { masters: readonly Uint8Array[]; acceptsForgeable: boolean };

export async function writeManifest(
  folder: string,
  manifest: NewManifest,
  master: Uint8Array,
): Promise<void> {
  const mac = vouchFor(master, content(manifest));
  // Crash point: before this line the folder is not a backup; after it, it is a complete one.
  await writeWholeFile(path.join(folder, MANIFEST), render(manifest, mac));
}

/**
 * Reads a manifest. Throws unless the text is intact and authenticated. Returns the master key that authenticates it,
 * if that is available.
 */
export function readManifest(
  text: string,
  { masters, acceptsForgeable }: Trust,
): { manifest: BackupManifest; master: Uint8Array | undefined } {
  const parsed = parse(text);
  if (parsed === undefined) throw damagedBackup(MANIFEST);
  const { manifest, mac } = parsed;
  if (manifest.format === 1) {
    if (!acceptsForgeable) throw forgeableBackup();
    return { manifest, master: undefined };
  }
  const master = masters.find((key) => masterIdOf(key) === manifest.masterId);
  // Without the master key an encrypted backup cannot be read, whatever the operator accepts.
  if (master === undefined && (!acceptsForgeable || manifest.salt !== null))
    throw strangersBackup(manifest.masterId);
  if (master !== undefined && !isVouchedFor(master, content(manifest), mac ?? '')) throw forgedBackup();
  return { manifest, master };
}

function content(manifest: BackupManifest): string {
  return JSON.stringify(manifest, null, 1);
}

/**
 * Writes the manifest as text. A manifest that is read is compared with this text, so that every changed byte is
 * noticed.
 */
function render(manifest: BackupManifest, mac: string | undefined): string {
  const vouched = mac === undefined ? manifest : { ...manifest, mac };
  const sha256 = hash('sha256', JSON.stringify(vouched, null, 1));
  return `${JSON.stringify({ ...vouched, sha256 }, null, 1)}\n`;
}

function parse(text: string): { manifest: BackupManifest; mac: string | undefined } | undefined {
  try {
    const { sha256: _, mac, ...manifest } = JSON.parse(text);
    if (!Value.Check(Manifest, manifest)) return undefined;
    if (mac !== undefined && typeof mac !== 'string') return undefined;
    return render(manifest, mac) === text ? { manifest, mac } : undefined;
  } catch {
    return undefined;
  }
}
