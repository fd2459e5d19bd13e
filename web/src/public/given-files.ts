/** Tells whether a dropped file is the document itself or a kind of evidence. */

import { type ForeignKind, MAX_EVIDENCE_BYTES, recognise } from '@sello/proof';
import { isBadgeText, isPng, readBakedPng } from '@sello/proof/badges';

export type GivenFile = { name: string; size: number } & (
  | { kind: 'document'; file: File }
  | { kind: 'tsr'; bytes: Uint8Array }
  | { kind: 'xml'; bytes: Uint8Array }
  | { kind: 'bundle'; bytes: Uint8Array }
  | { kind: 'constancia'; bytes: Uint8Array }
  | { kind: 'certificates'; certificates: readonly Uint8Array[] }
  | { kind: 'badge'; text: string }
  /** Evidence that is checked elsewhere. */
  | { kind: 'foreign'; what: ForeignKind }
);

export async function readGivenFile(file: File): Promise<GivenFile> {
  const named = { name: file.name, size: file.size };
  const document: GivenFile = { ...named, kind: 'document', file };
  if (file.size > MAX_EVIDENCE_BYTES) return document;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const badge = badgeIn(bytes);
  if (badge !== undefined) return { ...named, kind: 'badge', text: badge };
  const evidence = recognise(file.name, bytes);
  return evidence === undefined ? document : { ...named, ...evidence };
}

/** The text of a badge: of a picture that carries one, or of the file itself. */
function badgeIn(bytes: Uint8Array): string | undefined {
  if (isPng(bytes)) return readBakedPng(bytes);
  const text = new TextDecoder().decode(bytes);
  return /^\s*\{/.test(text) && isBadgeText(text) ? text : undefined;
}
