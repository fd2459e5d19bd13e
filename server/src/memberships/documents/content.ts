/**
 * The printed content of a document. It does not depend on who requests it, in which language, or when it is rendered.
 */

import type { CouncilLook, PrintedImage } from '../council/look.ts';
import type { Standing } from '../standing/standing.ts';

export type PrintedPoints = { points: number; unit: string; program: string };

export type DiplomaContent = {
  kind: 'diploma';
  council: CouncilLook;
  folio: string;
  issued_on: string;
  holder: string;
  title: string;
  /** The kind of activity, if it is not a course. */
  activity: string | null;
  provider: string | null;
  role: string;
  hours: number | null;
  points: readonly PrintedPoints[];
  /** The folio of the accreditation (aval) of the course. */
  aval: string | null;
  starts_on: string;
  ends_on: string;
  place: string | null;
};

export type ConstanciaContent = {
  kind: 'constancia';
  council: CouncilLook;
  issued_on: string;
  holder: string;
  member_number: string;
  professional_license: string | null;
  specialty: string | null;
  program: string;
  /** The term that the renewal opened. */
  term: { number: number; starts_on: string; ends_on: string };
  decided_on: string;
  basis: 'requirements' | 'exception';
  /** The points that counted in the term that the renewal closed. */
  counted: number;
  unit: string;
  renewal_id: string;
  snapshot_sha256: string;
};

export type TranscriptTerm = {
  program: string;
  unit: string;
  number: number;
  starts_on: string;
  ends_on: string;
  extended_until: string | null;
  met: boolean;
  counted: number;
  carried_in: number;
  requirements: readonly { name: string; min: number; have: number; met: boolean }[];
};

export type TranscriptAward = {
  completed_on: string;
  title: string;
  role: string;
  program: string;
  category: string;
  points: number;
  counted: number;
  because: string | null;
};

export type TranscriptContent = {
  kind: 'transcript';
  council: CouncilLook;
  as_of: string;
  holder: string;
  member_number: string;
  professional_license: string | null;
  memberships: readonly { program: string; standing: Standing; valid_until: string }[];
  terms: readonly TranscriptTerm[];
  awards: readonly TranscriptAward[];
  ledger: { entries: number; head: string | null };
  /** The hash of the JSON transcript with the same parameters. */
  transcript_sha256: string;
};

export type DocumentContent = DiplomaContent | ConstanciaContent | TranscriptContent;

/** Everything from which a PDF is rendered. All of it can be sent to another thread. */
export type DocumentMaterial = {
  livemode: boolean;
  content: DocumentContent;
  /** The address of the document's own certificate. Undefined for a preview. */
  url: string | undefined;
  /** Images by their hash. */
  images: ReadonlyMap<string, PrintedImage>;
  serviceName: string;
  /** The time at which the content was fixed. */
  writtenAt: Date;
};
