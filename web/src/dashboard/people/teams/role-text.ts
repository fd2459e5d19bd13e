/** The names of the roles, and one line about each. */

import { defineText } from '../../../i18n/use-text.ts';

export const ROLE_TEXT = defineText({
  en: {
    names: {
      owner: 'Owner',
      admin: 'Administrator',
      developer: 'Developer',
      certifier: 'Certifier',
      registrar: 'Registrar',
      approver: 'Approver',
      viewer: 'Viewer',
    },
    may: {
      owner: 'May do everything, including closing the account and naming other owners.',
      admin: 'May do everything except what only owners may.',
      developer: 'Certifies, and manages API keys and webhooks.',
      certifier: 'Certifies documents and reads the certificates.',
      registrar: 'Certifies, and enters members, courses, awards and renewals, without deciding them.',
      approver: 'Approves or rejects courses, awards, memberships and renewals.',
      viewer: 'Reads certificates and memberships, and changes nothing.',
    },
  },
  es: {
    names: {
      owner: 'Propietario',
      admin: 'Administrador',
      developer: 'Desarrollador',
      certifier: 'Certificador',
      registrar: 'Registrador',
      approver: 'Aprobador',
      viewer: 'Lector',
    },
    may: {
      owner: 'Puede hacer todo, también cerrar la cuenta y nombrar a otros propietarios.',
      admin: 'Puede hacer todo, salvo lo reservado a los propietarios.',
      developer: 'Certifica y administra claves de API y webhooks.',
      certifier: 'Certifica documentos y consulta los certificados.',
      registrar: 'Certifica y captura miembros, cursos, acreditaciones y renovaciones, sin resolverlos.',
      approver: 'Aprueba o rechaza cursos, acreditaciones, membresías y renovaciones.',
      viewer: 'Consulta certificados y membresías, sin cambiar nada.',
    },
  },
});
