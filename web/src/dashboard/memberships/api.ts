/** Every request of the council's pages by name. All records belong to one mode, which comes first. */

import { type Answer, call, link } from '../api-call.ts';
import { ApiError, address, call as send, sendTable } from '../api-client.ts';
import type { Mode, Routes } from '../api-types.ts';

type Body<M extends keyof Routes, P extends keyof Routes[M]> = Routes[M][P] extends { body: infer B }
  ? B
  : never;
type QueryOf<P extends keyof Routes['GET']> = Routes['GET'][P] extends { query?: infer Q }
  ? NonNullable<Q>
  : never;

export type Overview = Answer<'GET', '/memberships-overview'>['overview'];
export type PointYear = NonNullable<Answer<'GET', '/memberships-overview/points'>['years']>[number];
export type QueuedAward = Answer<'GET', '/award-queue'>['awards'][number];
export type QueuedRenewal = Answer<'GET', '/renewal-queue'>['renewals'][number];
export type EligibleMembership = Answer<'GET', '/eligible-memberships'>['memberships'][number];
export type Decision = Body<'POST', '/awards/decide'>['decision'];
export type NewProgram = Body<'POST', '/programs'>;
export type ProgramChange = Body<'PATCH', '/programs/:id'>;
export type LookChange = Body<'PATCH', '/council'>;
export type ListPagination = Answer<'GET', '/award-queue'>['pagination'];

export type MembersQuery = Omit<NonNullable<Routes['GET']['/members/standings']['query']>, 'mode' | 'reveal'>;
export type CoursesQuery = Omit<NonNullable<Routes['GET']['/courses']['query']>, 'mode' | 'reveal'>;
export type AwardsQuery = Omit<NonNullable<Routes['GET']['/courses/:id/awards']['query']>, 'mode' | 'reveal'>;

export type NewMember = Routes['POST']['/members']['body'];
export type MemberChange = Routes['PATCH']['/members/:id']['body'];
export type NewMembership = Routes['POST']['/members/:id/memberships']['body'];
export type NewCourse = Routes['POST']['/courses']['body'];
export type CourseChange = Routes['PATCH']['/courses/:id']['body'];
export type NewAward = Routes['POST']['/awards']['body'];
export type OnConflict = 'skip' | 'update' | 'fail';
/** An empty `program_id`: no membership is opened for rows that name none. */
export type ImportWishes = { on_conflict: OnConflict; program_id: string };
export type StatusStep = { reason?: string; on?: string };

export type ImportPreview = Answer<'POST', '/members/import/preview'>;
export type RosterPreview = Answer<'POST', '/courses/:id/rosters/preview'>;
export type RosterWishes = { approve: boolean; diplomas: boolean; allOrNothing: boolean };
export type Ledger = Answer<'GET', '/members/:id/ledger'>;

const flag = (value: boolean) => (value ? ('true' as const) : undefined);

