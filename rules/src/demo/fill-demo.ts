/**
 * Fills an account in test mode with an invented council, using only public API calls. Each step skips what already
 * exists, so an interrupted run continues where it stopped.
 */

import {
  addDays,
  type DemoCourse,
  type DemoMember,
  PROGRAM_ID,
  planActivities,
  planCourses,
  planMembers,
  planRoster,
} from './plan.ts';

type Metadata = Readonly<Record<string, unknown>>;
type DemoProgram = { id: string; external_id: string | null; status: string; metadata: Metadata };
type NewDemoProgram = {
  name: string;
  external_id: string;
  metadata: { demo: 'filling'; demo_day: string };
};
export type DemoRow = Omit<DemoMember, 'diligence'> & { program_id: string };
type KnownCourse = { id: string; external_id: string | null; status: string };
type Points = { program_id: string; category: string; points: number };
type NewDemoCourse = {
  title: string;
  provider: { name: string };
  modality: 'in_person';
  starts_on: string;
  ends_on: string;
  hours: number;
  points: Points[];
  external_id: string;
};
type NewDemoAward = {
  member_id: string;
  activity: { title: string; kind: string };
  completed_on: string;
  points: Points[];
  evidence: ({ note: string } | { url: string })[];
  external_id: string;
};
type DemoMembership = {
  id: string;
  standing: string;
  current_term: { number: number; ends_on: string; evaluation?: { met: boolean } | null | undefined };
};

/**
 * The API calls that are used, whichever client makes them. Calls that make awards and renewals skip those that exist
 * already.
 */
export type DemoCalls = {
  programs(): Promise<readonly DemoProgram[]>;
  /** The program has the rules of the rule set `RULE_SET`, and `GRACE_DAYS` days of grace. */
  createProgram(program: NewDemoProgram): Promise<DemoProgram>;
  activateProgram(id: string): Promise<DemoProgram>;
  describeProgram(id: string, metadata: Readonly<Record<string, string>>): Promise<unknown>;
  /** Skips rows of members who exist already. Resolves to the problem of the first row that was rejected. */
  importMembers(rows: readonly DemoRow[]): Promise<string | undefined>;
  courses(): Promise<readonly KnownCourse[]>;
  createCourse(course: NewDemoCourse): Promise<{ id: string }>;
  accreditCourse(id: string): Promise<unknown>;
  /** `licenses` names the members who attended. Resolves to the number of awards, new and existing ones. */
  postRoster(courseId: string, licenses: readonly string[], isApproved: boolean): Promise<number>;
  memberIdOf(externalId: string): Promise<string | undefined>;
  createAward(award: NewDemoAward): Promise<unknown>;
  memberships(programId: string): AsyncIterable<DemoMembership>;
  createRenewal(membershipId: string, isApproved: boolean): Promise<unknown>;
};

/** The progress: the current step or course number, and the share of all work that is done, from 0 to 1. */
export type ShowStep = (
  step: 'program' | 'members' | 'activities' | 'renewals' | { course: number; of: number },
  done: number,
) => void;

type Filled = { members: number; courses: number; awards: number; pending: number; renewals: number };

/** `taken`: the account has other members with the same identifiers. */
export type FilledDemo = Filled | 'made before' | { taken: string };

export async function fillDemo(calls: DemoCalls, today: string, show: ShowStep): Promise<FilledDemo> {
  show('program', 0);
  const program = await openProgram(calls, today);
  if (program.metadata.demo === 'complete') return 'made before';
  const day = String(program.metadata.demo_day ?? today);
  const members = planMembers(day);
  show('members', 0.05);
  const rows = members.map(({ diligence, ...member }) => ({ ...member, program_id: program.id }));
  const problem = await calls.importMembers(rows);
  if (problem !== undefined) return { taken: problem };
  const counts = await runCourses(calls, program, { day, members, show });
  show('activities', 0.85);
  const reported = await reportActivities(calls, program, day, members);
  show('renewals', 0.9);
  const renewals = await askForRenewals(calls, program, day);
  await calls.describeProgram(program.id, { demo: 'complete' });
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
async function openProgram(calls: DemoCalls, today: string): Promise<DemoProgram> {
  const known = (await calls.programs()).find(({ external_id }) => external_id === PROGRAM_ID);
  const program =
    known ??
    (await calls.createProgram({
      name: 'Consejo de demostración (neurofisiología clínica)',
      external_id: PROGRAM_ID,
      metadata: { demo: 'filling', demo_day: today },
    }));
  return program.status === 'draft' ? calls.activateProgram(program.id) : program;
}

type Plan = { day: string; members: readonly DemoMember[]; show: ShowStep };

async function runCourses(calls: DemoCalls, program: DemoProgram, { day, members, show }: Plan) {
  const known = new Map((await calls.courses()).map((course) => [course.external_id, course]));
  const courses = planCourses(day);
  let [awards, pending] = [0, 0];
  for (const [n, course] of courses.entries()) {
    show({ course: n + 1, of: courses.length }, 0.1 + (0.75 * n) / courses.length);
    const id = await openCourse(calls, program, course, known.get(course.external_id));
    if (course.state === 'proposed') continue;
    const licenses = planRoster(course, n, members).map(({ professional_license: license }) => license);
    const isDecided = course.state === 'decided';
    const made = await calls.postRoster(id, licenses, isDecided);
    awards += made;
    if (!isDecided) pending += made;
  }
  return { courses: courses.length, awards, pending };
}

async function openCourse(
  calls: DemoCalls,
  program: DemoProgram,
  course: DemoCourse,
  known: KnownCourse | undefined,
): Promise<string> {
  const { id } =
    known ??
    (await calls.createCourse({
      title: course.title,
      provider: { name: course.provider },
      modality: 'in_person',
      starts_on: course.starts_on,
      ends_on: course.ends_on,
      hours: course.hours,
      points: [{ program_id: program.id, category: course.category, points: course.points }],
      external_id: course.external_id,
    }));
  const isOpen = known === undefined || known.status === 'proposed';
  if (isOpen && course.state !== 'proposed') await calls.accreditCourse(id);
  return id;
}

async function reportActivities(
  calls: DemoCalls,
  program: DemoProgram,
  day: string,
  members: readonly DemoMember[],
): Promise<number> {
  const activities = planActivities(day, members);
  for (const activity of activities) {
    const memberId = await calls.memberIdOf(activity.member.external_id);
    if (memberId === undefined) continue;
    await calls.createAward({
      member_id: memberId,
      activity: { title: activity.title, kind: activity.kind },
      completed_on: activity.completed_on,
      points: [{ program_id: program.id, category: 'academica', points: activity.points }],
      evidence: [{ note: activity.note }, { url: `https://evidencia.example/${activity.external_id}` }],
      external_id: activity.external_id,
    });
  }
  return activities.length;
}

/** Asks for the renewal of half of the members who may renew. Some of these requests are left waiting. */
async function askForRenewals(calls: DemoCalls, program: DemoProgram, day: string): Promise<number> {
  const soon = addDays(day, 110);
  let asked = 0;
  for await (const { id, standing, current_term: term } of calls.memberships(program.id)) {
    if (asked >= 16) break;
    const isRipe = term.number === 1 && term.ends_on <= soon && standing !== 'lapsed';
    if (!isRipe || term.evaluation?.met !== true) continue;
    await calls.createRenewal(id, asked % 2 === 0);
    asked += 1;
  }
  return asked;
}
