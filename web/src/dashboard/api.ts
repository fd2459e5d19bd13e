/** Every request to the dashboard's back end by name. Errors are `ApiError`s. */

import { address, call, upload } from './api-client.ts';
import type {
  Account,
  ApiKey,
  ApiKeyWithSecret,
  AuditEvent,
  Certificate,
  CertificateDetail,
  CertificateQuery,
  KeyChange,
  Me,
  Mode,
  NewKey,
  Pagination,
  ProofType,
  SecondFactorSetup,
  Session,
  Settings,
  Usage,
  UsageQuery,
} from './api-records.ts';

export { ApiError, isLoggedOut } from './api-client.ts';
export type * from './api-records.ts';
export { SCOPES } from './api-records.ts';

export type SignUp = {
  email: string;
  password: string;
  name: string;
  language?: 'es' | 'en';
  time_zone?: string;
};

export type NewCertificate = {
  file: File;
  title?: string;
  description?: string;
  document_type?: string;
  /** Computed in the browser; the server refuses other bytes. */
  sha256?: string;
};

type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

const at = (id: string) => encodeURIComponent(id);

export const api = {
  settings: () => call<Settings>('GET', '/settings'),
  signUp: (body: SignUp) => call<{ account: Account }>('POST', '/signup', body),
  logIn: (body: { email: string; password: string; code?: string }) =>
    call<{ account: Account }>('POST', '/login', body),
  logOut: () => call<{ logged_out: true }>('POST', '/logout', {}),
  forgottenPassword: (email: string) => call<{ sent: true }>('POST', '/forgotten-password', { email }),
  resetPassword: (body: { token: string; new_password: string }) =>
    call<{ changed: true }>('POST', '/reset-password', body),

  me: () => call<Me>('GET', '/me'),
  changeMe: (body: Partial<Pick<Account, 'name' | 'language' | 'time_zone'>>) =>
    call<{ account: Account }>('PATCH', '/me', body),
  changePassword: (body: { current_password: string; new_password: string }) =>
    call<{ changed: true }>('POST', '/password', body),
  sessions: () => call<{ sessions: readonly Session[] }>('GET', '/sessions'),
  closeSession: (id: string) => call<{ closed: number }>('DELETE', `/sessions/${at(id)}`),
  closeOtherSessions: () => call<{ closed: number }>('POST', '/sessions/close-others', {}),
  beginSecondFactor: (password: string) => call<SecondFactorSetup>('POST', '/second-factor', { password }),
  confirmSecondFactor: (code: string) =>
    call<{ recovery_codes: readonly string[] }>('POST', '/second-factor/confirm', { code }),
  renewRecoveryCodes: (password: string) =>
    call<{ recovery_codes: readonly string[] }>('POST', '/second-factor/recovery-codes', { password }),
  removeSecondFactor: (password: string) =>
    call<{ removed: true }>('POST', '/second-factor/remove', { password }),
  requestDeletion: (password: string) =>
    call<{ account: Account }>('POST', '/deletion-request', { password }),
  cancelDeletion: () => call<{ account: Account }>('POST', '/deletion-request/cancel', {}),
  audit: (query: { limit?: number; before?: string } = {}) =>
    call<{ events: readonly AuditEvent[]; next_before: string | null }>('GET', '/audit', undefined, query),

  keys: () => call<{ keys: readonly ApiKey[] }>('GET', '/keys'),
  createKey: (body: NewKey) => call<{ key: ApiKeyWithSecret }>('POST', '/keys', body),
  changeKey: (id: string, body: KeyChange) => call<{ key: ApiKey }>('PATCH', `/keys/${at(id)}`, body),
  revokeKey: (id: string, reason?: string) =>
    call<{ key: ApiKey }>('DELETE', `/keys/${at(id)}`, undefined, { reason }),
  rotateKey: (id: string, graceSeconds: number) =>
    call<{ key: ApiKeyWithSecret }>('POST', `/keys/${at(id)}/rotate`, { grace_seconds: graceSeconds }),

  certificates: (mode: Mode, query: CertificateQuery = {}) =>
    call<{ certificates: readonly Certificate[]; pagination: Pagination }>(
      'GET',
      '/certificates',
      undefined,
      { mode, ...query },
    ),
  certificate: (id: string) => call<CertificateDetail>('GET', `/certificates/${at(id)}`),
  certify: (mode: Mode, certificate: NewCertificate, options: UploadOptions = {}) =>
    upload<{ certificate: Certificate }>({
      path: '/certificates',
      query: { mode },
      form: toForm(certificate),
      ...options,
    }),
  usage: (query: UsageQuery = {}) => call<Usage>('GET', '/usage', undefined, query),
};

/** Addresses for links and images, which send the session cookie. */
export const links = {
  proof: (id: string, type: ProofType) => address(`/certificates/${at(id)}/proof`, { type }),
  qr: (id: string, format: 'svg' | 'png', download = false) =>
    address(`/certificates/${at(id)}/qr`, { format, ...(download && { download: 1 }) }),
  usageCsv: (query: UsageQuery = {}) => address('/usage.csv', query),
  auditCsv: () => address('/audit.csv'),
};

/** The server reads the fields before the file, so the file comes last. */
function toForm({ file, ...fields }: NewCertificate): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') form.set(name, value);
  }
  form.set('file', file);
  return form;
}
