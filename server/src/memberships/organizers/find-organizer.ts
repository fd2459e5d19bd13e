/** The organiser named in an address or a field, or a 404. */

import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Organizer } from './organizer.ts';
import { findOrganizer } from './pg-organizers.ts';

export async function organizerNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
  lock: '' | 'for no key update' = '',
): Promise<Organizer> {
  const id = parseId('org', named);
  const organizer = id && (await findOrganizer(tools, owner, id, lock));
  if (organizer !== undefined) return organizer;
  throw new AppError('not_found', {
    en: 'There is no organiser with this id in your account.',
    es: 'No hay ningún organizador con este id en su cuenta.',
  });
}
