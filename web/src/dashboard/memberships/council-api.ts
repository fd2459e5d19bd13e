/** Requests of the council's pages: what waits for a decision, programs, and the look. Errors are `ApiError`s. */

import { type Answer, call } from '../api-call.ts';
import { ApiError, address } from '../api-client.ts';
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

export const councilApi = {
  overview: (mode: Mode) => call('GET', '/memberships-overview', { query: { mode } }),
  points: (mode: Mode) => call('GET', '/memberships-overview/points', { query: { mode } }),

  awards: (mode: Mode, query: QueryOf<'/award-queue'>) =>
    call('GET', '/award-queue', { query: { ...query, mode } }),
  decide: (mode: Mode, ids: readonly string[], decision: Decision, reason?: string) =>
    call('POST', '/awards/decide', { query: { mode }, body: { ids, decision, ...(reason && { reason }) } }),

  eligible: (mode: Mode, query: QueryOf<'/eligible-memberships'>) =>
    call('GET', '/eligible-memberships', { query: { ...query, mode } }),
  renewals: (mode: Mode, query: QueryOf<'/renewal-queue'>) =>
    call('GET', '/renewal-queue', { query: { ...query, mode } }),
  renewal: (mode: Mode, id: string) => call('GET', '/renewals/:id', { params: { id }, query: { mode } }),
  member: (mode: Mode, id: string) => call('GET', '/members/:id', { params: { id }, query: { mode } }),
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

  programs: (mode: Mode) => call('GET', '/programs', { query: { mode, limit: 100 } }),
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
