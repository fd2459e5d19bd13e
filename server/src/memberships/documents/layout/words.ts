/** Words on documents, Spanish first and English beneath. */

import type { Bilingual } from '../../../proofs/constancia/facts.ts';
import { inWords } from '../../../proofs/constancia/pdf-times.ts';
import type { DocumentKind } from '../document.ts';

export const TITLES: Record<DocumentKind, Bilingual> = {
  diploma: { es: 'Diploma', en: 'Diploma' },
  constancia: { es: 'Constancia de vigencia', en: 'Certificate of good standing' },
  transcript: { es: 'Historial de puntos', en: 'Transcript of points' },
};

export const TEST_WORDS: Bilingual = { es: 'PRUEBA · SIN VALIDEZ', en: 'TEST · NOT VALID' };

/** Roles that have a translation. Others are printed as they are. */
const ROLES: Readonly<Record<string, Bilingual>> = {
  attendee: { es: 'asistente', en: 'attendee' },
  speaker: { es: 'ponente', en: 'speaker' },
  professor: { es: 'profesor(a)', en: 'professor' },
  teacher: { es: 'docente', en: 'teacher' },
  instructor: { es: 'instructor(a)', en: 'instructor' },
  coordinator: { es: 'coordinador(a)', en: 'coordinator' },
  organizer: { es: 'organizador(a)', en: 'organizer' },
  moderator: { es: 'moderador(a)', en: 'moderator' },
  panelist: { es: 'panelista', en: 'panelist' },
  author: { es: 'autor(a)', en: 'author' },
  judge: { es: 'jurado', en: 'judge' },
  chair: { es: 'presidente de sesión', en: 'session chair' },
};

export function roleWords(role: string): Bilingual {
  const known = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  const plain = role.replaceAll('_', ' ');
  return known ?? { es: plain, en: plain };
}

/** A range of days as in "4 al 6 de marzo de 2026": month and year are not repeated if they are the same. */
export function daysInWords(from: string, to: string): Bilingual {
  const [first, last] = [inWords(from), inWords(to)];
  if (from === to) return last;
  const date = (day: string) => Number(day.slice(8));
  if (from.slice(0, 7) === to.slice(0, 7))
    return { es: `${date(from)} al ${last.es}`, en: `${date(from)} to ${last.en}` };
  if (from.slice(0, 4) !== to.slice(0, 4))
    return { es: `${first.es} al ${last.es}`, en: `${first.en} to ${last.en}` };
  const withoutYear = { es: first.es.replace(/ de \d+$/, ''), en: first.en.replace(/ \d+$/, '') };
  return { es: `${withoutYear.es} al ${last.es}`, en: `${withoutYear.en} to ${last.en}` };
}

/** Numbers have a point and at most two decimals, as in the API. */
export function hoursInWords(hours: number): Bilingual {
  return { es: hours === 1 ? '1 hora' : `${hours} horas`, en: hours === 1 ? '1 hour' : `${hours} hours` };
}

/** The reason why points count less than they were worth, in words. */
export function becauseWords(because: string): Bilingual {
  const [rule = '', category] = because.split(':');
  const known = Object.hasOwn(REASONS, rule) ? REASONS[rule] : undefined;
  const { es, en } = known ?? { es: rule, en: rule };
  return category === undefined ? { es, en } : { es: `${es} (${category})`, en: `${en} (${category})` };
}

const REASONS: Readonly<Record<string, Bilingual>> = {
  cap: { es: 'tope del periodo', en: 'cap of the term' },
  yearly_cap: { es: 'tope del año', en: 'cap of the year' },
  not_among_largest: { es: 'no está entre las mayores del año', en: 'not among the largest of the year' },
  outside_terms: { es: 'fuera de los periodos', en: 'outside all terms' },
  not_in_version: { es: 'categoría que estas reglas no tienen', en: 'category unknown to these rules' },
  not_approved: { es: 'sin aprobar', en: 'not approved' },
};
