/** Words of the reference, in both languages. */

import type { Language } from '../../http/language.ts';

const ES = {
  title: 'Referencia de la API',
  lead: 'Todas las operaciones, con lo que reciben, lo que responden y cómo llamarlas.',
  start: 'Para empezar',
  base: 'Todas las direcciones empiezan con',
  keys: 'Cada llamada lleva una clave de API, que se crea en el panel, sección Claves de API:',
  errorsAre:
    'Un error tiene dos campos: `error`, un código que no cambia, y `message`, una frase para personas que dice cómo corregirlo. Con `Accept-Language: es` la frase llega en español.',
  document: 'El documento OpenAPI 3.1',
  guides: 'Guías',
  clientsPage: 'Clientes para JavaScript y Python',
  errors: 'Códigos de error',
  events: 'Eventos',
  changes: 'Cambios',
  operations: 'Operaciones',
  records: 'Registros',
  tryPage: 'Probar en el navegador',
  tryIt: 'Probar esta operación en el navegador',
  tryWeight: 'La página de prueba pesa más de 1 MB; esta no la carga.',
  scope: 'Permiso que necesita la clave:',
  noScope: 'No necesita clave.',
  places: { path: 'En la dirección', query: 'Parámetros', header: 'Encabezados' },
  body: 'Cuerpo',
  answers: 'Respuestas',
  refusals: 'Errores',
  samples: 'Cómo se llama',
  clients: { javascript: 'JavaScript (nuestro cliente)', python: 'Python (nuestro cliente)' },
  needed: 'obligatorio',
  listOf: 'lista de',
  oneOf: 'Uno de',
  byDefault: 'Si se omite:',
  characters: 'caracteres',
  nav: 'Secciones de la referencia',
  errorsTitle: 'Códigos de error',
  errorsLead:
    'Qué causó cada uno y cómo se corrige. El código no cambia nunca; la frase de `message` puede cambiar.',
  status: 'Estado',
  code: 'Código',
  cause: 'Causa',
  mend: 'Cómo se corrige',
  example: 'Ejemplo',
  exampleNote: 'Con `Accept-Language: es`, `message` llega en español.',
  givenBy: 'Operaciones que responden con este código',
  pagesOnly: 'Solo lo responden las páginas del panel y la página propia de un miembro, no la API pública.',
  addressesOnly:
    'Es la respuesta de direcciones de archivos y de insignias que aparecen en los registros, no de operaciones.',
  rowsOnly: 'Lo reciben filas de una lista enviada, dentro de una respuesta que en conjunto es un éxito.',
  everywhere: 'Lo puede responder cualquier dirección, antes de que empiece una operación.',
  allErrors: 'Todos los códigos',
  eventsTitle: 'Eventos',
  eventsLead:
    'Qué avisa Sello a sus webhooks, y qué contiene `data` en cada evento. Los últimos 30 días se leen también con `GET /events`.',
  eventsShape: 'Cada evento llega así:',
  eventsHow: 'Cómo se firman, ordenan y repiten',
  when: 'Cuándo',
  dataIs: '`data` es el registro completo, como lo responde la operación',
  dataLike: '`data`:',
} as const;

export type ReferenceWords = Wide<typeof ES>;

type Wide<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Wide<T[Key]> };

const EN: ReferenceWords = {
  title: 'API reference',
  lead: 'Every operation, with what it takes, what it answers, and how to call it.',
  start: 'Before you begin',
  base: 'All addresses begin with',
  keys: 'Each call carries an API key, which is made in the dashboard, section API keys:',
  errorsAre:
    'An error has two fields: `error`, a code that never changes, and `message`, a sentence for people that says how to fix it. With `Accept-Language: es` the sentence is in Spanish.',
  document: 'The OpenAPI 3.1 document',
  guides: 'Guides',
  clientsPage: 'Clients for JavaScript and Python',
  errors: 'Error codes',
  events: 'Events',
  changes: 'Changes',
  operations: 'Operations',
  records: 'Records',
  tryPage: 'Try it in the browser',
  tryIt: 'Try this operation in the browser',
  tryWeight: 'The page for trying calls weighs more than 1 MB; this page does not load it.',
  scope: 'Scope that the key needs:',
  noScope: 'No key is needed.',
  places: { path: 'In the address', query: 'Parameters', header: 'Headers' },
  body: 'Body',
  answers: 'Answers',
  refusals: 'Errors',
  samples: 'How to call it',
  clients: { javascript: 'JavaScript (our client)', python: 'Python (our client)' },
  needed: 'required',
  listOf: 'list of',
  oneOf: 'One of',
  byDefault: 'If left out:',
  characters: 'characters',
  nav: 'Sections of the reference',
  errorsTitle: 'Error codes',
  errorsLead:
    'What causes each code, and how to fix it. A code never changes; the sentence in `message` may change.',
  status: 'Status',
  code: 'Code',
  cause: 'Cause',
  mend: 'How to fix it',
  example: 'Example',
  exampleNote: 'With `Accept-Language: es`, `message` is in Spanish.',
  givenBy: 'Operations that answer with this code',
  pagesOnly:
    'Only the pages of the dashboard and a member’s own page can get it, never callers of the public API.',
  addressesOnly:
    'It is answered by the addresses of files and badges that appear in records, not by operations.',
  rowsOnly: 'Rows of a posted list can get it, inside an answer that has a success status.',
  everywhere: 'Any address can answer it, before an operation begins.',
  allErrors: 'All codes',
  eventsTitle: 'Events',
  eventsLead:
    'The events that Sello sends to your webhooks, and the content of `data` in each. Events of the last 30 days can also be read with `GET /events`.',
  eventsShape: 'Each event is sent like this:',
  eventsHow: 'How they are signed, ordered and repeated',
  when: 'When',
  dataIs: '`data` is the whole record, as returned by',
  dataLike: '`data`:',
};

