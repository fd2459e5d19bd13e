/**
 * The acta: the explanation in a court package for people who must judge the evidence. It is composed once and written
 * in three forms: as plain text, as a page and as a PDF.
 */

import type { Bilingual } from '../constancia/facts.ts';

export type Acta = {
  folio: string;
  serviceName: string;
  /** The public page, as text and as a QR code. Undefined if there is none. */
  verificationUrl: string | undefined;
  title: Bilingual;
  /** A warning that is shown on every page. Undefined only if an accredited provider made the stamp. */
  warning: Bilingual | undefined;
  /** The time of the stamp. The document contains no other date, so the same evidence gives the same bytes. */
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
  /** A digest, a number or a name is the same in both languages. */
  value: string | Bilingual;
  /** True for values that are compared character by character. */
  exact?: boolean;
};

/** A step of validation, which anybody can repeat with public programs and without a network. */
export type Step = {
  number: number;
  title: Bilingual;
  commands: readonly string[];
  /** Texts that must appear in the output of the commands. */
  expected: readonly string[];
  meaning: Bilingual;
};
