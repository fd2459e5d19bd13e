/** The columns of an import, with the words that registrars use for them. */

import { LICENSE_WORDS } from '../../posted-tables/read/license-words.ts';
import type { TableFields } from '../../posted-tables/read/table-fields.ts';

const WORDS: TableFields['words'] = {
  given_name: ['Nombre', 'Nombres', 'Nombre de pila', 'First name', 'First names', 'Given names', 'Name'],
  first_surname: [
    ...[
      'Primer apellido',
      'Apellido paterno',
      'Paterno',
      'Ap. paterno',
      'A. paterno',
      'Apellido',
      'Apellido 1',
    ],
    ...['Apellido primero', 'Surname', 'Last name', 'Family name', 'Paternal surname', 'Surname 1'],
  ],
  second_surname: [
    ...['Segundo apellido', 'Apellido materno', 'Materno', 'Ap. materno', 'A. materno', 'Apellido 2'],
    ...['Second last name', 'Maternal surname', 'Surname 2'],
  ],
  surnames: ['Apellidos', 'Apellidos paterno y materno', 'Ambos apellidos', 'Surnames', 'Last names'],
  member_number: [
    ...['Número de miembro', 'Número de socio', 'Número de afiliado', 'Número de agremiado'],
    ...['Número de colegiado', 'Número de asociado', 'Número de registro', 'Número de membresía'],
    ...['Número de certificado', 'Matrícula', 'Clave de socio', 'Clave de miembro', 'Socio', 'Registro'],
    ...['Member number', 'Membership number'],
  ],
  email: [
    ...['Correo', 'Correo electrónico', 'Correo-e', 'Mail', 'E-mail', 'Email', 'Dirección de correo'],
    ...['Correo personal', 'Email address'],
  ],
  phone: [
    'Teléfono',
    'Tel.',
    'Celular',
    'Teléfono celular',
    'Móvil',
    'Cel.',
    'Telephone',
    'Mobile',
    'Phone number',
  ],
  curp: ['CURP', 'Clave única de registro de población', 'Clave única'],
  rfc: ['RFC', 'R.F.C.', 'Registro federal de contribuyentes', 'RFC con homoclave'],
  professional_license: [...LICENSE_WORDS, 'Cédula de licenciatura'],
  specialty: ['Especialidad', 'Especialidad médica', 'Speciality'],
  specialty_license: [
    ...['Cédula de especialidad', 'Cédula de especialista', 'Número de cédula de especialidad'],
    ...['Céd. esp.', 'Specialty licence', 'Speciality licence'],
  ],
  member_since: [
    ...[
      'Miembro desde',
      'Socio desde',
      'Fecha de ingreso',
      'Fecha de alta',
      'Fecha de afiliación',
      'Ingreso',
    ],
    ...['Fecha de registro', 'Alta', 'Antigüedad', 'Joined', 'Join date', 'Date joined'],
  ],
  external_id: ['Id externo', 'Identificador', 'Identificador externo', 'Id propio', 'External identifier'],
  program_id: ['Programa', 'Program', 'Certificación'],
  starts_on: [
    ...['Inicio', 'Inicia', 'Fecha de inicio', 'Inicio de vigencia', 'Vigente desde', 'Vigencia desde'],
    ...[
      'Inicio del periodo',
      'Fecha de certificación',
      'Fecha de última certificación',
      'Start',
      'Start date',
    ],
    ...['Valid from'],
  ],
  anchor: ['Ancla', 'Fecha base', 'Fecha ancla', 'Fecha de cuenta', 'Anchor date'],
  tracks: ['Grupo', 'Grupos', 'Vía', 'Vías', 'Ruta', 'Rutas', 'Modalidad', 'Group', 'Groups', 'Track'],
  locale: ['Idioma', 'Language'],
  public_profile: ['Perfil público', 'Página pública', 'Público', 'Public profile', 'Public page'],
  public_fields: ['Campos públicos', 'Public fields'],
  metadata: [],
  consent: [],
  'consent.given_at': ['Fecha de consentimiento', 'Fecha del consentimiento', 'Consent date'],
  'consent.notice_version': ['Aviso de privacidad', 'Versión del aviso', 'Versión del aviso de privacidad'],
  'consent.channel': ['Medio de consentimiento', 'Medio del consentimiento', 'Consent channel'],
};

const LABELS: TableFields['labels'] = {
  given_name: { es: 'Nombre(s)', en: 'Given names' },
  first_surname: { es: 'Apellido paterno', en: 'First surname' },
  second_surname: { es: 'Apellido materno', en: 'Second surname' },
  member_number: { es: 'Número de miembro', en: 'Member number' },
  curp: { es: 'CURP', en: 'CURP' },
  rfc: { es: 'RFC', en: 'RFC' },
  professional_license: { es: 'Cédula profesional', en: 'Professional license' },
  specialty: { es: 'Especialidad', en: 'Specialty' },
  specialty_license: { es: 'Cédula de especialidad', en: 'Specialty license' },
  email: { es: 'Correo electrónico', en: 'Email' },
  phone: { es: 'Teléfono', en: 'Phone' },
  member_since: { es: 'Fecha de ingreso', en: 'Member since' },
  program_id: { es: 'Programa', en: 'Program' },
  starts_on: { es: 'Inicio de vigencia', en: 'Start date' },
  anchor: { es: 'Fecha base', en: 'Anchor date' },
  tracks: { es: 'Grupos', en: 'Groups' },
  external_id: { es: 'Identificador externo', en: 'External id' },
};

export const IMPORT_FIELDS: TableFields = {
  words: WORDS,
  labels: LABELS,
  others: { surnames: { es: 'Ambos apellidos', en: 'Both surnames' } },
  kinds: {
    member_since: 'day',
    starts_on: 'day',
    anchor: 'day',
    'consent.given_at': 'day',
    public_profile: 'flag',
  },
  parts: partSurnames,
};

/** Words that belong to the surname that follows them: "De la Cruz Pérez" is De la Cruz and Pérez. */
const PARTICLES = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'y',
  'san',
  'santa',
  'van',
  'von',
  'mac',
  'da',
  'dos',
]);

function partSurnames(cells: Record<string, string>): Record<string, string> {
  const { surnames } = cells;
  if (surnames === undefined || cells.first_surname !== undefined) return cells;
  const words = surnames.split(/\s+/);
  const isHead = words.findIndex((word) => !PARTICLES.has(word.toLowerCase()));
  const first = words.slice(0, isHead + 1).join(' ') || surnames;
  const second = isHead < 0 ? '' : words.slice(isHead + 1).join(' ');
  return { ...cells, first_surname: first, ...(second !== '' && { second_surname: second }) };
}