export const council = {
  programs: (mode: Mode) => call('GET', '/programs', { query: { mode, limit: 100 } }),

  members: (mode: Mode, query: MembersQuery) =>
    call('GET', '/members/standings', { query: { ...query, mode } }),
  /** Identifiers of people stand in no address. */
  searchMembers: (mode: Mode, body: Routes['POST']['/members/search']['body']) =>
    call('POST', '/members/search', { query: { mode }, body }),
  createMember: (mode: Mode, body: NewMember) => call('POST', '/members', { query: { mode }, body }),
  /** `reveal`: CURP and RFC in full, which the audit log notes. */
  member: (mode: Mode, id: string, reveal = false) =>
    call('GET', '/members/:id', { params: { id }, query: { mode, ...(reveal && { reveal: 'true' }) } }),
  changeMember: (mode: Mode, id: string, body: MemberChange) =>
    call('PATCH', '/members/:id', { params: { id }, query: { mode }, body }),
  record: (mode: Mode, id: string) => call('GET', '/members/:id/record', { params: { id }, query: { mode } }),
  suspendMember: (mode: Mode, id: string, body: StatusStep) =>
    call('POST', '/members/:id/suspend', { params: { id }, query: { mode }, body }),
  reactivateMember: (mode: Mode, id: string, body: StatusStep) =>
    call('POST', '/members/:id/reactivate', { params: { id }, query: { mode }, body }),
  recordDeath: (mode: Mode, id: string, body: StatusStep) =>
    call('POST', '/members/:id/deceased', { params: { id }, query: { mode }, body }),
  anonymise: (mode: Mode, id: string, reason: string) =>
    call('POST', '/members/:id/anonymise', { params: { id }, query: { mode }, body: { reason } }),
  merge: (mode: Mode, id: string, into: string, reason: string) =>
    call('POST', '/members/:id/merge', { params: { id }, query: { mode }, body: { into, reason } }),
  makeAccessLink: (mode: Mode, id: string) =>
    call('POST', '/members/:id/access-link', { params: { id }, query: { mode } }),
  memberRequests: (mode: Mode) =>
    call('GET', '/member-requests', { query: { mode, status: 'pending', limit: 100, order: 'asc' } }),
  approveMemberRequest: (mode: Mode, id: string) =>
    call('POST', '/member-requests/:id/approve', { params: { id }, query: { mode }, body: {} }),
  rejectMemberRequest: (mode: Mode, id: string, reason: string) =>
    call('POST', '/member-requests/:id/reject', { params: { id }, query: { mode }, body: { reason } }),
  ownPage: () => call('GET', '/council/own-page'),
  changeOwnPage: (body: Routes['PATCH']['/council/own-page']['body']) =>
    call('PATCH', '/council/own-page', { body }),
  certifyTranscript: (mode: Mode, id: string, body: Routes['POST']['/members/:id/transcript']['body']) =>
    call('POST', '/members/:id/transcript', { params: { id }, query: { mode }, body }),

  previewImport: (mode: Mode, table: Blob, wishes: ImportWishes) =>
    sendTable<ImportPreview>('/members/import/preview', table, { mode, ...wishes }),
  importMembers: (mode: Mode, table: Blob, wishes: ImportWishes) =>
    sendTable<Answer<'POST', '/members/import'>>('/members/import', table, { mode, ...wishes }),

  memberships: (mode: Mode, memberId: string) =>
    call('GET', '/memberships', { query: { mode, member_id: memberId, limit: 100 } }),
  openMembership: (mode: Mode, memberId: string, body: NewMembership) =>
    call('POST', '/members/:id/memberships', { params: { id: memberId }, query: { mode }, body }),
  suspendMembership: (mode: Mode, id: string, body: StatusStep) =>
    call('POST', '/memberships/:id/suspend', { params: { id }, query: { mode }, body }),
  reactivateMembership: (mode: Mode, id: string, body: StatusStep) =>
    call('POST', '/memberships/:id/reactivate', { params: { id }, query: { mode }, body }),
  endMembership: (mode: Mode, id: string, body: StatusStep) =>
    call('POST', '/memberships/:id/end', { params: { id }, query: { mode }, body }),
  terms: (mode: Mode, membershipId: string) =>
    call('GET', '/memberships/:id/terms', { params: { id: membershipId }, query: { mode, limit: 100 } }),
  extendTerm: (mode: Mode, id: string, until: string, reason: string) =>
    call('POST', '/terms/:id/extend', { params: { id }, query: { mode }, body: { until, reason } }),
  waive: (mode: Mode, id: string, requirement: string, minPoints: number, reason: string) =>
    call('PUT', '/terms/:id/waivers/:requirement', {
      params: { id, requirement },
      query: { mode },
      body: { min_points: minPoints, reason },
    }),
  unwaive: (mode: Mode, id: string, requirement: string) =>
    send<undefined>(
      'DELETE',
      `/terms/${encodeURIComponent(id)}/waivers/${encodeURIComponent(requirement)}`,
      undefined,
      {
        mode,
      },
    ),
  markChecklist: (mode: Mode, id: string, code: string, done: boolean) =>
    call('PUT', '/terms/:id/checklist/:code', { params: { id, code }, query: { mode }, body: { done } }),

  renewalsOfMember: (mode: Mode, memberId: string) =>
    call('GET', '/renewals', { query: { mode, member_id: memberId, status: 'approved', limit: 100 } }),
  awardsOfMember: (mode: Mode, memberId: string) =>
    call('GET', '/awards', { query: { mode, member_id: memberId, limit: 100 } }),
  createAward: (mode: Mode, body: NewAward) => call('POST', '/awards', { query: { mode }, body }),
  approveAward: (mode: Mode, id: string) =>
    call('POST', '/awards/:id/approve', { params: { id }, query: { mode }, body: {} }),
  makeDiploma: (mode: Mode, id: string) =>
    call('POST', '/awards/:id/diploma', { params: { id }, query: { mode }, body: {} }),
  decideAwards: (mode: Mode, ids: readonly string[], decision: Decision, reason?: string) =>
    call('POST', '/awards/decide', {
      query: { mode },
      body: { ids, decision, ...(reason && { reason }) },
    }),

  courses: (mode: Mode, query: CoursesQuery) => call('GET', '/courses', { query: { ...query, mode } }),
  course: (mode: Mode, id: string) => call('GET', '/courses/:id', { params: { id }, query: { mode } }),
  createCourse: (mode: Mode, body: NewCourse) => call('POST', '/courses', { query: { mode }, body }),
  changeCourse: (mode: Mode, id: string, body: CourseChange) =>
    call('PATCH', '/courses/:id', { params: { id }, query: { mode }, body }),
  accreditCourse: (mode: Mode, id: string, body: Routes['POST']['/courses/:id/accredit']['body']) =>
    call('POST', '/courses/:id/accredit', { params: { id }, query: { mode }, body }),
  refuseCourse: (mode: Mode, id: string, reason: string) =>
    call('POST', '/courses/:id/refuse', { params: { id }, query: { mode }, body: { reason } }),
  closeCourse: (mode: Mode, id: string) =>
    call('POST', '/courses/:id/close', { params: { id }, query: { mode }, body: {} }),
  cancelCourse: (mode: Mode, id: string) =>
    call('POST', '/courses/:id/cancel', { params: { id }, query: { mode }, body: {} }),
  awardsOfCourse: (mode: Mode, id: string, query: AwardsQuery) =>
    call('GET', '/courses/:id/awards', { params: { id }, query: { ...query, mode } }),

  rosters: (mode: Mode, courseId: string) =>
    call('GET', '/rosters', { query: { mode, course_id: courseId, limit: 100 } }),
  previewRoster: (mode: Mode, courseId: string, table: Blob) =>
    sendTable<RosterPreview>(`/courses/${encodeURIComponent(courseId)}/rosters/preview`, table, { mode }),
  postRoster: (mode: Mode, courseId: string, table: Blob, wishes: RosterWishes) =>
    sendTable<Answer<'POST', '/courses/:id/rosters'>>(
      `/courses/${encodeURIComponent(courseId)}/rosters`,
      table,
      {
        mode,
        approve: flag(wishes.approve),
        diplomas: flag(wishes.diplomas),
        all_or_nothing: flag(wishes.allOrNothing),
      },
    ),
  revokeRoster: (mode: Mode, id: string, reason: string) =>
    call('POST', '/rosters/:id/revoke', { params: { id }, query: { mode }, body: { reason } }),

  overview: (mode: Mode) => call('GET', '/memberships-overview', { query: { mode } }),
  points: (mode: Mode) => call('GET', '/memberships-overview/points', { query: { mode } }),

  awardQueue: (mode: Mode, query: QueryOf<'/award-queue'>) =>
    call('GET', '/award-queue', { query: { ...query, mode } }),

  eligible: (mode: Mode, query: QueryOf<'/eligible-memberships'>) =>
    call('GET', '/eligible-memberships', { query: { ...query, mode } }),
  renewalQueue: (mode: Mode, query: QueryOf<'/renewal-queue'>) =>
    call('GET', '/renewal-queue', { query: { ...query, mode } }),
  renewal: (mode: Mode, id: string) => call('GET', '/renewals/:id', { params: { id }, query: { mode } }),
  membership: (mode: Mode, id: string) =>
    call('GET', '/memberships/:id', { params: { id }, query: { mode } }),
  eligibility: (mode: Mode, id: string) =>
    call('GET', '/memberships/:id/eligibility', { params: { id }, query: { mode } }),
  requestRenewal: (mode: Mode, id: string, body: Body<'POST', '/memberships/:id/renewals'>) =>
    call('POST', '/memberships/:id/renewals', { params: { id }, query: { mode }, body }),
  approveRenewal: (mode: Mode, id: string, body: Body<'POST', '/renewals/:id/approve'>) =>
    call('POST', '/renewals/:id/approve', { params: { id }, query: { mode }, body }),
  rejectRenewal: (mode: Mode, id: string, reason: string) =>
    call('POST', '/renewals/:id/reject', { params: { id }, query: { mode }, body: { reason } }),
  annulRenewal: (mode: Mode, id: string, reason: string) =>
    call('POST', '/renewals/:id/annul', { params: { id }, query: { mode }, body: { reason } }),
  certifyRenewal: (mode: Mode, id: string) =>
    call('POST', '/renewals/:id/constancia', { params: { id }, query: { mode }, body: {} }),

  program: (mode: Mode, id: string, version?: number) =>
    call('GET', '/programs/:id', { params: { id }, query: { mode, version } }),
  createProgram: (mode: Mode, body: NewProgram) => call('POST', '/programs', { query: { mode }, body }),
  changeProgram: (mode: Mode, id: string, body: ProgramChange) =>
    call('PATCH', '/programs/:id', { params: { id }, query: { mode }, body }),
  activateProgram: (mode: Mode, id: string) =>
    call('POST', '/programs/:id/activate', { params: { id }, query: { mode }, body: {} }),
  retireProgram: (mode: Mode, id: string) =>
    call('POST', '/programs/:id/retire', { params: { id }, query: { mode }, body: {} }),

  look: () => call('GET', '/council'),
  changeLook: (body: LookChange) => call('PATCH', '/council', { body }),
  uploadImage,
};