export const REFERENCE_WORDS: Readonly<Record<Language, ReferenceWords>> = { es: ES, en: EN };

/** Names and descriptions of the sections in Spanish; the English ones are in the OpenAPI document. */
export const SPANISH_SECTIONS: Readonly<Record<string, { name: string; description: string }>> = {
  Certificates: { name: 'Certificados', description: 'Hacer, listar y leer certificados.' },
  Batches: { name: 'Lotes', description: 'Certificar hasta 10,000 huellas en una llamada.' },
  Proofs: { name: 'Pruebas', description: 'Descargar lo que prueba un certificado.' },
  Verify: { name: 'Verificar', description: 'Preguntar si una huella se certificó.' },
  Programs: { name: 'Programas', description: 'Las reglas de un consejo, como datos.' },
  Members: { name: 'Miembros', description: 'Las personas de un consejo.' },
  Memberships: { name: 'Membresías', description: 'Un miembro en un programa: sus periodos, uno tras otro.' },
  Terms: {
    name: 'Periodos',
    description:
      'Periodos de una membresía: qué cuenta, qué falta, prórrogas, dispensas y lista de requisitos.',
  },
  Courses: { name: 'Cursos', description: 'Cursos: propuestos, acreditados con folio, cerrados.' },
  Awards: { name: 'Acreditaciones', description: 'Puntos por un curso o por otra actividad.' },
  Watches: {
    name: 'Vigilancias',
    description: 'Miembros de consejos a quienes un empleador vigila, con su consentimiento.',
  },
  Markings: {
    name: 'Tablas de requisitos',
    description: 'Puntos de las listas de requisitos de muchos miembros, marcados en una llamada.',
  },
  Organizers: {
    name: 'Organizadores',
    description: 'Quienes imparten cursos, con un portal propio, y su historial.',
  },
  Desk: {
    name: 'Portal de organizadores',
    description: 'Los cursos y las listas propios de un organizador, para claves de organizadores.',
  },
  Rosters: { name: 'Listas', description: 'Acreditaciones de muchos miembros en un curso, en una llamada.' },
  Renewals: { name: 'Renovaciones', description: 'Si procede, qué se decidió y con qué evidencia.' },
  Draws: {
    name: 'Sorteos',
    description: 'A qué miembros se revisa, sorteado de un modo que cualquiera puede comprobar.',
  },
  Reviews: {
    name: 'Revisiones',
    description: 'Miembros que salieron sorteados, su evidencia y lo que se decidió.',
  },
  'Test clocks': {
    name: 'Relojes de prueba',
    description:
      'Un día propio para miembros del modo de prueba, que se adelanta para ver terminar y vencer sus periodos.',
  },
  'Legal holds': { name: 'Retenciones legales', description: 'Qué no se puede borrar, y desde cuándo.' },
  People: {
    name: 'Personas',
    description: 'Las personas de una cuenta: lugares con su rol, e invitaciones.',
  },
  'Audit log': { name: 'Bitácora', description: 'Quién hizo qué en la cuenta; lo más reciente primero.' },
  Account: { name: 'Cuenta', description: 'La cuenta de la clave, y lo que queda de sus límites.' },
  Webhooks: { name: 'Webhooks', description: 'Direcciones suyas que reciben eventos firmados.' },
  Events: { name: 'Eventos', description: 'Los eventos de los últimos 30 días.' },
  Log: {
    name: 'Registro público',
    description: 'El registro al que solo se agrega, para todos: no necesita clave.',
  },
  Description: { name: 'Descripción', description: 'El documento que describe la API.' },
};
