/**
 * Says what is known about a certificate whose file this service issued itself: a diploma, a constancia or a
 * transcript.
 */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';

const ISSUED_KINDS = ['diploma', 'constancia', 'transcript'] as const;

/** The state of the document now. Its stamp stays valid, whatever becomes of the document. */
const ISSUED_STATES = ['valid', 'revoked', 'replaced', 'annulled'] as const;

const text = Type.String();

/** What the page shows. Each field is listed, so that no other fact about a person can appear by mistake. */
export const IssuedDocumentSchema = Type.Object({
  kind: oneOf(ISSUED_KINDS),
  state: oneOf(ISSUED_STATES, { description: 'As of `as_of`.' }),
  as_of: Type.String({ description: 'Today, in the time zone of whoever issued it.' }),
  since: nullable(Type.String({ description: 'The day on which it was revoked, replaced or annulled.' })),
  issuer: text,
  holder: nullable(
    Type.String({ description: "As printed; null where it is withheld at the holder's request." }),
  ),
  holder_withheld: Type.Boolean(),
  folio: nullable(text),
  title: nullable(text),
  role: nullable(text),
  hours: nullable(Type.Number()),
  points: Type.Array(Type.Object({ points: Type.Number(), unit: text, program: text })),
  aval: nullable(text),
  starts_on: nullable(text),
  ends_on: nullable(text),
  replaced_by: nullable(Type.Object({ folio: nullable(text), url: text })),
  standings: Type.Array(
    Type.Object({
      program: text,
      standing: text,
      valid: Type.Boolean(),
      valid_until: text,
    }),
    { description: 'For a constancia or a transcript: the standing of the memberships today.' },
  ),
});

export type IssuedDocument = Static<typeof IssuedDocumentSchema>;

/** The values of `document_type` of certificates that may have such a document. For others nothing is looked up. */
export const ISSUED_TYPES: ReadonlySet<string | undefined> = new Set([
  'diploma',
  'constancia_de_vigencia',
  'transcript',
]);
