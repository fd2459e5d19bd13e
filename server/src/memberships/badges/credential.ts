/**
 * An award as an Open Badge 3.0: a W3C verifiable credential that contains no terms of our own and no name of the
 * recipient.
 */

import { createHash } from 'node:crypto';
import { BADGE_CONTEXTS } from '@sello/proof/badges';
import type { Owner } from '../../kernel/owner.ts';
import type { Award } from '../awards/award.ts';
import type { Course } from '../courses/course.ts';
import { fromHundredths } from '../fields.ts';
import { achievementIdOf, type ProgramNames, pointsOf, tagsOf } from './achievement.ts';
import { issuerDid } from './issuer.ts';
import { listAddress } from './status-list.ts';
import { type BadgeWords, criteriaOf, describeAchievement, describeBadge, issuerShown } from './text.ts';

const SCHEMA =
  'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json';

/** The recipient: an e-mail address, or the member's number if there is no address. */
export type Recipient = { identityType: 'emailAddress' | 'ext:memberNumber'; value: string };

export type BadgeFacts = {
  baseUrl: string;
  owner: Owner;
  issuerName: string;
  code: string;
  award: Award;
  approvedAt: Date;
  /** Undefined if the award is for an activity other than a course. */
  course: Course | undefined;
  programs: ReadonlyMap<string, ProgramNames>;
  recipient: Recipient;
  salt: string;
  list: number;
  place: number;
  /** The address of the council's own picture. Undefined for the usual picture. */
  picture: string | undefined;
  /** The page of its diploma, if there is one. */
  diploma: { url: string; name: string } | undefined;
};

export function composeCredential(facts: BadgeFacts) {
  const { baseUrl, owner, award, course, code } = facts;
  const words = wordsOf(facts);
  return {
    '@context': [...BADGE_CONTEXTS],
    id: badgeAddress(baseUrl, code),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: words.title,
    description: describeBadge(words),
    issuer: { id: issuerDid(baseUrl, owner), type: ['Profile'], name: words.issuer, url: `${baseUrl}/` },
    validFrom: toSeconds(facts.approvedAt),
    awardedDate: startOf(award.completedOn),
    credentialSubject: {
      type: ['AchievementSubject'],
      role: award.role,
      activityStartDate: startOf(course?.startsOn ?? award.completedOn),
      activityEndDate: startOf(course?.endsOn ?? award.completedOn),
      creditsEarned: fromHundredths(pointsOf(award.points)),
      identifier: [identityOf(facts)],
      achievement: achievementOf(facts, words),
    },
    ...(facts.diploma !== undefined && {
      evidence: [{ id: facts.diploma.url, type: ['Evidence'], name: facts.diploma.name }],
    }),
    credentialStatus: statusOf(facts),
    credentialSchema: [{ id: SCHEMA, type: '1EdTechJsonSchemaValidator2019' }],
  };
}

function badgeAddress(baseUrl: string, code: string): string {
  return `${baseUrl}/b/${code}.json`;
}

/** RFC 3339 in whole seconds. */
export function toSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The schema requires a time, so a day is given as its first second in UTC. */
function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}

/**
 * A hash does not name the person, but anyone who knows the address can check it. Lower-case, because people
 * type addresses in different cases.
 */
function identityOf({ recipient: { identityType, value }, salt }: BadgeFacts) {
  const hash = createHash('sha256').update(value.toLowerCase()).update(salt).digest('hex');
  return { type: 'IdentityObject', hashed: true, identityType, salt, identityHash: `sha256$${hash}` };
}

function achievementOf({ baseUrl, award, course, code, programs, picture }: BadgeFacts, words: BadgeWords) {
  const available = course?.points.filter(({ role }) => role === award.role) ?? award.points;
  const tag = tagsOf(award.points, programs);
  return {
    id: `${baseUrl}/c/${achievementIdOf(course, award.role, code)}`,
    type: ['Achievement'],
    achievementType: course === undefined ? 'Achievement' : 'Course',
    name: words.title,
    description: course?.description ?? describeAchievement(words),
    criteria: { narrative: criteriaOf(words) },
    ...(picture !== undefined && { image: { id: picture, type: 'Image' } }),
    creditsAvailable: fromHundredths(pointsOf(available)),
    ...(course?.folio !== undefined && { humanCode: course.folio }),
    ...(tag.length > 0 && { tag }),
  };
}

function statusOf({ baseUrl, owner, list, place }: BadgeFacts) {
  const address = listAddress(baseUrl, owner, list);
  return {
    id: `${address}#${place}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(place),
    statusListCredential: address,
  };
}

function wordsOf({ award, course, issuerName, owner, programs }: BadgeFacts): BadgeWords {
  const [line] = award.points;
  const unit = programs.get(line?.program_id ?? '')?.unit ?? '';
  const points = fromHundredths(pointsOf(award.points));
  return {
    title: course?.title ?? award.activity?.title ?? '',
    issuer: issuerShown(owner, issuerName),
    role: award.role,
    completedOn: award.completedOn,
    hours: award.hours === undefined ? undefined : fromHundredths(award.hours),
    points: `${points} ${unit}`.trim(),
    folio: course?.folio,
    minAttendance: course?.minAttendance === undefined ? undefined : fromHundredths(course.minAttendance),
    minScore: course?.minScore === undefined ? undefined : fromHundredths(course.minScore),
  };
}
