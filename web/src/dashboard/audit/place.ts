/** The page of the record that an entry of the audit log is about. */

const PLACES: Readonly<Record<string, string>> = {
  cert: '/certificates/',
  bat: '/batches/',
  mem: '/memberships/members/',
  crs: '/memberships/courses/',
  prg: '/memberships/programs/',
  drw: '/memberships/draws/',
  org: '/memberships/organizers/',
  rvw: '/memberships/reviews/',
  whk: '/webhooks/',
};

/** Lists whose records have no page of their own. */
const LISTS: Readonly<Record<string, string>> = {
  key: '/keys',
  per: '/people',
  inv: '/people',
  clk: '/memberships/clocks',
};

/** Undefined for records without a page; an award, for example, is shown on its member's page. */
export function placeOf(id: string): string | undefined {
  const [, kind = ''] = /^([a-z]+)_[0-9A-Za-z]+$/.exec(id) ?? [];
  if (Object.hasOwn(LISTS, kind)) return LISTS[kind];
  return Object.hasOwn(PLACES, kind) ? `${PLACES[kind]}${id}` : undefined;
}
