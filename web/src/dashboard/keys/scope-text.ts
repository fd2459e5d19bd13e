/** What each permission of a key means. */

import { defineText } from '../../i18n/use-text.ts';

export const SCOPE_TEXT = defineText({
  en: {
    'certificates:write': {
      short: 'certify',
      name: 'Certify files',
      hint: 'Upload files and create certificates.',
    },
    'certificates:read': {
      short: 'read',
      name: 'Read certificates',
      hint: 'List your certificates and see their status.',
    },
    'proofs:read': {
      short: 'proofs',
      name: 'Download proofs',
      hint: 'Download time stamps, PDF sheets, evidence bundles and the original files.',
    },
    'verify:read': {
      short: 'verify',
      name: 'Verify fingerprints',
      hint: 'Look up whether a file was certified, using only its SHA-256.',
    },
    'files:erase': {
      short: 'erase files',
      name: 'Erase original files',
      hint: 'Erases originals for good; certificates and proofs stay.',
    },
    desk: {
      short: 'desk of an organiser',
      name: 'Desk of an organiser',
      hint: 'Proposes courses and sends rosters of one organiser.',
    },
    'webhooks:read': {
      short: 'webhooks',
      name: 'Read webhooks',
      hint: 'See webhooks and what was sent to them.',
    },
    'webhooks:write': {
      short: 'change webhooks',
      name: 'Change webhooks',
      hint: 'Choose the addresses that are notified of what happens in the account.',
    },
    'events:read': { short: 'events', name: 'Read events', hint: 'See what happened in the last 30 days.' },
    'programs:read': { short: 'programs', name: 'Read programs', hint: 'See programs and try their rules.' },
    'programs:write': {
      short: 'change programs',
      name: 'Change programs',
      hint: 'Create, activate and retire programs.',
    },
    'members:read': {
      short: 'members',
      name: 'Read members',
      hint: 'Names, numbers and standing. CURP and RFC stay masked.',
    },
    'members:write': {
      short: 'change members',
      name: 'Change members',
      hint: 'Register, import, suspend and correct members.',
    },
    'members:identify': {
      short: 'CURP and RFC',
      name: 'See CURP and RFC',
      hint: 'Shows them in full. Each time is recorded in the audit log.',
    },
    'watches:read': {
      short: 'watches',
      name: 'Read watches',
      hint: 'See whom the account follows, and their standing.',
    },
    'watches:write': {
      short: 'change watches',
      name: 'Follow members of councils',
      hint: 'Begin and end watches.',
    },
    'members:access': {
      short: 'page links',
      name: 'Hand out page links',
      hint: 'Makes one-time links to a member’s own page. Each is recorded in the audit log.',
    },
    'members:erase': {
      short: 'erase members',
      name: 'Erase members',
      hint: 'Merges duplicates and erases personal data. It cannot be undone.',
    },
    'memberships:read': {
      short: 'memberships',
      name: 'Read memberships',
      hint: 'See terms and what is missing in them.',
    },
    'memberships:write': {
      short: 'change memberships',
      name: 'Change memberships',
      hint: 'Open, suspend and end memberships; tick off the checklist.',
    },
    'memberships:decide': {
      short: 'exceptions',
      name: 'Grant exceptions',
      hint: 'Extend terms and lower requirements.',
    },
    'courses:read': { short: 'courses', name: 'Read courses', hint: 'See courses and their accreditation.' },
    'courses:write': {
      short: 'propose courses',
      name: 'Propose courses',
      hint: 'Propose, close and cancel courses.',
    },
    'courses:accredit': {
      short: 'accredit courses',
      name: 'Accredit courses',
      hint: 'Accredit or refuse proposed courses.',
    },
    'awards:read': { short: 'points', name: 'Read points', hint: 'See awards, rosters and ledgers.' },
    'awards:write': {
      short: 'report points',
      name: 'Report points',
      hint: 'Post rosters and activities for approval.',
    },
    'awards:approve': {
      short: 'approve points',
      name: 'Approve points',
      hint: 'Approve, reject and revoke points.',
    },
    'diplomas:write': {
      short: 'diplomas',
      name: 'Issue diplomas',
      hint: 'Makes diplomas, which use certificates of the allowance.',
    },
    'renewals:read': { short: 'renewals', name: 'Read renewals', hint: 'See who can renew, and decisions.' },
    'renewals:write': {
      short: 'ask for renewals',
      name: 'Ask for renewals',
      hint: 'Ask for a renewal or withdraw it.',
    },
    'renewals:decide': {
      short: 'decide renewals',
      name: 'Decide renewals',
      hint: 'Approve, reject and annul renewals.',
    },
    'usage:read': {
      short: 'usage',
      name: 'Read usage',
      hint: 'See how many calls and certificates there were.',
    },
    'audit:read': {
      short: 'audit log',
      name: 'Read the audit log',
      hint: 'See who did what in the account. Live keys only.',
    },
    'people:read': {
      short: 'people',
      name: 'Read people',
      hint: 'See who has a seat in the account. Live keys only.',
    },
    'people:write': {
      short: 'manage people',
      name: 'Manage people',
      hint: 'Invite, change and remove people below admin. Live keys only.',
    },
  },
  es: {
    'certificates:write': {
      short: 'certificar',
      name: 'Certificar archivos',
      hint: 'Enviar archivos y crear certificados.',
    },
    'certificates:read': {
      short: 'leer',
      name: 'Leer certificados',
      hint: 'Consultar la lista de sus certificados y su estado.',
    },
    'proofs:read': {
      short: 'pruebas',
      name: 'Descargar pruebas',
      hint: 'Descargar sellos de tiempo, hojas en PDF, paquetes de evidencia y los archivos originales.',
    },
    'verify:read': {
      short: 'verificar',
      name: 'Verificar huellas',
      hint: 'Consultar si un archivo fue certificado, solo con su SHA-256.',
    },
    'files:erase': {
      short: 'borrar archivos',
      name: 'Borrar archivos originales',
      hint: 'Borra originales de forma definitiva; los certificados y las pruebas siguen.',
    },
    desk: {
      short: 'portal de un organizador',
      name: 'Portal de un organizador',
      hint: 'Propone cursos y envía listas de un organizador.',
    },
    'webhooks:read': {
      short: 'webhooks',
      name: 'Consultar webhooks',
      hint: 'Ver los webhooks y lo que se les envió.',
    },
    'webhooks:write': {
      short: 'cambiar webhooks',
      name: 'Cambiar webhooks',
      hint: 'Elegir a qué direcciones se avisa lo que ocurre en la cuenta.',
    },
    'events:read': {
      short: 'eventos',
      name: 'Consultar eventos',
      hint: 'Ver lo que ocurrió en los últimos 30 días.',
    },
    'programs:read': {
      short: 'programas',
      name: 'Leer programas',
      hint: 'Consultar programas y probar sus reglas.',
    },
    'programs:write': {
      short: 'cambiar programas',
      name: 'Cambiar programas',
      hint: 'Crear, activar y retirar programas.',
    },
    'members:read': {
      short: 'miembros',
      name: 'Leer miembros',
      hint: 'Nombres, números y vigencia. CURP y RFC quedan ocultos.',
    },
    'members:write': {
      short: 'cambiar miembros',
      name: 'Cambiar miembros',
      hint: 'Registrar, importar, suspender y corregir miembros.',
    },
    'members:identify': {
      short: 'CURP y RFC',
      name: 'Ver CURP y RFC',
      hint: 'Los muestra completos. Cada consulta queda en la bitácora.',
    },
    'watches:read': {
      short: 'vigilancias',
      name: 'Leer vigilancias',
      hint: 'Ver a quién vigila la cuenta y su vigencia.',
    },
    'watches:write': {
      short: 'cambiar vigilancias',
      name: 'Vigilar a miembros de consejos',
      hint: 'Empezar y terminar vigilancias.',
    },
    'members:access': {
      short: 'enlaces',
      name: 'Entregar enlaces',
      hint: 'Crea enlaces de un solo uso a la página propia de un miembro. Cada uno queda en la bitácora.',
    },
    'members:erase': {
      short: 'borrar miembros',
      name: 'Borrar miembros',
      hint: 'Une duplicados y borra datos personales. No se puede deshacer.',
    },
    'memberships:read': {
      short: 'membresías',
      name: 'Leer membresías',
      hint: 'Consultar periodos y lo que falta en ellos.',
    },
    'memberships:write': {
      short: 'cambiar membresías',
      name: 'Cambiar membresías',
      hint: 'Abrir, suspender y terminar membresías; marcar la lista de requisitos.',
    },
    'memberships:decide': {
      short: 'excepciones',
      name: 'Conceder excepciones',
      hint: 'Prorrogar periodos y reducir requisitos.',
    },
    'courses:read': { short: 'cursos', name: 'Leer cursos', hint: 'Consultar cursos y su aval.' },
    'courses:write': {
      short: 'proponer cursos',
      name: 'Proponer cursos',
      hint: 'Proponer, cerrar y cancelar cursos.',
    },
    'courses:accredit': {
      short: 'avalar cursos',
      name: 'Avalar cursos',
      hint: 'Avalar o rechazar cursos propuestos.',
    },
    'awards:read': { short: 'puntos', name: 'Leer puntos', hint: 'Consultar puntos, listas e historiales.' },
    'awards:write': {
      short: 'reportar puntos',
      name: 'Reportar puntos',
      hint: 'Enviar listas y actividades para su aprobación.',
    },
    'awards:approve': {
      short: 'aprobar puntos',
      name: 'Aprobar puntos',
      hint: 'Aprobar, rechazar y revocar puntos.',
    },
    'diplomas:write': {
      short: 'diplomas',
      name: 'Emitir diplomas',
      hint: 'Genera diplomas, que usan certificados disponibles.',
    },
    'renewals:read': {
      short: 'renovaciones',
      name: 'Leer renovaciones',
      hint: 'Consultar quién puede renovar y las decisiones.',
    },
    'renewals:write': {
      short: 'pedir renovaciones',
      name: 'Pedir renovaciones',
      hint: 'Pedir una renovación o retirarla.',
    },
    'renewals:decide': {
      short: 'decidir renovaciones',
      name: 'Decidir renovaciones',
      hint: 'Aprobar, rechazar y anular renovaciones.',
    },
    'usage:read': {
      short: 'uso',
      name: 'Leer el uso',
      hint: 'Consultar cuántas llamadas y certificados hubo.',
    },
    'audit:read': {
      short: 'bitácora',
      name: 'Leer la bitácora',
      hint: 'Consultar quién hizo qué en la cuenta. Solo claves en vivo.',
    },
    'people:read': {
      short: 'personas',
      name: 'Leer personas',
      hint: 'Consultar quién tiene un lugar en la cuenta. Solo claves en vivo.',
    },
    'people:write': {
      short: 'gestionar personas',
      name: 'Gestionar personas',
      hint: 'Invitar, cambiar y quitar personas por debajo de admin. Solo claves en vivo.',
    },
  },
});
