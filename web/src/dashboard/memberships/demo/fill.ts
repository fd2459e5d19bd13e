/** Fills the demo council with the calls of the dashboard. Loaded when somebody asks for the demo council. */

import {
  type DemoCalls,
  type DemoRow,
  type FilledDemo,
  fillDemo,
  GRACE_DAYS,
  RULE_SET,
  type ShowStep,
} from '@sello/rules/demo';
import { ApiError } from '../../../calls/make-calls.ts';
import { api } from '../../api.ts';
import { loadTemplates } from '../programs/templates.ts';

const mode = 'test';

export function fill(today: string, show: ShowStep): Promise<FilledDemo> {
  return fillDemo(CALLS, today, show);
}

const CALLS: DemoCalls = {
  programs: async () => (await api.listPrograms({ mode, limit: 100 })).programs,
  async createProgram(program) {
    const template = (await loadTemplates()).find(({ id }) => id === RULE_SET);
    if (template === undefined) throw new Error(`there is no rule set ${RULE_SET}`);
    const { unit, rules } = template.program;
    const made = await api.createProgram(
      { ...program, unit, rules: { ...rules, grace_days: GRACE_DAYS } },
      { mode },
    );
    return made.program;
  },
  activateProgram: async (id) => (await api.activateProgram(id, { mode })).program,
  describeProgram: (id, metadata) => api.updateProgram(id, { metadata }, { mode }),
  async importMembers(rows) {
    const { import: made } = await api.importMembers(tableOf(rows), { mode, on_conflict: 'skip' });
    return made.summary.rejected === 0 ? undefined : (made.problems[0]?.message ?? '');
  },
  courses: async () => (await api.listCourses({ mode, limit: 100 })).courses,
  createCourse: async (course) => (await api.createCourse(course, { mode })).course,
  accreditCourse: (id) => api.accreditCourse(id, {}, { mode }),
  async postRoster(courseId, licenses, isApproved) {
    const table = new Blob([['professional_license', ...licenses].join('\n')]);
    const { roster } = await api.postRoster(courseId, table, {
      mode,
      approve: isApproved ? 'true' : 'false',
    });
    return roster.summary.created + roster.summary.duplicate;
  },
  memberIdOf: async (externalId) =>
    (await api.listMembers({ mode, external_id: externalId, limit: 1 })).members[0]?.id,
  createAward: (award) => unlessKnown(api.createAward(award, { mode })),
  async *memberships(programId) {
    for (let after: string | undefined; ; ) {
      const page = {
        mode,
        program_id: programId,
        limit: 100,
        ...(after !== undefined && { after }),
      } as const;
      const { memberships, pagination } = await api.listMemberships(page);
      yield* memberships;
      after = memberships.at(-1)?.id;
      if (!pagination.has_more || after === undefined) return;
    }
  },
  createRenewal: (id, isApproved) => unlessKnown(api.createRenewal(id, { approve: isApproved }, { mode })),
};

/** The CSV table of an import. Nothing is quoted, because no value has a comma, a quote or a line break. */
function tableOf(rows: readonly DemoRow[]): Blob {
  const cells = rows.map(({ consent, public_profile, ...row }) => ({
    ...row,
    public_profile: public_profile === true ? 'true' : '',
    'consent.given_at': consent?.given_at ?? '',
    'consent.notice_version': consent?.notice_version ?? '',
    'consent.channel': consent?.channel ?? '',
  }));
  const lines = [Object.keys(cells[0] ?? {}), ...cells.map((row) => Object.values(row))];
  return new Blob([lines.map((line) => line.join(',')).join('\n')]);
}

/** A conflict means that an earlier run already made the thing. */
async function unlessKnown(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}
