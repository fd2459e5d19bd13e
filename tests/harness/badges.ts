/** A council that gives badges, and the requests with which a stranger checks a badge. */

import { expect } from 'vitest';
import { type Council, openCouncil } from './memberships.ts';
import { openTestSello, type TestSello } from './test-sello.ts';

export const BASE_URL = 'https://sello.example';
export const CONSENT = { given_at: '2026-01-15', notice_version: '1', channel: 'web' };

// biome-ignore lint/suspicious/noExplicitAny: tests look into credentials of every shape.
export type Credential = any;

export type BadgeWorld = {
  sello: TestSello;
  council: Council;
  /** Makes an award: by default an approved one, of a member who has consented and is public. */
  award(fields?: {
    member?: object;
    course?: object;
    isPending?: boolean;
  }): Promise<{ id: string; member_id: string }>;
  badge(awardId: string): Promise<Credential>;
  /** The answer of a public address of this server. */
  fetch(url: string): Promise<Credential>;
  close(): Promise<void>;
};

export async function openBadgeWorld(baseUrl = BASE_URL): Promise<BadgeWorld> {
  const sello = await openTestSello({ SELLO_BASE_URL: baseUrl });
  const council = await openCouncil(sello);
  const program = await council.program();
  const badge: BadgeWorld['badge'] = async (awardId) => {
    const answer = await council.call('GET', `/awards/${awardId}/badge`);
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text);
  };
  return {
    sello,
    council,
    badge,
    async award({ member = {}, course = {}, isPending = false } = {}) {
      const { id: member_id } = await council.member({
        email: 'Ana.Luna@Example.com',
        consent: CONSENT,
        public_profile: true,
        ...member,
      });
      await council.membership({ member: { id: member_id }, program, starts_on: council.today(-400) });
      const course_id = await accreditedCourse(council, program.id, course);
      const made = await council.must('POST', '/awards', {
        member_id,
        course_id,
        completed_on: council.today(-2),
      });
      if (isPending) return made.award;
      return (await council.must('POST', `/awards/${made.award.id}/approve`, {})).award;
    },
    async fetch(url) {
      const answer = await sello.call('GET', url.replace(sello.config.baseUrl, ''));
      expect(answer.status, `${url}: ${answer.text}`).toBe(200);
      return JSON.parse(answer.text);
    },
    close: () => sello.close(),
  };
}

async function accreditedCourse(council: Council, program_id: string, fields: object): Promise<string> {
  const { course } = await council.must('POST', '/courses', {
    title: 'Actualización en cardiología «2026»',
    description: 'Tres días sobre insuficiencia cardiaca.',
    modality: 'in_person',
    starts_on: council.today(-4),
    ends_on: council.today(-2),
    hours: 20,
    points: [{ program_id, role: 'attendee', category: 'emc', points: 12.5 }],
    ...fields,
  });
  await council.must('POST', `/courses/${course.id}/accredit`, {});
  return course.id;
}
