/** When the events of draws and reviews are sent, and what their `data` holds. */

import type { Text } from '../../kernel/errors.ts';
import { draw, review } from './event-examples.ts';

type DrawEvent =
  | `draw.${'sealed' | 'drawn' | 'cancelled'}`
  | `review.${'drawn' | 'evidence_sent' | 'decided'}`;

export const DRAW_EVENTS: Readonly<Record<DrawEvent, { when: Text; data: Record<string, unknown> }>> = {
  'draw.sealed': {
    when: {
      en: 'The list of a draw is certified, and the rule for its block is named.',
      es: 'La lista de un sorteo está certificada y la regla de su bloque está fijada.',
    },
    data: draw('sealed'),
  },
  'draw.drawn': {
    when: {
      en: 'The block of a draw is final, and the members are drawn.',
      es: 'El bloque de un sorteo es definitivo y los miembros están sorteados.',
    },
    data: draw('drawn', { drawn: 41, due_on: '2026-04-08' }),
  },
  'draw.cancelled': {
    when: { en: 'A sealed draw was cancelled.', es: 'Se canceló un sorteo sellado.' },
    data: draw('cancelled'),
  },
  'review.drawn': {
    when: {
      en: 'A member was drawn and is to send evidence until `due_on`.',
      es: 'Un miembro salió sorteado y debe enviar evidencia hasta `due_on`.',
    },
    data: review('open', { due_on: '2026-04-08' }),
  },
  'review.evidence_sent': {
    when: {
      en: 'A member sent evidence for a review.',
      es: 'Un miembro envió evidencia para una revisión.',
    },
    data: review('open'),
  },
  'review.decided': {
    when: { en: 'A review was decided.', es: 'Se decidió una revisión.' },
    data: review('passed'),
  },
};
