/**
 * Composes a transcript as a Comprehensive Learner Record 2.0 (1EdTech). It holds the badges of the transcript's
 * awards, each with its own proof, and the programs in which their courses count. Like badges, it contains no name and
 * no terms of our own.
 */

import { RECORD_CONTEXTS } from '@sello/proof/badges';
import type { Owner } from '../../kernel/owner.ts';
import { issuerDid } from '../badges/issuer.ts';
import { inWords } from '../documents/layout/standing-words.ts';
import type { Transcript } from '../transcripts/transcript.ts';

const SCHEMA = 'https://purl.imsglobal.org/spec/clr/v2p0/schema/json/clr_v2p0_clrcredential_schema.json';

/** The fields of a badge that the record repeats. */
export type RecordBadge = Record<string, unknown> & {
  validFrom: string;
  credentialSubject: { identifier: [object]; achievement: Record<string, unknown> & { id: string } };
};

type RecordFacts = {
  baseUrl: string;
  owner: Owner;
  issuerName: string;
  transcript: Transcript;
  /** The badges in the order of the transcript, each with the id of its award; at least one. */
  badges: readonly { awardId: string; badge: RecordBadge }[];
};

export function composeRecord({ baseUrl, owner, issuerName, transcript, badges }: RecordFacts) {
  const did = issuerDid(baseUrl, owner);
  const asked = Object.values(transcript.asked).some((value) => value !== null);
  // The day of the newest badge. It depends only on the records, and is never in the reader's future.
  const [newest] = badges.map(({ badge }) => badge).toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  if (newest === undefined) throw new Error('A record has at least one badge');
  return {
    '@context': [...RECORD_CONTEXTS],
    id: `urn:uuid:${uuidOf(transcript.sha256)}`,
    type: ['VerifiableCredential', 'ClrCredential'],
    name: 'Historial de puntos · Transcript of points',
    description: describe(transcript),
    issuer: {
      id: did,
      type: ['Profile'],
      name: owner.livemode ? issuerName : `${issuerName} (prueba · test)`,
      url: `${baseUrl}/`,
    },
    validFrom: newest.validFrom,
    awardedDate: `${transcript.as_of}T00:00:00Z`,
    ...(asked && { partial: true }),
    credentialSubject: {
      type: ['ClrSubject'],
      identifier: newest.credentialSubject.identifier,
      achievement: [...achievementsOf(badges), ...programsOf(did, transcript)],
      association: associationsOf(did, transcript, badges),
      verifiableCredential: badges.map(({ badge }) => badge),
    },
    credentialSchema: [{ id: SCHEMA, type: '1EdTechJsonSchemaValidator2019' }],
  };
}

/** A UUID of version 8 (RFC 9562), made from what the transcript says, so that the same record has the same id. */
function uuidOf(sha256: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(sha256) ?? [];
  return `${a}-${b}-8${c}-a${d}-${e}`;
}

/** Each course appears once, even if several badges or roles belong to it. */
function achievementsOf(badges: RecordFacts['badges']) {
  const byId = new Map(
    badges.map(({ badge: { credentialSubject } }) => [
      credentialSubject.achievement.id,
      credentialSubject.achievement,
    ]),
  );
  return [...byId.values()];
}

function programsOf(did: string, { programs }: Transcript) {
  return programs.map(({ id, name, unit }) => ({
    id: programAddress(did, id),
    type: ['Achievement'],
    achievementType: 'LearningProgram',
    name,
    description: `${name}.`,
    criteria: { narrative: `Puntos (${unit}) por periodo.\nPoints (${unit}) in each term.` },
  }));
}

/** A program has no page of its own, so it is named with its issuer's identifier. */
function programAddress(did: string, programId: string): string {
  return `${did}#${programId}`;
}

/** The courses that count in each program; each pair appears once. */
function associationsOf(did: string, { awards, programs }: Transcript, badges: RecordFacts['badges']) {
  const linesOf = new Map(awards.map(({ id, lines }) => [id, lines]));
  const known = new Set(programs.map(({ id }) => id));
  const pairs = badges.flatMap(({ awardId, badge }) =>
    (linesOf.get(awardId) ?? [])
      .filter(({ program_id }) => known.has(program_id))
      .map(
        ({ program_id }) => `${badge.credentialSubject.achievement.id} ${programAddress(did, program_id)}`,
      ),
  );
  return [...new Set(pairs)].map((pair) => {
    const [sourceId = '', targetId = ''] = pair.split(' ');
    return { type: 'Association', associationType: 'isPartOf', sourceId, targetId };
  });
}

function describe({ as_of, memberships, programs }: Transcript): string {
  const lines = memberships.map(({ program_id, standing, valid_until }) => {
    const program = programs.find(({ id }) => id === program_id)?.name ?? program_id;
    const { es, en } = inWords(standing);
    return {
      es: `${program}: ${es}; hasta el ${valid_until}.`,
      en: `${program}: ${en}; until ${valid_until}.`,
    };
  });
  return [
    `Historial al ${as_of}.`,
    ...lines.map(({ es }) => es),
    `Record as of ${as_of}.`,
    ...lines.map(({ en }) => en),
  ].join('\n');
}
