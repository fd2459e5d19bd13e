/** Rules with the anchor `membership` count terms from a day that is set for each membership. */

import { OF_MEMBERSHIP, type Rules } from '@sello/rules';
import { AppError } from '../../kernel/errors.ts';

export function assertAnchor(rules: Pick<Rules, 'anchor'>, anchor: string | null | undefined): void {
  if (rules.anchor !== OF_MEMBERSHIP || anchor) return;
  throw anchorMissing();
}

function anchorMissing(): AppError {
  return new AppError('anchor_missing', {
    en: 'In this program each membership has its own day from which its terms are counted. Give it as `anchor`, such as 2026-07-01.',
    es: 'El programa cuenta los periodos desde un día propio de cada membresía. Indíquelo en `anchor`, por ejemplo 2026-07-01.',
  });
}
