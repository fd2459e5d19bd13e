/** Data about a member in draws, reviews and watches. */

import { columns, type MemberFile, OF_MEMBER, OF_MEMBERSHIPS, REPORTED } from './member-file.ts';

const OWN_PAGE = 'bytes, which the own page shows in hexadecimal';

export const OTHERS_TABLES: readonly MemberFile[] = [
  {
    file: 'draws',
    table: 'draw_candidates',
    what: {
      en: 'Draws in which you were a candidate, and your position in the sealed list.',
      es: 'Sorteos en los que podía salir y su lugar en la lista sellada.',
    },
    shown: columns('draw_id place membership_id'),
    withheld: { salt: OWN_PAGE, commitment: OWN_PAGE },
    about: OF_MEMBERSHIPS,
    order: 'draw_id',
  },
  {
    file: 'reviews',
    table: 'reviews',
    what: {
      en: 'Reviews for which you were drawn, and what was decided.',
      es: 'Revisiones para las que salió sorteado y lo que se decidió.',
    },
    shown: columns(
      `id livemode draw_id place rank membership_id status due_on sent_at decided_by decided_at decision_reason told_at
      reminded_days decision_told_at account_id created_at updated_at`,
    ),
    withheld: { reporters: REPORTED },
    about: OF_MEMBERSHIPS,
    order: 'id',
  },
  {
    file: 'watches',
    table: 'watches',
    what: {
      en: 'Accounts that follow your standing or asked to, and what you answered.',
      es: 'Cuentas que vigilan su vigencia o pidieron hacerlo, y lo que usted respondió.',
    },
    shown: columns(
      'id livemode account_id council_id member_id named basis status answered_at removed_at created_at updated_at',
    ),
    withheld: {
      external_id: 'an id of the watcher’s own',
      told: 'follows from the standing',
      is_untold: 'follows from the standing',
    },
    about: OF_MEMBER,
    order: 'id',
  },
];
