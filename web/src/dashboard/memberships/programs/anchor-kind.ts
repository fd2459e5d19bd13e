/** The four kinds of anchor, as a person chooses among them. */

import { OF_MEMBERSHIP } from '@sello/rules';

export type AnchorKind = 'own_start' | 'date' | 'day_of_year' | 'membership';

export function anchorKind(anchor: string | null): AnchorKind {
  if (anchor === null) return 'own_start';
  if (anchor === OF_MEMBERSHIP) return 'membership';
  return /^[^-]{0,3}-[^-]*$/.test(anchor) ? 'day_of_year' : 'date';
}

/** Leaves a half-typed day as it is; its field then shows the problem. */
export function partsOfDay(anchor: string): { month: number; day: number } {
  const [month, day] = anchor.split('-').map(Number);
  return { month: month || 1, day: day ?? Number.NaN };
}

export function dayOfYear(month: number, day: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(month)}-${two(day)}`;
}
