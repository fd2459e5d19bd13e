/** Decides whether a dropped file is the document itself or a kind of evidence. */

import { type ForeignKind, mostBytes, recognise } from '@sello/proof';
import { isBadgeText, isPng, readBakedPng } from '@sello/proof/badges';

export type GivenFile = { name: string; size: number } & (
  | { kind: 'document'; file: File; issued?: IssuedAs | undefined }
  | { kind: 'tsr'; bytes: Uint8Array }
  | { kind: 'xml'; bytes: Uint8Array }
  | { kind: 'bundle'; bytes: Uint8Array }
  | { kind: 'constancia'; bytes: Uint8Array }
  | { kind: 'record'; bytes: Uint8Array }
  | { kind: 'receipt'; bytes: Uint8Array }
  /**
   * A PDF with time stamps inside and an ASiC container are evidence if they are given alone, and the document if other
   * evidence is given too.
   */
  | { kind: 'pdf'; bytes: Uint8Array; file: File; issued?: IssuedAs | undefined }
  | { kind: 'asic'; bytes: Uint8Array; file: File }
  | { kind: 'certificates'; certificates: readonly Uint8Array[] }
  | { kind: 'badge'; text: string }
  /** Evidence that this page only recognises; it is checked elsewhere. */
  | { kind: 'foreign'; what: ForeignKind | 'archive'; bytes?: Uint8Array }
);

/** The address that is printed on a document of ours, and the code in that address. */
type IssuedAs = { url: string; code: string };

export async function readGivenFile(file: File): Promise<GivenFile> {
  const named = { name: file.name, size: file.size };
  const document: GivenFile = { ...named, kind: 'document', file };
  if (await isArchive(file)) return { ...named, kind: 'foreign', what: 'archive' };
  const start = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  if (file.size > mostBytes(start)) return { ...document, issued: await issuedAs(file) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const badge = badgeIn(bytes);
  if (badge !== undefined) return { ...named, kind: 'badge', text: badge };
  const evidence = recognise(file.name, bytes);
  if (evidence === undefined) return { ...document, issued: await issuedAs(file) };
  if (evidence.kind === 'pdf') return { ...named, ...evidence, file, issued: await issuedAs(file) };
  if (evidence.kind === 'asic') return { ...named, ...evidence, file };
  return evidence.kind === 'foreign' && evidence.what === 'ots'
    ? { ...named, ...evidence, bytes }
    : { ...named, ...evidence };
}

/**
 * Whether the file is an account's archive. It may have many gigabytes, but its first entry is uncompressed and says
 * what it is.
 */
async function isArchive(file: File): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 128).arrayBuffer());
  return head.startsWith('PK\u0003\u0004') && head.includes('FORMAT') && head.includes('sello-archive-v');
}

/** The size up to which a document is searched for its address. A diploma with large pictures has a few megabytes. */
const MAX_ISSUED_BYTES = 16 << 20;

/**
 * The address of the document's page, which our PDFs have as their subject, in a separate PDF object. Anybody can write
 * such a subject, so only the evidence at that address counts.
 */
async function issuedAs(file: File): Promise<IssuedAs | undefined> {
  if (file.size > MAX_ISSUED_BYTES) return undefined;
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  if (!text.startsWith('%PDF-')) return undefined;
  const [, url, code] =
    / 0 obj\n\((https?:\/\/[^\s()\\]{1,300}\/v\/([0-9A-Za-z]{22}))\)\nendobj/.exec(text) ?? [];
  return url === undefined || code === undefined ? undefined : { url, code };
}

/** The text of a badge, from a picture that contains one or from the file itself. */
function badgeIn(bytes: Uint8Array): string | undefined {
  if (isPng(bytes)) return readBakedPng(bytes);
  const text = new TextDecoder().decode(bytes);
  return isBadgeText(text) ? text : undefined;
}
