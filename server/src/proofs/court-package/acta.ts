/**
 * The acta: what a court package says to whoever must decide on the evidence. It is composed once and written three
 * times, as plain text, as a page and on paper.
 */

import type { Bilingual } from '../constancia/facts.ts';

export type Acta = {
  folio: string;
  serviceName: string;
  /** The public page, as text and as a QR code. Undefined for what has none. */
  verificationUrl: string | undefined;
  title: Bilingual;
  /** Stands on every page. Undefined only for the stamp of an accredited provider. */
  warning: Bilingual | undefined;
  /** The time of the stamp. The document carries no other date, so the same evidence gives the same bytes. */
  stampedAt: Date;
  sections: readonly ActaSection[];
};

export type ActaSection = { title: Bilingual; blocks: readonly ActaBlock[] };

export type ActaBlock =
  | { kind: 'paragraph'; text: Bilingual }
  | { kind: 'list'; items: readonly Bilingual[] }
  | { kind: 'facts'; facts: readonly ActaFact[] }
  | { kind: 'step'; step: Step };

export type ActaFact = {
  label: Bilingual;
  /** A digest, number or name is the same in both languages. */
  value: string | Bilingual;
  /** True for what is compared character by character. */
  exact?: boolean;
};

/** A step of validation that anybody can repeat with public programs, without a network. */
export type Step = {
  number: number;
  title: Bilingual;
  commands: readonly string[];
  /** Texts that must appear in what the commands print. */
  expected: readonly string[];
  meaning: Bilingual;
};
