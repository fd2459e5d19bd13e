/** The page of a record that an entry of the audit log is about. */

const PLACES: Readonly<Record<string, string>> = {
  cert: '/certificates/',
  bat: '/batches/',
  mem: '/memberships/members/',
  crs: '/memberships/courses/',
  prg: '/memberships/programs/',
  drw: '/memberships/draws/',
  rvw: '/memberships/reviews/',
  whk: '/webhooks/',
};

/** Lists without a page for each record. */
const LISTS: Readonly<Record<string, string>> = {
  key: '/keys',
  per: '/people',
  inv: '/people',
  clk: '/memberships/clocks',
};

/** Undefined for what has no page: an award, for example, is shown with its member. */
export function placeOf(id: string): string | undefined {
  const [, kind = ''] = /^([a-z]+)_[0-9A-Za-z]+$/.exec(id) ?? [];
  if (Object.hasOwn(LISTS, kind)) return LISTS[kind];
  return Object.hasOwn(PLACES, kind) ? `${PLACES[kind]}${id}` : undefined;
}
