/** When each event is sent, and the content of its `data`. */

import type { EVENT_TYPES } from '../../events/event-types.ts';
import type { Text } from '../../kernel/errors.ts';
import { DRAW_EVENTS } from './draw-events.ts';
import {
  allowanceRequest,
  award,
  CLOCK,
  COURSE,
  course,
  day,
  diploma,
  EXTERNAL_ID,
  key,
  MEMBER,
  MEMBERSHIP,
  membership,
  PROGRAM,
  SEALED_COPY,
  seat,
  TERM,
} from './event-examples.ts';
import { RENEWAL_EVENTS } from './renewal-events.ts';
import { WATCH_EVENTS } from './watch-events.ts';

export type EventType = (typeof EVENT_TYPES)[number];

export type EventEntry = {
  when: Text;
  /** An example of `data`. Missing if `data` is a whole record. */
  data?: Readonly<Record<string, unknown>>;
  /** The operation that returns the same record. */
  sameAs?: string;
};

export const EVENT_CATALOGUE: Readonly<Record<EventType, EventEntry>> = {
  'certificate.created': {
    when: {
      en: 'A certificate was made: its time stamp is verified and stored.',
      es: 'Se hizo un certificado: su sello de tiempo está verificado y guardado.',
    },
    sameAs: 'getCertificate',
  },
  'certificate.certified': {
    when: { en: 'The certificate is in a final block.', es: 'El certificado está en un bloque definitivo.' },
    sameAs: 'getCertificate',
  },
  'certificate.reorganised': {
    when: {
      en: 'The chain took the block back, so the certificate is being anchored again.',
      es: 'La cadena deshizo el bloque, y el certificado se ancla de nuevo.',
    },
    sameAs: 'getCertificate',
  },
  'certificate.sealed': SEALED_COPY,
  'certificate.file_erased': {
    when: {
      en: 'The original file was erased. The certificate and its proofs stay.',
      es: 'Se borró el archivo original. El certificado y sus pruebas quedan.',
    },
    sameAs: 'getCertificate',
  },
  'batch.completed': {
    when: {
      en: 'Every item of a batch was made or has failed.',
      es: 'Cada elemento de un lote se hizo o falló.',
    },
    sameAs: 'getBatch',
  },
  'allowance.low': {
    when: {
      en: 'A tenth of the granted certificates is left; sent again when none is left.',
      es: 'Queda la décima parte de los certificados concedidos, y otra vez cuando no queda ninguno.',
    },
    data: { object: 'allowance', certificates_left: 10, certificates_granted: 100, threshold_percent: 10 },
  },
  'allowance.granted': {
    when: {
      en: 'The operator granted certificates that the account had asked for.',
      es: 'El operador concedió certificados que la cuenta había pedido.',
    },
    data: allowanceRequest(50),
  },
  'allowance.refused': {
    when: {
      en: 'The operator refused certificates that the account had asked for.',
      es: 'El operador negó certificados que la cuenta había pedido.',
    },
    data: allowanceRequest(null),
  },
  'key.created': {
    when: { en: 'Somebody made an API key.', es: 'Alguien creó una clave de API.' },
    data: key('active'),
  },
  'key.revoked': {
    when: { en: 'Somebody revoked an API key.', es: 'Alguien revocó una clave de API.' },
    data: key('revoked', { revoked_at: '2026-03-09T17:00:00.000Z' }),
  },
  'key.expiring': {
    when: { en: 'A key expires soon.', es: 'Una clave está por vencer.' },
    data: {
      id: 'key_0Ejemplo00000000000001',
      object: 'key',
      name: 'ERP',
      mode: 'live',
      expires_at: '2026-03-16T00:00:00.000Z',
    },
  },
  'webhook.disabled': {
    when: {
      en: 'A webhook of yours was switched off, because it answered 410 or failed for five days.',
      es: 'Se apagó uno de sus webhooks, porque respondió 410 o falló durante cinco días.',
    },
    sameAs: 'getWebhook',
  },
  'person.invited': {
    when: { en: 'Somebody was invited to the account.', es: 'Se invitó a alguien a la cuenta.' },
    data: { id: 'inv_0Ejemplo00000000000001', role: 'approver' },
  },
  'person.joined': {
    when: {
      en: 'Somebody took an invitation and has a seat.',
      es: 'Alguien aceptó una invitación y tiene lugar en la cuenta.',
    },
    data: seat(),
  },
  'person.role_changed': {
    when: { en: 'A seat has another role.', es: 'Un lugar tiene otro rol.' },
    data: seat({ role_before: 'viewer' }),
  },
  'person.removed': {
    when: { en: 'A seat ended.', es: 'Alguien ya no tiene lugar en la cuenta.' },
    data: seat(),
  },
  'member.created': {
    when: { en: 'A member was entered.', es: 'Se registró a un miembro.' },
    data: { id: MEMBER, object: 'member' },
  },
  'member.updated': {
    when: {
      en: 'A member was changed, suspended, reactivated, or recorded as deceased.',
      es: 'Un miembro se cambió, se suspendió, se reactivó o se registró su fallecimiento.',
    },
    data: { id: MEMBER, object: 'member', status: 'suspended' },
  },
  'member.anonymised': {
    when: {
      en: 'The personal data of a member was erased.',
      es: 'Se borraron los datos personales de un miembro.',
    },
    data: { id: MEMBER, object: 'member' },
  },
  'membership.created': {
    when: {
      en: 'A membership was opened with its first term.',
      es: 'Se abrió una membresía con su primer periodo.',
    },
    data: membership({ member_id: MEMBER, program_id: PROGRAM, starts_on: '2026-01-01' }),
  },
  'membership.suspended': {
    when: { en: 'A membership was suspended.', es: 'Se suspendió una membresía.' },
    data: membership({ status: 'suspended', on: '2026-03-09' }),
  },
  'membership.ended': {
    when: { en: 'A membership was ended.', es: 'Se terminó una membresía.' },
    data: membership({ status: 'ended', on: '2026-03-09' }),
  },
  'membership.grace': {
    when: {
      en: 'The term has ended and the days of grace run.',
      es: 'El periodo terminó y corren los días de gracia.',
    },
    data: day('membership', { external_id: EXTERNAL_ID }),
  },
  'membership.lapsed': {
    when: { en: 'The days of grace are over.', es: 'Se acabaron los días de gracia.' },
    data: day('membership', { external_id: EXTERNAL_ID }),
  },
  'term.met': {
    when: { en: 'A term meets all its requirements.', es: 'Un periodo cumple todos sus requisitos.' },
    data: { id: TERM, object: 'term', membership_id: MEMBERSHIP, met: true, ends_on: '2026-12-31' },
  },
  'term.ending': {
    when: {
      en: 'A term ends in 120, 90, 60, 30 or 7 days.',
      es: 'Faltan 120, 90, 60, 30 o 7 días para que termine un periodo.',
    },
    data: day('term', { days_left: 30, mark: 30 }),
  },
  'term.unmet_at_end': {
    when: {
      en: 'A term has ended without meeting its requirements.',
      es: 'Un periodo terminó sin cumplir sus requisitos.',
    },
    data: day('term'),
  },
  'course.proposed': {
    when: { en: 'A course was proposed.', es: 'Se propuso un curso.' },
    data: course('proposed'),
  },
  'course.accredited': {
    when: { en: 'A course was accredited and has a folio.', es: 'Se acreditó un curso, con su folio.' },
    data: course('accredited', { folio: '2026-001' }),
  },
  'course.refused': {
    when: { en: 'A course was refused.', es: 'Se rechazó un curso.' },
    data: course('refused'),
  },
  'course.closed': {
    when: { en: 'A course was closed.', es: 'Se cerró un curso.' },
    data: course('closed', { folio: '2026-001' }),
  },
  'roster.completed': {
    when: {
      en: 'A roster was accepted; its rows say what happened to each.',
      es: 'Se recibió una lista; sus filas dicen qué pasó con cada una.',
    },
    data: {
      id: 'ros_0Ejemplo00000000000001',
      object: 'roster',
      course_id: COURSE,
      rows: 30,
      created: 28,
      duplicate: 1,
      rejected: 1,
      approved: true,
    },
  },
  'award.created': {
    when: { en: 'An award was reported.', es: 'Se reportó una acreditación.' },
    data: award('pending'),
  },
  'award.approved': {
    when: {
      en: 'An award was approved: its points count.',
      es: 'Se aprobó una acreditación: sus puntos cuentan.',
    },
    data: award('approved'),
  },
  'award.rejected': {
    when: { en: 'An award was rejected.', es: 'Se rechazó una acreditación.' },
    data: award('rejected'),
  },
  'award.revoked': {
    when: {
      en: 'An approved award was revoked: its points no longer count.',
      es: 'Se revocó una acreditación aprobada: sus puntos ya no cuentan.',
    },
    data: award('revoked'),
  },
  'diploma.certified': {
    when: {
      en: 'The diploma of an award was made and certified.',
      es: 'El diploma de una acreditación se hizo y se certificó.',
    },
    data: diploma('certified', { certificate_id: 'cert_0Ejemplo00000000000001', folio: 'D-2026-001' }),
  },
  'diploma.failed': {
    when: {
      en: 'A diploma could not be made; `error` says why, as a code.',
      es: 'Un diploma no se pudo hacer; `error` dice por qué, con un código.',
    },
    data: diploma('failed', { error: 'allowance_exhausted' }),
  },
  ...RENEWAL_EVENTS,
  'clock.ready': {
    when: {
      en: 'A test clock has reached its target day. Events about its members also have this `clock`.',
      es: 'Un reloj de prueba llegó a su día. Los eventos de sus miembros también llevan este `clock`.',
    },
    data: { id: CLOCK, object: 'clock', status: 'ready', clock: { id: CLOCK, day: '2028-12-31' } },
  },
  ...DRAW_EVENTS,
  ...WATCH_EVENTS,
};
