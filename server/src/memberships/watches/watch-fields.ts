/** The columns of a table of members to follow, with the words that employers use for them. */

import type { TableFields } from '../posted-tables/read/table-fields.ts';

export const WATCH_FIELDS: TableFields = {
  words: {
    public_url: ['Página pública', 'Página', 'Enlace', 'Liga', 'URL', 'Public page', 'Link'],
    council_id: ['Consejo', 'Id del consejo', 'Council'],
    number: [
      ...['Número', 'Número de miembro', 'Número de socio', 'Cédula profesional', 'Cédula', 'Certificado'],
      ...['Member number', 'License', 'Licence'],
    ],
    surname: ['Apellido', 'Apellidos', 'Apellido paterno', 'Primer apellido', 'Last name', 'First surname'],
    external_id: [
      'Id externo',
      'Identificador',
      'Número de empleado',
      'Empleado',
      'Employee',
      'Employee number',
    ],
  },
  labels: {
    public_url: { es: 'Página pública', en: 'Public page' },
    council_id: { es: 'Consejo', en: 'Council' },
    number: { es: 'Número', en: 'Number' },
    surname: { es: 'Apellido', en: 'Surname' },
    external_id: { es: 'Identificador externo', en: 'External id' },
  },
  kinds: {},
};
