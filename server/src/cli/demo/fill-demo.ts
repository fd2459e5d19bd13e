/**
 * Fills an account in test mode with the demo council. Each step skips what already exists, so an interrupted run
 * continues where it stopped.
 */

import { readFileSync } from 'node:fs';
import { type Sello, SelloError } from '@sello/sdk/source';
import { CommandFailed } from '../shared/usage.ts';
import {
  addDays,
  type DemoCourse,
  type DemoMember,
  GRACE_DAYS,
  PROGRAM_ID,
  planActivities,
  planCourses,
  planMembers,
  planRoster,
  RULE_SET,
} from './plan.ts';

type ShowStep = (what: string, done: number) => void;
type NewProgram = Parameters<Sello['programs']['create']>[0];
type Program = Awaited<ReturnType<Sello['programs']['get']>>;

type Filled = { members: number; courses: number; awards: number; pending: number; renewals: number };

export async function fillDemo(sello: Sello, today: string, show: ShowStep): Promise<Filled> {
  show('program', 0);
  const program = await openProgram(sello, today);
  const day = String(program.metadata.demo_day ?? today);
  const members = planMembers(day);
  show('members', 0.05);
  await importMembers(sello, program, members);
  const counts = await runCourses(sello, program, { day, members, show });
  show('activities', 0.85);
  const reported = await reportActivities(sello, program, day, members);
  show('renewals', 0.9);
  const renewals = await askForRenewals(sello, program, day);
  await sello.programs.update(program.id, { metadata: { demo: 'complete' } });
  return {
    members: members.length,
    courses: counts.courses,
    awards: counts.awards + reported,
    pending: counts.pending + reported,
    renewals,
  };
}

/**
 * Finds or makes the program. Its metadata records the day of the demo, so that a later run continues with the same
 * day.
 */
async function openProgram(sello: Sello, today: string): Promise<Program> {
  for await (const program of sello.programs.list({ limit: 100 })) {
    if (program.external_id !== PROGRAM_ID) continue;
    if (program.metadata.demo === 'complete')
      throw new CommandFailed('This account has the demo council already. Nothing was changed.');
    return program.status === 'draft' ? sello.programs.activate(program.id) : program;
  }
  const { rules, unit } = readRuleSet();
  const made = await sello.programs.create({
    name: 'Consejo de demostración (neurofisiología clínica)',
    unit,
    rules: { ...rules, grace_days: GRACE_DAYS },
    external_id: PROGRAM_ID,
    metadata: { demo: 'filling', demo_day: today },
  });
  return sello.programs.activate(made.id);
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

async function importMembers(sello: Sello, { id }: Program, members: readonly DemoMember[]): Promise<void> {
  const rows = members.map(({ diligence, ...member }) => ({ ...member, program_id: id }));
  const { summary, problems } = await sello.members.import({ rows }, { query: { on_conflict: 'skip' } });
  if (summary.rejected > 0)
    throw new CommandFailed(
      `The account has other members with the same identifiers: ${problems[0]?.message ?? ''} Use an account of its own.`,
    );
}

type Plan = { day: string; members: readonly DemoMember[]; show: ShowStep };

async function runCourses(sello: Sello, program: Program, { day, members, show }: Plan) {
  const known = new Map<string, string>();
  for await (const { external_id, id, status } of sello.courses.list({ limit: 100 }))
    if (external_id !== null) known.set(external_id, `${status} ${id}`);
  const courses = planCourses(day);
  let [awards, pending] = [0, 0];
  for (const [n, course] of courses.entries()) {
    show(`course ${n + 1} of ${courses.length}`, 0.1 + (0.75 * n) / courses.length);
    const id = await openCourse(sello, program, course, known.get(course.external_id));
    if (course.state === 'proposed') continue;
    const rows = planRoster(course, n, members).map(({ professional_license }) => ({ professional_license }));
    const isDecided = course.state === 'decided';
    const { summary } = await sello.rosters.post(id, { rows, approve: isDecided });
    awards += summary.created + summary.duplicate;
    if (!isDecided) pending += summary.created + summary.duplicate;
  }
  return { courses: courses.length, awards, pending };
}

async function openCourse(
  sello: Sello,
  program: Program,
  course: DemoCourse,
  known: string | undefined,
): Promise<string> {
  const [status, found] = known?.split(' ') ?? [];
  const id =
    found ??
    (
      await sello.courses.create({
        title: course.title,
        provider: { name: course.provider },
        modality: 'in_person',
        starts_on: course.starts_on,
        ends_on: course.ends_on,
        hours: course.hours,
        points: [{ program_id: program.id, category: course.category, points: course.points }],
        external_id: course.external_id,
      })
    ).id;
  const isOpen = status === undefined || status === 'proposed';
  if (isOpen && course.state !== 'proposed') await sello.courses.accredit(id, {});
  return id;
}

async function reportActivities(
  sello: Sello,
  program: Program,
  day: string,
  members: readonly DemoMember[],
): Promise<number> {
  const activities = planActivities(day, members);
  for (const activity of activities) {
    const member = await sello.members
      .list({ external_id: activity.member.external_id })
      .page()
      .then(({ items }) => items[0]);
    if (member === undefined) continue;
    await unlessKnown(
      sello.awards.create({
        member_id: member.id,
        activity: { title: activity.title, kind: activity.kind },
        completed_on: activity.completed_on,
        points: [{ program_id: program.id, category: 'academica', points: activity.points }],
        evidence: [{ note: activity.note }, { url: `https://evidencia.example/${activity.external_id}` }],
        external_id: activity.external_id,
      }),
    );
  }
  return activities.length;
}

/** Asks for the renewal of half of the members who may renew. Some of these requests are left waiting. */
async function askForRenewals(sello: Sello, program: Program, day: string): Promise<number> {
  const soon = addDays(day, 110);
  let asked = 0;
  for await (const { id, standing, current_term: term } of sello.memberships.list({
    program_id: program.id,
    limit: 100,
  })) {
    if (asked >= 16) break;
    const isRipe = term.number === 1 && term.ends_on <= soon && standing !== 'lapsed';
    if (!isRipe || term.evaluation?.met !== true) continue;
    await unlessKnown(sello.renewals.create(id, { approve: asked % 2 === 0 }));
    asked += 1;
  }
  return asked;
}

/** Ignores a conflict, which means that an earlier run already made the thing. */
async function unlessKnown(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof SelloError && error.status === 409)) throw error;
  }
}
