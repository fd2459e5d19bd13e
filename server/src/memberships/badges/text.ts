/**
 * The words inside a badge: Spanish first and English beneath, as on a diploma, because the reader of a badge cannot
 * choose its language.
 */

import type { Language } from '../../http/language.ts';

export type BadgeWords = {
  title: string;
  issuer: string;
  role: string;
  completedOn: string;
  hours: number | undefined;
  points: string;
  folio: string | undefined;
  minAttendance: number | undefined;
  minScore: number | undefined;
};

export function describeAchievement({ title, issuer, hours, folio }: BadgeWords): string {
  const es = [`«${title}»`, hours !== undefined && `${hours} h`, folio !== undefined && `aval ${folio}`];
  const en = [
    `“${title}”`,
    hours !== undefined && `${hours} h`,
    folio !== undefined && `accredited as ${folio}`,
  ];
  return `${joined(es)}, ${issuer}.\n${joined(en)}, ${issuer}.`;
}

export function describeBadge(words: BadgeWords): string {
  const { title, issuer, points, completedOn } = words;
  return [
    `${issuer} acreditó ${points} por «${title}», con fecha ${completedOn}.`,
    `${issuer} awarded ${points} for “${title}”, completed on ${completedOn}.`,
  ].join('\n');
}

/** A test badge must not be taken for a live one. */
export function issuerShown({ livemode }: { livemode: boolean }, name: string): string {
  return livemode ? name : `${name} (prueba · test)`;
}

/** The criteria that were met. */
export function criteriaOf({ issuer, role, minAttendance, minScore }: BadgeWords): string {
  const es = [
    `Participar como ${roleName(role, 'es')}`,
    minAttendance !== undefined && `asistencia de al menos ${minAttendance} %`,
    minScore !== undefined && `calificación de al menos ${minScore}`,
  ];
  const en = [
    `Take part as ${roleName(role, 'en')}`,
    minAttendance !== undefined && `attendance of at least ${minAttendance} %`,
    minScore !== undefined && `a score of at least ${minScore}`,
  ];
  return `${joined(es)}. Lo aprobó ${issuer}.\n${joined(en)}. Approved by ${issuer}.`;
}

const ROLES: Record<string, Record<Language, string>> = {
  attendee: { es: 'asistente', en: 'attendee' },
  speaker: { es: 'ponente', en: 'speaker' },
  coordinator: { es: 'coordinación', en: 'coordinator' },
};

/** Councils may name roles of their own. */
function roleName(role: string, language: Language): string {
  return ROLES[role]?.[language] ?? role.replaceAll('_', ' ');
}

function joined(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(', ');
}
