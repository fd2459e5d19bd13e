/** Decides what a file given to a verifier is: a kind of evidence, or undefined if it is a document. */

import { isOriginStampXml } from '../anchors/originstamp.ts';
import { isAsic, MAX_ASIC_BYTES } from '../containers/asic.ts';
import { parseBase64, parseUtf8 } from '../encoding/bytes.ts';
import { holdsText, isPdf } from '../encoding/pdf-files.ts';
import { decodePem } from '../encoding/pem.ts';
import { decodeEvidenceRecord } from '../evidence-records/evidence-record.ts';
import { ProofError } from '../proof-error.ts';
import { isReceipt } from '../receipts/receipt.ts';
import { recordInXml } from '../timestamps/conservancy-xml.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { parseSigningCertificate } from '../x509/x509.ts';
import { constanciaInSealed, isConstancia } from './constancia.ts';

/** Evidence in formats that are checked elsewhere. */
export type ForeignKind = 'ots' | 'nom151_2002' | 'tlog_proof' | 'checkpoint' | 'export' | 'court';

export type Recognised =
  | { kind: 'tsr' | 'xml' | 'bundle' | 'constancia' | 'record' | 'receipt'; bytes: Uint8Array }
  /** A PDF with time stamps inside it. */
  | { kind: 'pdf'; bytes: Uint8Array }
  /** An ASiC container, with its files. */
  | { kind: 'asic'; bytes: Uint8Array }
  | { kind: 'certificates'; certificates: readonly Uint8Array[] }
  | { kind: 'foreign'; what: ForeignKind };

/**
 * Evidence is small, so a larger file counts as a document, unless it is a PDF with time stamps inside or an ASiC
 * container.
 */
export const MAX_EVIDENCE_BYTES = 4 << 20;
/** As large as the largest document that can be sealed. */
export const MAX_PDF_EVIDENCE_BYTES = 64 << 20;

/** The largest evidence that may begin with these bytes: some kinds hold the document too. */
export function mostBytes(start: Uint8Array): number {
  if (isPdf(start)) return MAX_PDF_EVIDENCE_BYTES;
  return isZip(start) ? MAX_ASIC_BYTES : MAX_EVIDENCE_BYTES;
}

const STAMP_NAME = /\.(?:tsr|tst|tsd|asn1|der|p7s|p7m)$/i;
const RECORD_NAME = /\.ers$/i;
/** `.cose` is not listed, because other COSE messages, which may be documents, have that ending too. */
const RECEIPT_NAME = /\.receipt$/i;
const COSE_SIGN1_TAG = 0xd2;
const DER_SEQUENCE = 0x30;
const OTS_START = '\u0000OpenTimestamps\u0000\u0000Proof\u0000';

/**
 * Looks at the content before the name: stamps come with many extensions, and a document may itself be ZIP, XML or PDF.
 */
export function recognise(name: string, bytes: Uint8Array): Recognised | undefined {
  if (isSealedConstancia(bytes)) return { kind: 'constancia', bytes };
  if (isStampedPdf(bytes)) return { kind: 'pdf', bytes };
  if (isAsic(name, bytes)) return { kind: 'asic', bytes };
  if (bytes.length > MAX_EVIDENCE_BYTES) return undefined;
  if (bytes[0] === DER_SEQUENCE) return recogniseDer(name, bytes);
  if (isZip(bytes)) return recogniseZip(bytes);
  if (isReceipt(bytes) || (RECEIPT_NAME.test(name) && bytes[0] === COSE_SIGN1_TAG))
    return { kind: 'receipt', bytes };
  if (isConstancia(bytes)) return { kind: 'constancia', bytes };
  if (String.fromCharCode(...bytes.subarray(0, OTS_START.length)) === OTS_START)
    return { kind: 'foreign', what: 'ots' };
  return recogniseText(name, bytes);
}

/** The dictionary of a stamp is never compressed, because the stamp covers the bytes around its token. */
function isStampedPdf(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_PDF_EVIDENCE_BYTES && isPdf(bytes) && holdsText(bytes, 'ETSI.RFC3161');
}

/** In a sealed constancia, the attached proofs decide, as in any constancia; its own stamp is checked too. */
function isSealedConstancia(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_EVIDENCE_BYTES && isConstancia(bytes) && constanciaInSealed(bytes) !== undefined;
}

function isZip(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\u0003\u0004';
}

/**
 * An archive with a bundle's file names is treated as a bundle even if it was damaged or repacked, so that its checks
 * can say so.
 */
function recogniseZip(bytes: Uint8Array): Recognised | undefined {
  if (holdsText(bytes, 'bundles/cert_')) return { kind: 'foreign', what: 'export' };
  if (holdsText(bytes, 'evidencia/manifest.json')) return { kind: 'foreign', what: 'court' };
  const names = ['manifest.json', 'timestamp.tsr', 'chain.pem'];
  return names.every((name) => holdsText(bytes, name)) ? { kind: 'bundle', bytes } : undefined;
}

function recogniseText(name: string, bytes: Uint8Array): Recognised | undefined {
  const text = parseUtf8(bytes);
  if (text === undefined) return undefined;
  const isXml = /^\uFEFF?\s*</.test(text);
  const wrapped = isXml ? recordInXml(text) : undefined;
  if (wrapped !== undefined) return { kind: 'tsr', bytes: wrapped };
  if (isXml && (text.includes('urn:sello:blockchain-proof:') || tried(() => isOriginStampXml(bytes))))
    return { kind: 'xml', bytes };
  if (text.includes('-----BEGIN CERTIFICATE-----'))
    return { kind: 'certificates', certificates: tried(() => decodePem('CERTIFICATE', text)) ?? [] };
  if (text.startsWith('c2sp.org/tlog-proof@')) return { kind: 'foreign', what: 'tlog_proof' };
  if (/^\S+\n\d+\n[A-Za-z0-9+/]{43}=\n(?:.+\n)*\n— /.test(text))
    return { kind: 'foreign', what: 'checkpoint' };
  // Some providers send the DER of their stamps as base64 text.
  const packed = STAMP_NAME.test(name) ? parseBase64(text.replace(/-----[^-]+-----|\s/g, '')) : undefined;
  return packed && recogniseDer(name, packed);
}

function recogniseDer(name: string, bytes: Uint8Array): Recognised | undefined {
  try {
    decodeTimestampResponse(bytes);
    return { kind: 'tsr', bytes };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    if (error.code === 'legacy_nom151_2002') return { kind: 'foreign', what: 'nom151_2002' };
  }
  if (RECORD_NAME.test(name) || tried(() => decodeEvidenceRecord(bytes)) !== undefined)
    return { kind: 'record', bytes };
  if (parseSigningCertificate(bytes) !== undefined) return { kind: 'certificates', certificates: [bytes] };
  // The file has the name of a stamp, so it is treated as one, and the checks will say what is wrong with it.
  return STAMP_NAME.test(name) ? { kind: 'tsr', bytes } : undefined;
}

/** Returns undefined if the bytes cannot be read as this kind of evidence. Any other error is a bug and is thrown. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