/** Addresses for links, which send the session cookie. */
export const councilLinks = {
  transcript: (mode: Mode, id: string, format: 'json' | 'csv' | 'pdf') =>
    link('/members/:id/transcript', { params: { id }, query: { mode, format } }),
  diploma: (mode: Mode, awardId: string) =>
    link('/awards/:id/diploma', { params: { id: awardId }, query: { mode, format: 'raw' } }),
  badge: (mode: Mode, awardId: string, format: 'json' | 'png') =>
    link('/awards/:id/badge', { params: { id: awardId }, query: { mode, format } }),
  importRows: (mode: Mode, id: string, status?: 'rejected') =>
    link('/imports/:id/rows', { params: { id }, query: { mode, format: 'csv', status } }),
  rosterRows: (mode: Mode, id: string, status?: 'rejected') =>
    link('/rosters/:id/rows', { params: { id }, query: { mode, format: 'csv', status } }),
};

export const imageLink = (sha256: string) => address(`/council/images/${sha256}`);

/** The image is the body itself. */
async function uploadImage(file: File): Promise<Answer<'POST', '/council/images'>> {
  const response = await fetch(address('/council/images'), {
    method: 'POST',
    headers: {
      'content-type': file.type,
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
    },
    body: file,
    credentials: 'same-origin',
  });
  const answer = await response.json();
  if (!response.ok) throw new ApiError(response.status, answer.error, answer.message);
  return answer;
}
