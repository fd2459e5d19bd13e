/** Every request to the dashboard's back end by name. Errors are `ApiError`s. */

import {
  ApiError,
  type BackEnd,
  headersOf,
  makeCalls,
  makeLinks,
  noAnswer,
  readAnswer,
} from '../calls/make-calls.ts';
import { accountOfCalls } from './account.ts';
import {
  CALLS,
  type Calls,
  type Certificate,
  type CertificateForm,
  LINKS,
  type Links,
  type Mode,
} from './calls.ts';

export { ApiError } from '../calls/make-calls.ts';
export type * from './calls.ts';
export { ROLES, SCOPES, SUBSCRIPTIONS } from './calls.ts';

export type CertificateStatus = Certificate['status'];
export type MemberChange = Input<'updateMember', 1>;
/** An argument of a call. */
export type Input<Name extends keyof Calls, Place extends number = 0> = NonNullable<
  Parameters<Calls[Name]>[Place]
>;
export type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

const BACK_END: BackEnd = {
  base: () => '/api/dashboard',
  account: accountOfCalls,
  noAnswer: {
    en: 'The server isn’t responding. Check your connection and try again.',
    es: 'El servidor no responde. Revise su conexión e inténtelo de nuevo.',
  },
};

export const api = makeCalls<Calls>(BACK_END, CALLS);
export const links = makeLinks<Links>(BACK_END, LINKS);

/** The status 401 is not enough: a wrong authentication code has it too, and does not end the session. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized';
}

/** The address names an account in which the person has no seat. */
export function isNoAccount(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/** The role has changed since the page learned what it allows, or the account requires a second factor now. */
export function lacksRights(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false;
  return error.code === 'insufficient_role' || error.code === 'second_factor_required';
}

type UploadOptions = {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** XMLHttpRequest, because fetch reports no upload progress. */
export function uploadCertificate(
  mode: Mode,
  certificate: CertificateForm,
  { onProgress, signal }: UploadOptions = {},
): ReturnType<Calls['createCertificate']> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${BACK_END.base()}/certificates?mode=${mode}`);
    for (const [name, value] of Object.entries(headersOf(BACK_END))) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      try {
        const retryAfter = request.getResponseHeader('retry-after');
        const answer = readAnswer(request.status, request.responseText, retryAfter);
        resolve(answer as { certificate: Certificate });
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(noAnswer(BACK_END));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(toForm(certificate));
  });
}

/** The server reads the fields before the file, so the file comes last. */
function toForm({ file, ...fields }: CertificateForm): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') form.set(name, value);
  }
  form.set('file', file);
  return form;
}
