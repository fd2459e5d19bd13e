/**
 * The awards of a member as the member sees them: how much of each counts, why the rest does not, and which documents
 * are available.
 */

import { verificationUrl } from '../../certificates/certificate.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import type { Award } from '../awards/award.ts';
import { findAwards } from '../awards/pg-awards.ts';
import { linkedInAddress } from '../badges/add-to-linkedin.ts';
import { issuerShown } from '../badges/text.ts';
import type { Member } from '../members/member.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import type { Overview } from './overview-schema.ts';
import { ownAwards } from './reports/pg-evidence.ts';

type AwardPart = Overview['awards'][number];

export async function awardsOf(
  tools: Pick<Tools, 'query'>,
  who: Who,
  member: Member,
  transcript: Transcript,
  { council, baseUrl }: { council: string; baseUrl: string },
): Promise<AwardPart[]> {
  const ids = transcript.awards.map(({ id }) => id as Award['id']);
  const records = new Map((await findAwards(tools, who, ids)).map((award) => [award.id as string, award]));
  const own = await ownAwards(tools, member.id);
  const nameOf = categoryNames(transcript);
  const missing = missingForBadges(member, baseUrl);
  return transcript.awards.toReversed().map((award): AwardPart => {
    const record = records.get(award.id);
    const isApproved = award.status === 'approved';
    const hasBadge = isApproved && missing === null;
    return {
      id: award.id,
      title: award.title,
      role: award.role,
      completed_on: award.completed_on,
      hours: award.hours,
      status: award.status,
      reason: record?.decisionReason ?? null,
      lines: award.lines.map((line) => {
        const program = transcript.programs.find(({ id }) => id === line.program_id);
        return {
          program: program?.name ?? '',
          unit: program?.unit ?? '',
          category: nameOf(line.program_id, line.category),
          points: line.points,
          counted: line.counted,
          because: line.because,
          because_of: capped(line.because, (code) => nameOf(line.program_id, code)),
        };
      }),
      is_own: own.has(award.id),
      diploma: toDiploma(record),
      has_badge: hasBadge,
      no_badge_because: isApproved ? missing : null,
      linkedin_url: hasBadge
        ? linkedInAddress({
            title: award.title,
            issuer: issuerShown(member, council),
            awardedOn: award.completed_on,
            page: publicPaperOf(record, member, baseUrl),
          })
        : null,
    };
  });
}

function missingForBadges({ consent }: Member, baseUrl: string): AwardPart['no_badge_because'] {
  if (!baseUrl.startsWith('https:')) return 'server_without_https';
  return consent === undefined ? 'consent_missing' : null;
}

/** What anybody can open today: the badge while the member's page is public, otherwise the diploma. */
function publicPaperOf(award: Award | undefined, { publicProfile }: Member, baseUrl: string) {
  const badge = award?.badgeCode;
  if (publicProfile && badge !== undefined) return { url: `${baseUrl}/b/${badge}`, id: badge };
  const { status, code, folio } = award?.diploma ?? {};
  if (status !== 'certified' || code === undefined) return undefined;
  return { url: verificationUrl(baseUrl, { code }), id: folio ?? code };
}

/** The name of the category that a cap, share or multiplier concerns. The reason has the form `cap:CODE`. */
function capped(because: string | null, nameOf: (code: string) => string): string | null {
  const code = /^[a-z_]+:(.+)$/.exec(because ?? '')?.[1];
  return code === undefined ? null : nameOf(code);
}

/**
 * Names of categories, from the newest rules of each program in which the member has a term. For any other program,
 * only the code is shown.
 */
function categoryNames({ programs }: Transcript) {
  const names = new Map<string, string>();
  for (const { id, versions } of programs) {
    for (const { rules } of versions)
      for (const { code, name } of rules.categories) names.set(`${id} ${code}`, name ?? code);
  }
  return (programId: string, code: string) => names.get(`${programId} ${code}`) ?? code;
}

function toDiploma(award: Award | undefined): AwardPart['diploma'] {
  const diploma = award?.diploma;
  return diploma === undefined ? null : { folio: diploma.folio ?? null, status: diploma.status };
}
