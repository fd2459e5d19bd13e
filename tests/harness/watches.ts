/** Accounts that follow members, and the events that they get. */

import { tellWatchers } from '../../server/src/memberships/watches/tell-watchers.ts';
import { type Council, openCouncil } from './memberships.ts';
import type { TestSello } from './test-sello.ts';

/** One round of the worker. */
export async function tellAll({ ports }: TestSello): Promise<number> {
  let told = 0;
  for (let round = 1; round > 0; told += round) round = await tellWatchers(ports);
  return told;
}

export type Employer = Council & {
  /** Follows a member by council, number and surname. */
  follow(council: Council, member: { member_number: string }, more?: object): Promise<Watched>;
  /** Its events about watches so far, oldest first. */
  told(): Promise<{ type: string; data: Record<string, unknown> }[]>;
};

export type Watched = { id: string; status: string; basis: string; valid: boolean | null };

export async function openEmployer(sello: TestSello): Promise<Employer> {
  const employer = await openCouncil(sello);
  return {
    ...employer,
    async follow({ accountId }, { member_number }, more = {}) {
      const asked = { council_id: accountId, number: member_number, surname: 'Luna', ...more };
      return (await employer.must('POST', '/watches', asked)).watch;
    },
    async told() {
      await tellAll(sello);
      const { events } = await employer.must('GET', '/events?limit=100&order=asc');
      return events.filter(({ type }: { type: string }) => type.startsWith('watch.'));
    },
  };
}

const CONSENT = { notice_version: '1', channel: 'paper' };

/** A member whose page is public, with a membership. */
export async function publicMember(council: Council, fields: object = {}) {
  const member = await council.member({ consent: CONSENT, public_profile: true, ...fields });
  const membership = await council.membership({ member, starts_on: council.today(-30) });
  return { ...member, membership };
}
