/** Who and what is in the demo council on a given day. The same day always gives the same council. */

import { addMonths, printDay, toDay } from '../day.ts';
import { type Draw, makeDraw } from './draw.ts';
import { type DemoPerson, personNumber } from './people.ts';

export const PROGRAM_ID = 'demo-programa';
const MEMBERS = 500;
const TERM_MONTHS = 60;
const YEAR = 365;

/** The rules of Mexico's council of clinical neurophysiology. The days of grace were chosen for the demo. */
export const RULE_SET = 'mx-neurofisiologia';
export const GRACE_DAYS = 60;

export type DemoMember = DemoPerson & {
  external_id: string;
  starts_on: string;
  member_since: string;
} & Partial<{
    consent: { given_at: string; notice_version: string; channel: string };
    public_profile: true;
  }> & { diligence: number };

export type DemoCourse = {
  external_id: string;
  title: string;
  provider: string;
  starts_on: string;
  ends_on: string;
  hours: number;
  category: string;
  points: number;
  /** How likely an active member is to attend. It is multiplied by the member's diligence. */
  appeal: number;
  state: 'proposed' | 'waiting' | 'decided';
};

/** The day that lies so many days after `day`. */
export function addDays(day: string, days: number): string {
  return printDay(toDay(day) + days);
}

export function planMembers(today: string): DemoMember[] {
  const draw = makeDraw(500);
  return Array.from({ length: MEMBERS }, (_, n) => {
    const startsOn = monthsBefore(addDays(today, endsInDays(n, draw) + 1), TERM_MONTHS);
    const person = personNumber(n, draw);
    const agrees = draw.share() < 0.4;
    return {
      ...person,
      external_id: `demo-socio-${n + 1}`,
      starts_on: startsOn,
      member_since: startsOn,
      diligence: 0.25 + 0.75 * draw.share() ** 0.6,
      ...(agrees && {
        consent: { given_at: startsOn, notice_version: '2025-1', channel: 'formulario' },
        public_profile: true as const,
      }),
    };
  });
}

/**
 * In how many days the term of the nth member ends: some have lapsed, some are in their days of grace, some end soon.
 */
function endsInDays(n: number, draw: Draw): number {
  const kind = n % 25;
  if (kind === 0) return -draw.between(GRACE_DAYS + 5, 200);
  if (kind === 1) return -draw.between(1, GRACE_DAYS - 5);
  if (kind < 6) return draw.between(1, 115);
  return draw.between(116, TERM_MONTHS * 30 - 60);
}

const SUBJECTS = [
  ...['Electroencefalografía', 'Epilepsia', 'Potenciales evocados', 'Electromiografía', 'Medicina del sueño'],
  ...['Monitoreo transoperatorio', 'Neuropatías', 'Neurofisiología pediátrica'],
];
const PROVIDERS = [
  'Sociedad del Valle',
  'Hospital de las Jacarandas',
  'Instituto Sierra Clara',
  'Universidad del Lago',
];

/** Forty courses in three years. The newest of them wait for a decision. */
export function planCourses(today: string): DemoCourse[] {
  const draw = makeDraw(40);
  const first = addDays(today, -3 * YEAR);
  return Array.from({ length: 40 }, (_, n) => {
    const kind = kindOf(n);
    const starts_on = addDays(first, Math.floor((n * 3 * YEAR) / 40) + draw.between(0, 12));
    return {
      ...kind,
      external_id: `demo-curso-${n + 1}`,
      title: `${kind.title}${kind.category === 'emc' ? ` ${SUBJECTS[n % SUBJECTS.length]}` : ''} ${starts_on.slice(0, 4)}`,
      provider: draw.oneOf(PROVIDERS),
      starts_on,
      ends_on: addDays(starts_on, kind.days - 1),
      state: n >= 38 ? ('proposed' as const) : n >= 36 ? ('waiting' as const) : ('decided' as const),
    };
  });
}

type Kind = Pick<DemoCourse, 'title' | 'category' | 'points' | 'hours' | 'appeal'> & { days: number };

const CARE: Kind = {
  title: 'Servicio asistencial anual',
  category: 'asistencial',
  points: 20,
  hours: 120,
  appeal: 0.98,
  days: 1,
};
const SESSIONS: Kind = {
  title: 'Sesiones académicas',
  category: 'academica',
  points: 10,
  hours: 20,
  appeal: 0.8,
  days: 1,
};
const TEACHING: Kind = {
  title: 'Profesorado titular',
  category: 'docencia',
  points: 15,
  hours: 30,
  appeal: 0.35,
  days: 1,
};
const RESEARCH: Kind = {
  title: 'Jornada de investigación',
  category: 'investigacion',
  points: 15,
  hours: 12,
  appeal: 0.35,
  days: 2,
};
const CONGRESS: Kind = { title: 'Congreso de', category: 'emc', points: 25, hours: 30, appeal: 0.8, days: 4 };
const COURSE: Kind = { title: 'Curso de', category: 'emc', points: 16, hours: 20, appeal: 0.62, days: 2 };

function kindOf(n: number): Kind {
  if (n % 10 === 2) return CARE;
  if (n % 6 === 4) return SESSIONS;
  if (n % 13 === 7) return TEACHING;
  if (n % 13 === 11) return RESEARCH;
  return n % 4 === 0 ? CONGRESS : COURSE;
}

/** The members who attended a course, named by the numbers of their licences. */
export function planRoster(course: DemoCourse, n: number, members: readonly DemoMember[]): DemoMember[] {
  const draw = makeDraw(1_000 + n);
  return members.filter(
    ({ starts_on, diligence }) => draw.share() < course.appeal * diligence && starts_on <= course.starts_on,
  );
}

type DemoActivity = {
  external_id: string;
  member: DemoMember;
  title: string;
  kind: string;
  points: number;
  completed_on: string;
  note: string;
};

/** Activities that members reported themselves. They wait for a decision, with their evidence. */
export function planActivities(today: string, members: readonly DemoMember[]): DemoActivity[] {
  const draw = makeDraw(12);
  const titles = [
    ['Artículo en revista arbitrada', 'artículo', 'Adjunto la liga del artículo publicado.'],
    ['Ponencia en congreso', 'ponencia', 'Constancia del comité organizador.'],
    ['Tutoría de residentes', 'docencia', 'Carta de la jefatura de enseñanza.'],
  ] as const;
  return Array.from({ length: 9 }, (_, n) => {
    const [title, kind, note] = titles[n % titles.length] ?? titles[0];
    return {
      external_id: `demo-actividad-${n + 1}`,
      member: draw.oneOf(members.filter(({ starts_on }) => starts_on < addDays(today, -60))),
      title,
      kind,
      note,
      points: draw.between(3, 12),
      completed_on: addDays(today, -draw.between(3, 45)),
    };
  });
}

/** No term begins after the 28th, because other months may lack such a day. */
function monthsBefore(day: string, months: number): string {
  const date = Math.min(Number(day.slice(8)), 28);
  return printDay(addMonths(toDay(`${day.slice(0, 8)}${String(date).padStart(2, '0')}`), -months));
}
