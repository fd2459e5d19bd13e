/** The calls that fill the demo council, made by the SDK. */

import { readFileSync } from 'node:fs';
import { type DemoCalls, GRACE_DAYS, RULE_SET } from '@sello/rules/demo';
import { type Sello, SelloError } from '@sello/sdk/source';

type NewProgram = Parameters<Sello['programs']['create']>[0];

export function demoCalls(sello: Sello): DemoCalls {
  return {
    programs: () => all(sello.programs.list({ limit: 100 })),
    createProgram(program) {
      const { rules, unit } = readRuleSet();
      return sello.programs.create({ ...program, unit, rules: { ...rules, grace_days: GRACE_DAYS } });
    },
    activateProgram: (id) => sello.programs.activate(id),
    describeProgram: (id, metadata) => sello.programs.update(id, { metadata }),
    async importMembers(rows) {
      const { summary, problems } = await sello.members.import(
        { rows: [...rows] },
        { query: { on_conflict: 'skip' } },
      );
      return summary.rejected === 0 ? undefined : (problems[0]?.message ?? '');
    },
    courses: () => all(sello.courses.list({ limit: 100 })),
    createCourse: (course) => sello.courses.create(course),
    accreditCourse: (id) => sello.courses.accredit(id, {}),
    async postRoster(courseId, licenses, isApproved) {
      const rows = licenses.map((license) => ({ professional_license: license }));
      const { summary } = await sello.rosters.post(courseId, { rows, approve: isApproved });
      return summary.created + summary.duplicate;
    },
    async memberIdOf(externalId) {
      const { items } = await sello.members.list({ external_id: externalId }).page();
      return items[0]?.id;
    },
    createAward: (award) => unlessKnown(sello.awards.create(award)),
    memberships: (programId) => sello.memberships.list({ program_id: programId, limit: 100 }),
    createRenewal: (membershipId, isApproved) =>
      unlessKnown(sello.renewals.create(membershipId, { approve: isApproved })),
  };
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

function readRuleSet(): Pick<NewProgram, 'rules' | 'unit'> {
  const file = new URL('../../../../rules/rule-sets.json', import.meta.url);
  const { rule_sets: sets } = JSON.parse(readFileSync(file, 'utf8')) as {
    rule_sets: { id: string; program: Pick<NewProgram, 'rules' | 'unit'> }[];
  };
  const found = sets.find(({ id }) => id === RULE_SET);
  if (found === undefined) throw new Error(`there is no rule set ${RULE_SET}`);
  const { rules, unit } = found.program;
  const nameOf = (code: string) =>
    rules.categories.find((category) => category.code === code)?.name ?? 'Total';
  const requirements = rules.requirements.map((one) => ({ ...one, name: one.name ?? nameOf(one.code) }));
  return { unit, rules: { ...rules, requirements } };
}

/** Ignores a conflict, which means that an earlier run already made the thing. */
async function unlessKnown(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof SelloError && error.status === 409)) throw error;
  }
}
