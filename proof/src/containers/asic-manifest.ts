/**
 * Manifests of ASiC containers (ETSI EN 319 162-1, annex A.4): which files a time stamp, a signature or an evidence record
 * covers, each with its digest.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import { encodeBase64, encodeUtf8, parseBase64 } from '../encoding/bytes.ts';
import { type NamespacedElement, resolveNamespaces } from '../encoding/xml-namespaces.ts';
import { readXml } from '../encoding/xml-reader.ts';
import { ProofError } from '../proof-error.ts';

type ManifestReference = { uri: string; hash: StrongHash; digest: Uint8Array };

export type AsicManifest = {
  /** The time stamp, signature or evidence record. */
  coveringUri: string;
  references: readonly ManifestReference[];
};

const ASIC = 'http://uri.etsi.org/02918/v1.2.1#';
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';

const DIGESTS: Readonly<Record<string, StrongHash>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'SHA-256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'SHA-384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'SHA-512',
};
const DIGEST_BYTES: Readonly<Record<StrongHash, number>> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

const LIMITS = { maxBytes: 1 << 20, maxDepth: 16, maxElements: 4096, hasPrefixes: true } as const;

/** Throws a `ProofError`. */
export function readManifest(bytes: Uint8Array): AsicManifest {
  const root = resolveNamespaces(readXml(bytes, LIMITS));
  if (!is(root, ASIC, 'ASiCManifest')) throw malformed('it is no ASiCManifest');
  const [covering, ...others] = root.children;
  if (covering === undefined || !is(covering, ASIC, 'SigReference'))
    throw malformed('it does not begin with a SigReference');
  const references = others.filter((child) => is(child, ASIC, 'DataObjectReference'));
  const rest = others.filter((child) => !references.includes(child));
  if (!rest.every((child) => is(child, ASIC, 'ASiCManifestExtensions')))
    throw malformed('it has elements that no manifest has');
  if (references.length === 0) throw malformed('it refers to no file');
  assertNothingCritical(root);
  return {
    coveringUri: uriOf(covering),
    references: references.map(readReference),
  };
}

function readReference(element: NamespacedElement): ManifestReference {
  const [method, value] = element.children;
  if (method === undefined || !is(method, XMLDSIG, 'DigestMethod'))
    throw malformed('a reference has no digest');
  if (value === undefined || !is(value, XMLDSIG, 'DigestValue')) throw malformed('a reference has no digest');
  const uri = uriOf(element);
  const algorithm = method.attributes.get('Algorithm') ?? '';
  const hash = Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined;
  if (hash === undefined) throw malformed(`the digest of ${uri} is of a kind that does not count`);
  const digest = parseBase64(value.text.replace(/[ \t\r\n]/g, ''));
  if (digest?.length !== DIGEST_BYTES[hash]) throw malformed(`the digest of ${uri} is not one`);
  return { uri, hash, digest };
}

/** A reader that does not know a critical extension must refuse the manifest. */
function assertNothingCritical(element: NamespacedElement): void {
  const critical = element.attributes.get('Critical');
  if (critical !== undefined && critical !== 'false' && critical !== '0')
    throw malformed('it has an extension that must be known');
  for (const child of element.children) assertNothingCritical(child);
}

function uriOf(element: NamespacedElement): string {
  const uri = element.attributes.get('URI');
  if (uri === undefined || uri === '') throw malformed('a reference has no URI');
  return uri;
}

function is(element: NamespacedElement, namespace: string, name: string): boolean {
  return element.namespace === namespace && element.name === name;
}

function malformed(why: string): ProofError {
  return new ProofError('asic_malformed', `the manifest is not read: ${why}`);
}

/** A manifest for one evidence record that covers one file, named by its SHA-256. */
export function writeRecordManifest(
  recordPath: string,
  file: { name: string; sha256: Uint8Array },
): Uint8Array {
  const { name, sha256 } = file;
  return encodeUtf8(`<?xml version="1.0" encoding="UTF-8"?>
<asic:ASiCManifest xmlns:asic="${ASIC}" xmlns:ds="${XMLDSIG}">
  <asic:SigReference URI="${encodeURI(recordPath)}"/>
  <asic:DataObjectReference URI="${encodeURIComponent(name)}">
    <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
    <ds:DigestValue>${encodeBase64(sha256)}</ds:DigestValue>
  </asic:DataObjectReference>
</asic:ASiCManifest>
`);
}
