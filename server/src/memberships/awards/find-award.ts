/** The award named in an address, or a 404. */

import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { type Refusal, refusal, refuse } from '../../operations/refusal.ts';
import type { Award } from './award.ts';
import { findAwards } from './pg-awards.ts';

export async function awardNamed(tools: Pick<Tools, 'query'>, owner: Owner, named: string): Promise<Award> {
  const id = parseId('awd', named);
  const [award] = id === undefined ? [] : await findAwards(tools, owner, [id]);
  return award ?? refuse(awardNotFound());
}

export function awardNotFound(): Refusal {
  return refusal(
    'not_found',
    'There is no award with this id in your account.',
    'No hay ninguna acreditación con este id en su cuenta.',
  );
}
