/** The words of a member's public page and of the look-up, in both languages. */

import type { Language } from '../../http/language.ts';
import type { Standing } from '../standing/standing.ts';

const es = {
  verdict: {
    valid: 'Vigente',
    invalid: 'Sin vigencia',
    unknown: 'No encontrado',
    gone: 'Ya no es pública',
  },
  /** "La membresía de … en … está vigente hasta el …." With the last day of its validity. */
  standing: {
    scheduled: () => 'aún no comienza',
    delinquent: () => 'no está vigente: falta algo de un año',
    current: (until: string) => `está vigente hasta el ${until}`,
    grace: (until: string) => `está vigente: su periodo terminó el ${until} y corre el plazo de gracia`,
    lapsed: (until: string) => `venció el ${until}`,
    suspended: () => 'no está en vigor',
    ended: () => 'terminó',
  } satisfies Record<Standing, (until: string) => string>,
  membershipOf: 'La membresía de',
  in: 'en',
  noMembership: 'no tiene ninguna membresía registrada.',
  asOf: 'Consultado el',
  mexicoTime: 'hora del centro de México',
  live: 'Esta página muestra el estado en el momento de la consulta. Vuelva a abrirla para saber si algo cambió.',
  test: 'Registro de prueba: no acredita nada.',
  council: 'Consejo',
  specialty: 'Especialidad',
  memberSince: 'Miembro desde',
  program: 'Programa',
  since: 'Desde',
  validUntil: 'Vigente hasta',
  term: 'Periodo',
  to: 'al',
  fields: {
    member_number: 'Número de miembro',
    professional_license: 'Cédula profesional',
    specialty_license: 'Cédula de especialidad',
    email: 'Correo',
    phone: 'Teléfono',
  },
  diplomas: 'Diplomas',
  badges: 'Insignias',
  badgesHow:
    'Insignias digitales (Open Badges 3.0). Descárguelas y compruébelas en cualquier verificador, o en «Verificar otro archivo».',
  revoked: 'revocada',
  unknownBecause: 'No hay ninguna página pública en esta dirección. Revise que esté completa.',
  goneBecause: 'La persona titular de esta página ya no desea mostrarla.',
  lookUp: 'Consultar a un miembro',
  lookUpHow:
    'Escriba el número de miembro o la cédula profesional, y el primer apellido. Solo se encuentra a quienes han hecho pública su página.',
  number: 'Número de miembro o cédula profesional',
  surname: 'Primer apellido',
  ask: 'Consultar',
  nobody:
    'Ningún miembro público coincide con estos datos. Puede que no exista, que los datos estén mal escritos o que la persona no haya hecho pública su página.',
  footer: 'Lo publica el consejo con el consentimiento de la persona. Esta página no aparece en buscadores.',
  course: 'Curso',
  activity: 'Actividad',
  aval: 'Aval',
  points: 'Puntos',
  criteria: 'Qué se pide',
  asJson: 'Como JSON',
};

export type MemberPageWords = typeof es;

const en: MemberPageWords = {
  verdict: {
    valid: 'In force',
    invalid: 'Not in force',
    unknown: 'Not found',
    gone: 'No longer public',
  },
  standing: {
    scheduled: () => 'has not begun yet',
    delinquent: () => 'is not in force: something of a year is missing',
    current: (until) => `is in force until ${until}`,
    grace: (until) => `is in force: its term ended on ${until} and its grace period runs`,
    lapsed: (until) => `lapsed on ${until}`,
    suspended: () => 'is not in force',
    ended: () => 'has ended',
  },
  membershipOf: 'The membership of',
  in: 'in',
  noMembership: 'has no membership on record.',
  asOf: 'Looked up on',
  mexicoTime: 'central Mexico time',
  live: 'This page shows the current standing. Open it again to see changes.',
  test: 'A test record: it proves nothing.',
  council: 'Council',
  specialty: 'Specialty',
  memberSince: 'Member since',
  program: 'Program',
  since: 'Since',
  validUntil: 'Valid until',
  term: 'Term',
  to: 'to',
  fields: {
    member_number: 'Member number',
    professional_license: 'Professional licence',
    specialty_license: 'Specialty licence',
    email: 'E-mail',
    phone: 'Phone',
  },
  diplomas: 'Diplomas',
  badges: 'Badges',
  badgesHow:
    'Digital badges (Open Badges 3.0). Download them and check them in any verifier, or under “Verify another file”.',
  revoked: 'revoked',
  unknownBecause: 'There is no public page at this address. Check that it is complete.',
  goneBecause: 'The person whose page this was no longer wishes to show it.',
  lookUp: 'Look up a member',
  lookUpHow:
    'Enter the member number or professional licence, and the first surname. Only members who made their page public are found.',
  number: 'Member number or professional licence',
  surname: 'First surname',
  ask: 'Look up',
  nobody:
    'No public member matches. There may be none, the details may be mistyped, or the person has not made their page public.',
  footer: 'Published by the council with the person’s consent. Search engines do not list this page.',
  course: 'Course',
  activity: 'Activity',
  aval: 'Accreditation',
  points: 'Points',
  criteria: 'What it asks for',
  asJson: 'As JSON',
};

export const MEMBER_PAGE_WORDS: Readonly<Record<Language, MemberPageWords>> = { es, en };
