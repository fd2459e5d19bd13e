/** When the events of watches are sent, with an example of each. */

import type { WrittenType } from '../../events/event-types.ts';
import type { Text } from '../../kernel/errors.ts';
import { exampleId } from '../../memberships/examples.ts';

type WatchEvent = Extract<WrittenType, `watch.${string}` | `watch_address.${string}`>;

const watch = (more: object) => ({
  id: exampleId('wch'),
  object: 'watch',
  external_id: 'empleado-77',
  council_id: exampleId('acct'),
  ...more,
});

const address = (status: string) => ({ id: exampleId('wad'), object: 'watch_address', status });

const about = (standing: string) =>
  watch({ membership_id: exampleId('mbs'), program_id: exampleId('prg'), standing });

export const WATCH_EVENTS: Readonly<Record<WatchEvent, { when: Text; data: Record<string, unknown> }>> = {
  'watch.accepted': {
    when: { en: 'A member agreed to be followed.', es: 'Un miembro aceptó que le vigilen.' },
    data: watch({ status: 'active' }),
  },
  'watch.declined': {
    when: { en: 'A member refused to be followed.', es: 'Un miembro rechazó que le vigilen.' },
    data: watch({ status: 'declined' }),
  },
  'watch.ended': {
    when: {
      en: 'A member is followed no more: withdrawn by the member, the page is no longer public, or the member was erased.',
      es: 'Ya no se vigila a un miembro: el miembro lo retiró, su página dejó de ser pública o se borró al miembro.',
    },
    data: watch({ status: 'withdrawn' }),
  },
  'watch.membership_lapsed': {
    when: {
      en: 'A membership of a followed member is no longer in force: `lapsed`, or `delinquent`.',
      es: 'Una membresía de un miembro vigilado perdió su vigencia: `lapsed` o `delinquent`.',
    },
    data: about('lapsed'),
  },
  'watch.membership_suspended': {
    when: {
      en: 'A membership of a followed member was suspended.',
      es: 'Se suspendió una membresía de un miembro vigilado.',
    },
    data: about('suspended'),
  },
  'watch.membership_revoked': {
    when: {
      en: 'A membership of a followed member was ended by the council.',
      es: 'El consejo terminó una membresía de un miembro vigilado.',
    },
    data: about('ended'),
  },
  'watch.membership_reinstated': {
    when: {
      en: 'A membership of a followed member is in force again.',
      es: 'Una membresía de un miembro vigilado está de nuevo vigente.',
    },
    data: about('current'),
  },
  'watch_address.confirmed': {
    when: {
      en: 'Somebody confirmed an address that is to be mailed about followed members.',
      es: 'Alguien confirmó un correo al que se avisa de los miembros vigilados.',
    },
    data: address('confirmed'),
  },
  'watch_address.unsubscribed': {
    when: {
      en: 'Whoever reads an address ended its mails about followed members.',
      es: 'Quien lee un correo terminó sus avisos sobre miembros vigilados.',
    },
    data: address('unsubscribed'),
  },
};
