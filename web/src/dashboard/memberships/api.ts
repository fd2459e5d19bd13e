/** Every request of the council's pages by name. All records belong to one mode, which comes first. */

import { type Answer, call, link } from '../api-call.ts';
import { call as send, sendTable } from '../api-client.ts';
import type { Mode, Routes } from '../api-types.ts';

export type MembersQuery = Omit<NonNullable<Routes['GET']['/members/standings']['query']>, 'mode' | 'reveal'>;
export type CoursesQuery = Omit<NonNullable<Routes['GET']['/courses']['query']>, 'mode' | 'reveal'>;
export type AwardsQuery = Omit<NonNullable<Routes['GET']['/courses/:id/awards']['query']>, 'mode' | 'reveal'>;

export type NewMember = Routes['POST']['/members']['body'];
export type MemberChange = Routes['PATCH']['/members/:id']['body'];
export type NewMembership = Routes['POST']['/members/:id/memberships']['body'];
export type NewCourse = Routes['POST']['/courses']['body'];
export type OnConflict = 'skip' | 'update' | 'fail';
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

  previewImport: (mode: Mode, table: Blob, onConflict: OnConflict) =>
    sendTable<ImportPreview>('/members/import/preview', table, { mode, on_conflict: onConflict }),
  importMembers: (mode: Mode, table: Blob, onConflict: OnConflict) =>
    sendTable<Answer<'POST', '/members/import'>>('/members/import', table, { mode, on_conflict: onConflict }),

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

  awardsOfMember: (mode: Mode, memberId: string) =>
    call('GET', '/awards', { query: { mode, member_id: memberId, limit: 100 } }),
  makeDiploma: (mode: Mode, id: string) =>
    call('POST', '/awards/:id/diploma', { params: { id }, query: { mode }, body: {} }),
  decideAwards: (
    mode: Mode,
    ids: readonly string[],
    decision: 'approve' | 'reject' | 'revoke',
    reason?: string,
  ) =>
    call('POST', '/awards/decide', {
      query: { mode },
      body: { ids, decision, ...(reason && { reason }) },
    }),

  courses: (mode: Mode, query: CoursesQuery) => call('GET', '/courses', { query: { ...query, mode } }),
  course: (mode: Mode, id: string) => call('GET', '/courses/:id', { params: { id }, query: { mode } }),
  createCourse: (mode: Mode, body: NewCourse) => call('POST', '/courses', { query: { mode }, body }),
  changeCourse: (mode: Mode, id: string, body: Routes['PATCH']['/courses/:id']['body']) =>
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
