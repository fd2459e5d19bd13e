/**
 * Lists the dependencies as a CycloneDX 1.6 document on standard output: `npm run --silent sbom > sbom.json`. Read from
 * package-lock.json alone, so it needs no network, and the same lock makes the same bytes. (`npm sbom` writes the time
 * and a random number into each of its documents.) Code that a package bundles in its own files, as the API reference
 * does, is not listed.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);

type LockedPackage = {
  /** The real name of a package that is installed under an alias. */
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
};

export type Lock = { version: string; packages: Record<string, LockedPackage> };

/** For packages whose package.json has no licence in the form that the lock copies; each contains the licence text. */
const LICENSES: Readonly<Record<string, string>> = {
  '@digitalcredentials/ed25519-multikey': 'BSD-3-Clause',
  'base-64': 'MIT',
  busboy: 'MIT',
  'humanize-number': 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

export function readLock(): Lock {
  return JSON.parse(readFileSync(LOCK, 'utf8'));
}

export function makeSbom(lock: Lock) {
  const components = Object.entries(lock.packages)
    .filter(([path, { link }]) => isInstalled(path) && link !== true)
    .map(([path, locked]) => toComponent(path, locked));
  const unique = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(lock),
    version: 1,
    metadata: { component: { type: 'application', name: 'sello', version: lock.version } },
    components: [...unique.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  };
}

/** Packages from npm, including those that npm puts into the folder of one of our own packages. */
export function isInstalled(path: string): boolean {
  return path.startsWith('node_modules/') || path.includes('/node_modules/');
}

function toComponent(path: string, locked: LockedPackage) {
  const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const version = locked.version ?? '';
  const license = locked.license ?? LICENSES[name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    // Dependencies only for building and testing are not part of what runs.
    scope: locked.dev || locked.devOptional ? 'excluded' : locked.optional ? 'optional' : 'required',
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(locked.integrity !== undefined && { hashes: locked.integrity.split(' ').map(toHash) }),
  };
}

function toHash(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/s);
  const alg = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }[algorithm];
  return { alg, content: Buffer.from(digest, 'base64').toString('hex') };
}

/** A UUID derived from the lock (RFC 9562 §5.8). */
function serialNumber(lock: Lock): string {
  const bytes = createHash('sha256').update(JSON.stringify(lock.packages)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(makeSbom(readLock()), null, 2)}\n`);
