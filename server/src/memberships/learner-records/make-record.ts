/** Makes the record of a transcript. Badges that nobody has read yet are made now. */

import { MAX_RECORD_CREDENTIAL_BYTES } from '@sello/proof/badges';
import { currentHolder } from '../../database/current-request.ts';
import * as read from '../../database/row-reader.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Outside, Tools } from '../../operations/operation.ts';
import type { Award } from '../awards/award.ts';
import { findAwards } from '../awards/pg-awards.ts';
import { signingKey } from '../badges/badge-keys.ts';
import { readBadge } from '../badges/read-badge.ts';
import { signCredential } from '../badges/sign-credential.ts';
import { readLook } from '../council/pg-council.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import { composeRecord, type RecordBadge } from './compose-record.ts';
import type { RecordCanonizer } from './ports.ts';

/** The most badges in a record. Verifiers read the whole record, and each badge takes them about 20 ms. */
const MOST_BADGES = 100;
/** The most bytes of a record. As a JWT it becomes a third longer, and our own verifiers must still accept that. */
const MOST_CHARACTERS = Math.floor((MAX_RECORD_CREDENTIAL_BYTES * 3) / 4) - 2_000;

type RecordTools = Outside & { recordCanonizer: RecordCanonizer };

/**
 * The signed text. While the account's key stays the same, it depends only on the records and on the transcript's
 * `as_of`.
 */
export async function makeRecord(
  outside: RecordTools,
  owner: Owner,
  transcript: Transcript,
  baseUrl: string,
): Promise<string> {
  const tools = { ...outside, query: outside.records.query };
  const awards = await standingAwards(tools, owner, transcript);
  assertSome(awards);
  const badges: { awardId: string; badge: RecordBadge }[] = [];
  for (const { id } of awards)
    badges.push({ awardId: id, badge: toBadge((await readBadge(tools, owner, id, baseUrl)).credential) });
  const { name: issuerName } = await readLook(tools, owner.accountId);
  const record = composeRecord({ baseUrl, owner, issuerName, transcript, badges });
  const key = await signingKey(tools, owner, baseUrl);
  const holder = currentHolder() ?? owner.accountId;
  const canonize = (document: object) => outside.recordCanonizer.canonize(holder, document);
  const text = JSON.stringify(await signCredential(record, key, record.validFrom, canonize));
  if (text.length > MOST_CHARACTERS) throw tooMany();
  return text;
}

/**
 * The awards that the transcript shows as approved and that are still approved. A record that contains a revoked badge
 * would be invalid.
 */
async function standingAwards(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  transcript: Transcript,
): Promise<Award[]> {
  const ids = transcript.awards
    .filter(({ status }) => status === 'approved')
    .map(({ id }) => id as Award['id']);
  const found = await findAwards(tools, owner, ids);
  const byId = new Map(found.map((award) => [award.id, award]));
  return ids.flatMap((id) => byId.get(id) ?? []).filter(({ status }) => status === 'approved');
}

function assertSome(awards: readonly Award[]): void {
  if (awards.length > MOST_BADGES) throw tooMany();
  if (awards.length > 0) return;
  throw invalidField(
    '`format`',
    'needs an approved award: a learner record consists of badges, and there is none in this transcript.',
    'requiere una acreditación aprobada: un historial CLR consta de insignias, y en este no hay ninguna.',
  );
}

function tooMany() {
  return invalidField(
    '`format`',
    `takes at most ${MOST_BADGES} badges. Choose a part of the record with \`from\`, \`to\`, \`term\` or \`program_id\`.`,
    `admite como máximo ${MOST_BADGES} insignias. Elija una parte del historial con \`from\`, \`to\`, \`term\` o \`program_id\`.`,
  );
}

function toBadge(text: string): RecordBadge {
  const badge: unknown = JSON.parse(text);
  if (!isBadge(badge)) throw new Error('A stored badge is not one of ours');
  return badge;
}

function isBadge(value: unknown): value is RecordBadge {
  if (!read.isRecord(value) || !read.isRecord(value.credentialSubject)) return false;
  const { achievement, identifier } = value.credentialSubject;
  return read.isRecord(achievement) && typeof achievement.id === 'string' && Array.isArray(identifier);
}
