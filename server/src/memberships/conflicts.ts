/**
 * The errors for unique indexes. If two changes conflict, the second is refused, and the message names the value that
 * is taken.
 */

import type { Conflicts } from '../operations/operation.ts';

/**
 * Errors by the name of the index. Operations check first and name the conflicting record. These errors are for a
 * change that came between that check and the write.
 */
export const CONFLICTS: Conflicts = {
  members_number: [
    'member_number_taken',
    {
      en: '`member_number` belongs to another member. Leave it out to get a new one.',
      es: '`member_number` es de otro miembro. Omítalo para recibir uno nuevo.',
    },
  ],
  members_curp: ['curp_taken', { en: '`curp` belongs to another member.', es: '`curp` es de otro miembro.' }],
  members_rfc: ['rfc_taken', { en: '`rfc` belongs to another member.', es: '`rfc` es de otro miembro.' }],
  members_license: [
    'license_taken',
    {
      en: '`professional_license` belongs to another member.',
      es: '`professional_license` es de otro miembro.',
    },
  ],
  memberships_one_open: [
    'membership_exists',
    {
      en: 'The member has a membership in this program already. End it first.',
      es: 'El miembro ya tiene una membresía en este programa. Termínela primero.',
    },
  ],
  awards_once: [
    'already_awarded',
    {
      en: 'The member has an award for this course and role already.',
      es: 'El miembro ya tiene puntos por este curso y esta participación.',
    },
  ],
  courses_folio: [
    'folio_taken',
    { en: '`folio` belongs to another course.', es: '`folio` es de otro curso.' },
  ],
  renewals_one_open: [
    'renewal_open',
    {
      en: 'A renewal of this membership is waiting for its decision.',
      es: 'Una renovación de esta membresía espera su decisión.',
    },
  ],
};
