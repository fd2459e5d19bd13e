/** The columns of a marking, with the words that registrars use for them. */

import { LICENSE_WORDS } from '../posted-tables/read/license-words.ts';
import type { TableFields } from '../posted-tables/read/table-fields.ts';
import { ROSTER_FIELDS } from '../rosters/roster-fields.ts';

/** The columns for the result of each row, which an answer adds to the posted table. */
export const MARKING_RESULTS: readonly string[] = ['status', 'term_id', 'error', 'message'];

const { member_id = [], member_number = [], curp = [], email = [] } = ROSTER_FIELDS.words;

export const MARKING_FIELDS: TableFields = {
  words: {
    member_id,
    member_number,
    external_id: ['Id externo', 'Identificador', 'Identificador externo', 'External identifier'],
    professional_license: LICENSE_WORDS,
    curp,
    email,
    program_id: ['Programa', 'Program', 'Membresía', 'Certificación', 'Membership'],
    item: [
      ...['Punto', 'Punto de la lista', 'Requisito', 'Concepto', 'Clave del punto', 'Clave del requisito'],
      ...['Checklist item', 'Item code', 'Requirement'],
    ],
    year: ['Año', 'Año del periodo', 'Year of the term', 'Term year'],
    done: [
      ...['Estado', 'Estatus', 'Hecho', 'Cumplido', 'Cumple', 'Pagado', 'Pagó', 'Entregado', 'Aprobado'],
      ...['State', 'Status of the item', 'Paid', 'Fulfilled', 'Completed'],
    ],
    done_on: [
      ...['Fecha', 'Fecha de pago', 'Fecha de cumplimiento', 'Cumplido el', 'Pagado el', 'Fecha de entrega'],
      ...['Date', 'Paid on', 'Payment date', 'Date done'],
    ],
    note: [
      'Nota',
      'Notas',
      'Observaciones',
      'Comentario',
      'Comentarios',
      'Recibo',
      'Folio',
      'Notes',
      'Comment',
    ],
  },
  labels: {
    member_number: { es: 'Número de miembro', en: 'Member number' },
    external_id: { es: 'Identificador externo', en: 'External id' },
    professional_license: { es: 'Cédula profesional', en: 'Professional license' },
    email: { es: 'Correo electrónico', en: 'Email' },
    program_id: { es: 'Programa', en: 'Program' },
    item: { es: 'Requisito', en: 'Item' },
    year: { es: 'Año del periodo', en: 'Year of the term' },
    done: { es: 'Cumplido', en: 'Done' },
    done_on: { es: 'Fecha', en: 'Date' },
    note: { es: 'Nota', en: 'Note' },
  },
  others: {
    member_id: { es: 'Id del miembro', en: 'Id of the member' },
    curp: { es: 'CURP', en: 'CURP' },
  },
  kinds: { done: 'state', done_on: 'day' },
  results: MARKING_RESULTS,
};
