/** Tells what somebody dropped: the document itself, or one of the things that prove something about it. */

import {
  decodePem,
  decodeTimestampResponse,
  isOriginStampXml,
  ProofError,
  parseBase64,
  parseSigningCertificate,
  readBundle,
} from '@sello/proof';

export type GivenFile = { name: string; size: number } & (
  | { kind: 'document'; file: File }
  | { kind: 'tsr'; bytes: Uint8Array }
  | { kind: 'xml'; bytes: Uint8Array }
  | { kind: 'bundle'; bytes: Uint8Array }
  | { kind: 'certificates'; certificates: readonly Uint8Array[] }
);

/** Evidence is small; a file that is not cannot be evidence. */
const MAX_EVIDENCE_BYTES = 4 << 20;

const STAMP_NAME = /\.(?:tsr|tst|tsd|asn1|der|p7s|p7m)$/i;
const DER_SEQUENCE = 0x30;

/** By content first: a constancia has many endings, and an original may be a ZIP or an XML itself. */
export async function readGivenFile(file: File): Promise<GivenFile> {
  const named = { name: file.name, size: file.size };
  const document: GivenFile = { ...named, kind: 'document', file };
  if (file.size > MAX_EVIDENCE_BYTES) return document;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === DER_SEQUENCE) return binaryFile(named, bytes) ?? document;
  if (isBundle(bytes)) return { ...named, kind: 'bundle', bytes };
  const text = new TextDecoder().decode(bytes);
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
  // It says that it is one: the checks then tell what is wrong with it.
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

/** Undefined for what is no such evidence; anything else that goes wrong is a bug and goes on up. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
