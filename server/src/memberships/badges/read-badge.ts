/** Reads the badge of an award. It is made at the first request, and later requests get the same bytes. */

import { verificationUrl } from '../../certificates/certificate.ts';
import { randomBase62 } from '../../kernel/base62.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { refusal, refuse } from '../../operations/refusal.ts';
import type { Award } from '../awards/award.ts';
import { awardNamed } from '../awards/find-award.ts';
import { readBadgeImageOf } from '../council/pg-badge-images.ts';
import { readLook } from '../council/pg-council.ts';
import { findCourse } from '../courses/pg-courses.ts';
import type { Member } from '../members/member.ts';
import { readMembers } from '../members/pg-members.ts';
import { takeNumbers } from '../pg-numbers.ts';
import { signingKey } from './badge-keys.ts';
import { type BadgeFacts, composeCredential, type Recipient } from './credential.ts';
import { findBadge, freePlace, insertBadge, programNames, type StoredBadge } from './pg-badges.ts';
import { pictureAddress } from './picture.ts';
import { signCredential } from './sign-credential.ts';
import { LIST_BITS, listOf } from './status-list.ts';

type BadgeTools = Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>;

/**
 * Refuses without the member's consent. Also refuses without https, because strangers could not check the signature.
 */
export async function readBadge(
  tools: BadgeTools,
  owner: Owner,
  awardId: string,
  baseUrl: string,
): Promise<StoredBadge> {
  const award = await awardNamed(tools, owner, awardId);
  const [member] = await readMembers(tools, owner, [award.memberId]);
  if (member === undefined) throw new Error(`The member of ${award.id} is gone`);
  const made = await findBadge(tools, award.id);
  if (made === undefined) assertApproved(award);
  if (member.consent === undefined) throw consentMissing();
  assertHttps(baseUrl);
  return made ?? makeBadge(tools, owner, award, member, baseUrl);
}

/**
 * Makes the badge without holding a lock. Two simultaneous requests may both sign a badge; both then return the badge
 * that was stored first.
 */
async function makeBadge(
  tools: BadgeTools,
  owner: Owner,
  award: Award,
  member: Member,
  baseUrl: string,
): Promise<StoredBadge> {
  const facts = await gatherFacts(tools, owner, award, member, baseUrl);
  const key = await signingKey(tools, owner, baseUrl);
  const list = listOf(await takeNumbers(tools, owner, 'badges'));
  for (let tries = 0; tries < TRIES; tries++) {
    const place = await drawPlace(tools, owner, list);
    const code = randomBase62(tools.randomBytes, 22);
    const credential = composeCredential({ ...facts, code, list, place });
    const signed = await signCredential(credential, key, credential.validFrom);
    const badge = { code, credential: JSON.stringify(signed) };
    const isStored = await insertBadge(tools, owner, {
      ...badge,
      awardId: award.id,
      list,
      place,
      at: tools.now(),
    });
    const stored = isStored ? badge : await findBadge(tools, award.id);
    if (stored !== undefined) return stored;
  }
  throw new Error(`No place was found for the badge of ${award.id}`);
}

/**
 * At least half of the positions are free, so sixteen random positions are all taken only once in 65,536 times. In that
 * case another sixteen are tried.
 */
const TRIES = 3;
const DRAWS = 16;

async function drawPlace(tools: BadgeTools, owner: Owner, list: number): Promise<number> {
  const draws = new DataView(Uint8Array.from(tools.randomBytes(4 * DRAWS)).buffer);
  // The number of positions is a power of two, so every position is equally likely.
  const places = Array.from({ length: DRAWS }, (_, i) => draws.getUint32(4 * i) % LIST_BITS);
  return (await freePlace(tools, owner, list, places)) ?? places[0] ?? 0;
}

async function gatherFacts(
  tools: BadgeTools,
  owner: Owner,
  award: Award,
  member: Member,
  baseUrl: string,
): Promise<Omit<BadgeFacts, 'code' | 'list' | 'place'>> {
  const [{ name: issuerName }, usualImage, course, programs] = await Promise.all([
    readLook(tools, owner.accountId),
    readBadgeImageOf(tools, owner.accountId),
    award.courseId && findCourse(tools, owner, award.courseId),
    programNames(
      tools,
      award.points.map(({ program_id }) => program_id),
    ),
  ]);
  if (award.decidedAt === undefined) throw new Error(`${award.id} is approved and has no day of approval`);
  const sha256 = course?.badgeImage ?? usualImage ?? undefined;
  return {
    baseUrl,
    owner,
    issuerName,
    award,
    approvedAt: award.decidedAt,
    course,
    programs,
    recipient: recipientOf(member),
    salt: Buffer.from(tools.randomBytes(16)).toString('hex'),
    picture: sha256 && pictureAddress(baseUrl, { accountId: owner.accountId, sha256 }),
    diploma: diplomaOf(award, baseUrl),
  };
}

/** The diploma that the badge names. A diploma that is made later is not named, because a badge never changes. */
function diplomaOf({ diploma }: Award, baseUrl: string): BadgeFacts['diploma'] {
  if (diploma?.status !== 'certified' || diploma.code === undefined) return undefined;
  return {
    url: verificationUrl(baseUrl, { code: diploma.code }),
    name: `Diploma ${diploma.folio ?? ''}`.trim(),
  };
}

function recipientOf({ email, memberNumber }: Member): Recipient {
  return email === undefined
    ? { identityType: 'ext:memberNumber', value: memberNumber }
    : { identityType: 'emailAddress', value: email };
}

function assertApproved({ id, status }: Award): void {
  if (status === 'approved') return;
  refuse(
    refusal(
      'invalid_transition',
      `\`${id}\` is \`${status}\`: only an approved award has a badge.`,
      `\`${id}\` está en \`${status}\`: solo una acreditación aprobada tiene insignia.`,
    ),
  );
}

function consentMissing(): AppError {
  return new AppError('consent_missing', {
    en: 'A badge needs the `consent` of the member. Send it with PATCH /members/{id}: the day, the version of the privacy notice and the channel.',
    es: 'Una insignia requiere el `consent` del miembro. Envíelo con PATCH /members/{id}: el día, la versión del aviso de privacidad y el medio.',
  });
}

function assertHttps(baseUrl: string): void {
  if (new URL(baseUrl).protocol === 'https:') return;
  refuse(
    refusal(
      'badge_needs_https',
      'Nobody could check a badge of this server: its address has no TLS. Set SELLO_BASE_URL to one that begins with https://.',
      'Nadie podría comprobar una insignia de este servidor: su dirección no tiene TLS. Configure SELLO_BASE_URL con una que empiece con https://.',
    ),
  );
}
