/** The events of renewals. */

import type { WrittenType } from '../../events/event-types.ts';
import type { Text } from '../../kernel/errors.ts';
import { MEMBERSHIP, renewal, TERM } from './event-examples.ts';

type RenewalEvent = Extract<WrittenType, `renewal.${string}`>;

export const RENEWAL_EVENTS: Readonly<Record<RenewalEvent, { when: Text; data: Record<string, unknown> }>> = {
  'renewal.requested': {
    when: { en: 'A renewal was requested.', es: 'Se pidió una renovación.' },
    data: renewal('requested', { membership_id: MEMBERSHIP, basis: 'met' }),
  },
  'renewal.approved': {
    when: {
      en: 'A renewal was approved: the next term is open.',
      es: 'Se aprobó una renovación: el siguiente periodo está abierto.',
    },
    data: renewal('approved', {
      new_term_id: TERM,
      basis: 'met',
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
    }),
  },
  'renewal.rejected': {
    when: { en: 'A renewal was rejected.', es: 'Se rechazó una renovación.' },
    data: renewal('rejected'),
  },
  'renewal.contradicted': {
    when: {
      en: 'Points that an approved renewal counted were revoked. The renewal stays valid until somebody decides about it.',
      es: 'Se revocaron puntos que contaron en una renovación aprobada. La renovación sigue en pie hasta que alguien decida.',
    },
    data: renewal('approved', { membership_id: MEMBERSHIP, term_id: TERM, contradicted: true }),
  },
};
