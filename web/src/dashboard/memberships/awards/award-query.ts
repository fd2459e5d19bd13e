/** The filters of the queue, kept in the address of the page. */

export const STATUSES = ['pending', 'approved', 'rejected', 'revoked', 'withdrawn'] as const;
type AwardStatus = (typeof STATUSES)[number];

export type AwardQuery = { status: AwardStatus; program: string; course: string; member: string };

/** Addresses can be edited by hand, so invalid values are ignored. */
export function parseAwardQuery(params: URLSearchParams): AwardQuery {
  const id = (name: string) => (params.get(name) ?? '').slice(0, 60);
  return {
    status: STATUSES.find((status) => status === params.get('status')) ?? 'pending',
    program: id('program'),
    course: id('course'),
    member: id('member'),
  };
}

/** Only what differs from the default. */
export function toSearch({ status, ...ids }: AwardQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ status: status === 'pending' ? '' : status, ...ids }).filter(
      ([, value]) => value !== '',
    ),
  );
}

/** The same filters, in the form of the API's parameters. */
export function toApiQuery({ status, program, course, member }: AwardQuery) {
  return {
    status,
    ...(program && { program_id: program }),
    ...(course && { course_id: course }),
    ...(member && { member_id: member }),
  };
}
