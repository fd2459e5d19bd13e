/** Every call of the dashboard's back end that needs a role's scope, by name. Errors are `ApiError`s. */

import { headersOf, makeCalls, makeLinks, noAnswer, readAnswer } from '../calls/make-calls.ts';
import {
  CALLS,
  type Calls,
  type Certificate,
  type CertificateForm,
  LINKS,
  type Links,
  type Mode,
} from './calls.ts';
import { BACK_END } from './own-api.ts';

export type * from './calls.ts';
export { SCOPES, SUBSCRIPTIONS } from './calls.ts';

export type CertificateStatus = Certificate['status'];
export type MemberChange = Input<'updateMember', 1>;
/** An argument of a call. */
export type Input<Name extends keyof Calls, Place extends number = 0> = NonNullable<
  Parameters<Calls[Name]>[Place]
>;
export type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

export const api = makeCalls<Calls>(BACK_END, CALLS);
export const links = makeLinks<Links>(BACK_END, LINKS);

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
