/** Exported tables in words for people: the names of columns, and the statuses in their cells. */

import type { Language } from '../../http/language.ts';
import type { Text } from '../../kernel/errors.ts';
import { IMPORT_FIELDS } from '../members/import/import-fields.ts';

/**
 * If an import reads a column, the column has a name that the import knows, so that an exported table can be imported.
 */
const LABELS: Readonly<Record<string, Text>> = {
  ...IMPORT_FIELDS.labels,
  locale: { es: 'Idioma', en: 'Language' },
  status: { es: 'Estado', en: 'Status' },
  program: { es: 'Programa', en: 'Program' },
  standing: { es: 'Vigencia', en: 'Standing' },
  valid_until: { es: 'Vigente hasta', en: 'Valid until' },
  met: { es: 'Cumple los puntos', en: 'Points met' },
  missing_points: { es: 'Puntos que faltan', en: 'Missing points' },
  missing_items: { es: 'Pendientes de la lista', en: 'Missing items' },
  memberships: { es: 'Membresías', en: 'Memberships' },
  member_name: { es: 'Nombre completo', en: 'Full name' },
  title: { es: 'Curso o actividad', en: 'Course or activity' },
  role: { es: 'Participación', en: 'Role' },
  completed_on: { es: 'Fecha de término', en: 'Completion date' },
  hours: { es: 'Horas', en: 'Hours' },
  attendance_percent: { es: 'Asistencia %', en: 'Attendance %' },
  score: { es: 'Calificación', en: 'Score' },
  points_total: { es: 'Puntos', en: 'Points' },
  categories: { es: 'Categorías', en: 'Categories' },
  decision_reason: { es: 'Motivo', en: 'Reason' },
  diploma_folio: { es: 'Folio del diploma', en: 'Diploma folio' },
  reported_on: { es: 'Fecha de registro', en: 'Reported on' },
};

/** The statuses of members, memberships and awards, and the roles that every council has. */
const WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  status: {
    active: { es: 'Activo', en: 'Active' },
    suspended: { es: 'Suspendido', en: 'Suspended' },
    deceased: { es: 'Fallecido', en: 'Deceased' },
    anonymised: { es: 'Anonimizado', en: 'Anonymised' },
    pending: { es: 'Pendiente', en: 'Pending' },
    approved: { es: 'Aprobada', en: 'Approved' },
    rejected: { es: 'Rechazada', en: 'Rejected' },
    revoked: { es: 'Revocada', en: 'Revoked' },
    withdrawn: { es: 'Retirada', en: 'Withdrawn' },
  },
  standing: {
    scheduled: { es: 'Por iniciar', en: 'Not begun' },
    delinquent: { es: 'Sin vigencia por adeudo', en: 'Delinquent' },
    current: { es: 'Vigente', en: 'Current' },
    grace: { es: 'En gracia', en: 'In grace' },
    lapsed: { es: 'Vencida', en: 'Lapsed' },
    suspended: { es: 'Suspendida', en: 'Suspended' },
    ended: { es: 'Terminada', en: 'Ended' },
  },
  met: { true: { es: 'Sí', en: 'Yes' }, false: { es: 'No', en: 'No' } },
  role: {
    attendee: { es: 'Asistente', en: 'Attendee' },
    speaker: { es: 'Ponente', en: 'Speaker' },
  },
};

export function labelOf(field: string, language: Language): string {
  return LABELS[field]?.[language] ?? field;
}

/** The word for a status; a value without a word is shown as it is. */
export function wordOf<V>(field: string, value: V, language: Language): V | string {
  const words = WORDS[field];
  const key = String(value);
  return words !== undefined && Object.hasOwn(words, key) ? (words[key]?.[language] ?? value) : value;
}
