/** Reads the page of a member in its current state. Nothing is cached, so a suspension shows on the next request. */

import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { listMemberships } from '../membership/pg-memberships.ts';
import { readTerms } from '../membership/terms/pg-term-rows.ts';
import { searchTextOf } from '../search-text.ts';
import { termOn } from '../standing/chain.ts';
import type { ShownCouncil } from './council-band.ts';
import {
  badgesOf,
  diplomasOf,
  findByCode,
  findCouncil,
  findPublicByNumber,
  programNamesOf,
} from './pg-public-members.ts';
import { type PublicMember, type ShownMembership, toPublicMember } from './public-member.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

/** `gone`: the page was public once, and then consent ended or the member was anonymised. */
type PublicPage = { member: PublicMember; council: ShownCouncil } | 'unknown' | 'gone';

export async function readPublicMember(tools: Ports, code: string, baseUrl: string): Promise<PublicPage> {
  const found = isCode(code) ? await findByCode(tools, code) : undefined;
  if (found === undefined) return 'unknown';
  const { owner, member, wasPublic } = found;
  if (member.status === 'anonymised') return 'gone';
  if (member.consent === undefined) return wasPublic ? 'gone' : 'unknown';
  if (!member.publicProfile) return 'unknown';
  const council = await findCouncil(tools, owner.accountId);
  // The account was closed after the member was read.
  if (council === undefined) return 'unknown';
  const today = await todayOf(tools, owner, { memberId: member.id });
  const memberships = await shownMemberships(tools, owner, member.id, today);
  const isAllowed = member.publicFields.includes('diplomas');
  const diplomas = isAllowed ? await diplomasOf(tools, member) : [];
  const badges = isAllowed ? await badgesOf(tools, member) : [];
  const facts = {
    member,
    council: council.name,
    memberships,
    diplomas,
    badges,
    today,
    now: tools.now(),
    baseUrl,
  };
  return { member: toPublicMember(facts), council };
}

/**
 * The memberships that are shown. Those that ended are left out; if there are no others, the newest of them is shown.
 */
async function shownMemberships(
  tools: Ports,
  owner: Owner,
  memberId: string,
  today: string,
): Promise<ShownMembership[]> {
  const { memberships } = await listMemberships(tools, owner, { member_id: memberId, limit: 100 }, today);
  const open = memberships.filter(({ status }) => status !== 'ended');
  const shown = open.length > 0 ? open : memberships.slice(0, 1);
  const programs = await programNamesOf(
    tools,
    shown.map(({ programId }) => programId),
  );
  const terms = Map.groupBy(
    await readTerms(
      tools,
      shown.map(({ id }) => id),
    ),
    ({ membershipId }) => membershipId,
  );
  return shown.map((membership) => ({
    membership,
    program: programs.get(membership.programId) ?? '',
    term: termOn(terms.get(membership.id) ?? [], today),
  }));
}

/**
 * Answers a hospital's question whether the person with this number and this surname is a member. Both must match, and
 * members without a public page are not found. Returns the code of the page, or undefined, without saying why.
 */
export async function lookUpMember(
  tools: Pick<Tools, 'query'>,
  { account, number, surname }: { account: string; number: string; surname: string },
): Promise<string | undefined> {
  const accountId = parseId('acct', account);
  if (accountId === undefined || number.trim() === '' || surname.trim() === '') return undefined;
  const found = await findPublicByNumber(tools, accountId, number.trim());
  // People may leave out accents and capitals, and may give one surname or both. Any other difference counts.
  const plain = (words: string) => searchTextOf(words.trim().replace(/\s+/g, ' '));
  const [one, ...others] = found.filter(({ surnames }) =>
    surnames.some((known) => plain(known) === plain(surname)),
  );
  return others.length > 0 ? undefined : one?.code;
}

/** The form of a page's code: 22 base62 characters, which are 131 random bits. */
function isCode(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text);
}
