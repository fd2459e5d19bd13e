/** A signed-up person with a council; these calls make the records that the pages show. */

import { expect } from 'vitest';
import { dayIn } from '../../server/src/memberships/calendar.ts';
import { addDays } from '../../server/src/memberships/standing/days.ts';
import type { TestPage } from '../harness/browser.ts';
import { enter, newVisitor } from '../harness/dashboard-visitor.ts';
import { API, type TestAnswer } from '../harness/test-sello.ts';
import type { Stage } from './stage.ts';

export type CouncilStage = {
  /** A key of the person's own account. */
  key: string;
  must(method: string, path: string, payload?: object): Promise<TestAnswer['body']>;
  day(days: number): string;
  /** An active program whose terms end this many days from today. */
  program(inDays: number, name?: string): Promise<{ id: string }>;
  /** A member with a membership of this program, and with points that wait for approval or are approved. */
  member(
    program: { id: string },
    options?: { waiting?: number; approved?: number; surname?: string },
  ): Promise<{ membership: string; member: string }>;
};

export async function openCouncil(stage: Stage, page: TestPage): Promise<CouncilStage> {
  const visitor = newVisitor('Consejo de Prueba');
  await enter(page, stage.base, visitor);
  const { key } = await stage.sello.newKey(await stage.accountOf(visitor.email));
  const must: CouncilStage['must'] = async (method, path, payload) => {
    const answer = await stage.sello.call(method, `${API}${path}`, { key, ...(payload && { payload }) });
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  const day = (days: number) => addDays(dayIn('America/Mexico_City', stage.sello.ports.now()), days);
  let count = 0;
  return {
    key,
    must,
    day,
    async program(inDays, name = 'Consejo de Prueba') {
      const rules = {
        term_months: 12,
        anchor: day(inDays + 1),
        grace_days: 30,
        renewal_opens_days: 60,
        categories: [{ code: 'emc', name: 'Educación continua' }],
        requirements: [{ code: 'total', name: 'Total', min_points: 10, period: 'term' }],
      };
      const { program } = await must('POST', '/programs', { name, rules });
      return (await must('POST', `/programs/${program.id}/activate`, {})).program;
    },
    async member(program, { waiting = 0, approved = 0, surname = 'Luna' } = {}) {
      count += 1;
      const { member } = await must('POST', '/members', {
        given_name: 'Ana',
        first_surname: surname,
        second_surname: `Sol ${count}`,
      });
      const opened = { program_id: program.id, starts_on: day(-200) };
      const { membership } = await must('POST', `/members/${member.id}/memberships`, opened);
      for (const points of [waiting, approved].filter((some) => some > 0)) {
        const { award } = await must('POST', '/awards', {
          member_id: member.id,
          activity: { title: `Congreso ${count}` },
          completed_on: day(-40),
          points: [{ program_id: program.id, category: 'emc', points }],
          evidence: [{ note: 'Constancia del comité' }, { url: 'https://evidencia.example/1' }],
        });
        if (points === approved) await must('POST', `/awards/${award.id}/approve`, {});
      }
      return { membership: membership.id, member: member.id };
    },
  };
}
