/** Tells whether a dropped file is the document itself or a kind of evidence. */

import {
  decodePem,
  decodeTimestampResponse,
  isOriginStampXml,
  ProofError,
  parseBase64,
  parseSigningCertificate,
  readBundle,
} from '@sello/proof';
import { isBadgeText, isPng, readBakedPng } from '@sello/proof/badges';

export type GivenFile = { name: string; size: number } & (
  | { kind: 'document'; file: File }
  | { kind: 'tsr'; bytes: Uint8Array }
  | { kind: 'xml'; bytes: Uint8Array }
  | { kind: 'bundle'; bytes: Uint8Array }
  | { kind: 'certificates'; certificates: readonly Uint8Array[] }
  | { kind: 'badge'; text: string }
);

/** Evidence is small, so a larger file is a document. */
const MAX_EVIDENCE_BYTES = 4 << 20;

const STAMP_NAME = /\.(?:tsr|tst|tsd|asn1|der|p7s|p7m)$/i;
const DER_SEQUENCE = 0x30;

/** Looks at the content first: stamps come with many extensions, and a document may itself be ZIP or XML. */
export async function readGivenFile(file: File): Promise<GivenFile> {
  const named = { name: file.name, size: file.size };
  const document: GivenFile = { ...named, kind: 'document', file };
  if (file.size > MAX_EVIDENCE_BYTES) return document;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === DER_SEQUENCE) return binaryFile(named, bytes) ?? document;
  if (isBundle(bytes)) return { ...named, kind: 'bundle', bytes };
  const baked = isPng(bytes) ? readBakedPng(bytes) : undefined;
  if (baked !== undefined) return { ...named, kind: 'badge', text: baked };
  const text = new TextDecoder().decode(bytes);
  if (/^\s*\{/.test(text) && isBadgeText(text)) return { ...named, kind: 'badge', text };
  if (text.includes('urn:sello:blockchain-proof:') || isOriginStamp(bytes))
    return { ...named, kind: 'xml', bytes };
  if (text.includes('-----BEGIN CERTIFICATE-----')) return { ...named, ...certificatesIn(text) };
  // Some providers send their DER as base64.
  const packed = STAMP_NAME.test(file.name)
    ? parseBase64(text.replace(/-----[^-]+-----|\s/g, ''))
    : undefined;
  return (packed && binaryFile(named, packed)) ?? document;
}

function binaryFile(named: { name: string; size: number }, bytes: Uint8Array): GivenFile | undefined {
  if (isTimestamp(bytes)) return { ...named, kind: 'tsr', bytes };
  if (parseSigningCertificate(bytes) !== undefined)
    return { ...named, kind: 'certificates', certificates: [bytes] };
  // Named like a stamp: the checks will say what is wrong with it.
  return STAMP_NAME.test(named.name) ? { ...named, kind: 'tsr', bytes } : undefined;
}

function certificatesIn(text: string): { kind: 'certificates'; certificates: readonly Uint8Array[] } {
  return { kind: 'certificates', certificates: tried(() => decodePem('CERTIFICATE', text)) ?? [] };
}

function isTimestamp(bytes: Uint8Array): boolean {
  return tried(() => decodeTimestampResponse(bytes)) !== undefined;
}

function isBundle(bytes: Uint8Array): boolean {
  return tried(() => readBundle(bytes)) !== undefined;
}

function isOriginStamp(bytes: Uint8Array): boolean {
  return bytes[0] === '<'.charCodeAt(0) && isOriginStampXml(bytes);
}

/** Undefined when the bytes are no such evidence. Other errors are bugs and are thrown. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
