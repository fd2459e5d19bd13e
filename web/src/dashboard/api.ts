/** Every request to the dashboard's back end by name. Errors are `ApiError`s. */

import { type Answer, call, link } from './api-call.ts';
import { call as send, upload } from './api-client.ts';
import type {
  BatchItem,
  Certificate,
  CertificateQuery,
  Delivery,
  ExportQuery,
  KeyChange,
  Mode,
  NewKey,
  NewPasskeyAnswer,
  PasskeyAnswer,
  ProofType,
  Routes,
  SignUp,
  UsageQuery,
} from './api-types.ts';

export { ApiError, isLoggedOut } from './api-client.ts';
export type * from './api-types.ts';
export { SCOPES, SUBSCRIPTIONS } from './api-types.ts';

export type CertificateStatus = Certificate['status'];
export type Pagination = Answer<'GET', '/certificates'>['pagination'];
export type NewCertificate = Routes['POST']['/certificates']['form'];

/** A file that stays on the device. */
export type NewFingerprint = UploadDetails & {
  sha256: string;
  file_name: string;
  file_size: number;
  file_mime?: string;
};

type ExportLink = Omit<ExportQuery, 'metadata'>;

export type NewWebhook = Routes['POST']['/webhooks']['body'];
export type WebhookChange = Routes['PATCH']['/webhooks/:id']['body'];

type UploadDetails = Pick<NewCertificate, 'title' | 'description' | 'document_type'>;

/** Password and second factor of whoever is logged in. */
type Owner = Routes['POST']['/second-factor/remove']['body'];

type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

export const api = {
  settings: () => call('GET', '/settings'),
  service: () => call('GET', '/service'),
  signUp: (body: SignUp) => call('POST', '/signup', { body }),
  confirmSignUp: (body: Routes['POST']['/signup/confirm']['body']) =>
    call('POST', '/signup/confirm', { body }),
  logIn: (body: Routes['POST']['/login']['body']) => call('POST', '/login', { body }),
  beginPasskeyLogin: () => call('POST', '/login/passkey/options'),
  logInWithPasskey: (passkey: PasskeyAnswer) => call('POST', '/login/passkey', { body: { passkey } }),
  logOut: () => call('POST', '/logout'),
  forgottenPassword: (email: string) => call('POST', '/forgotten-password', { body: { email } }),
  resetPassword: (body: Routes['POST']['/reset-password']['body']) =>
    call('POST', '/reset-password', { body }),

  me: () => call('GET', '/me'),
  changeMe: (body: Routes['PATCH']['/me']['body']) => call('PATCH', '/me', { body }),
  changePassword: (body: Routes['POST']['/password']['body']) => call('POST', '/password', { body }),
  changeEmail: (body: Routes['POST']['/email']['body']) => call('POST', '/email', { body }),
  confirmEmail: (token: string) => call('POST', '/email/confirm', { body: { token } }),
  sessions: () => call('GET', '/sessions'),
  closeSession: (id: string) => call('DELETE', '/sessions/:id', { params: { id } }),
  closeOtherSessions: () => call('POST', '/sessions/close-others'),
  beginSecondFactor: (body: Owner) => call('POST', '/second-factor', { body }),
  confirmSecondFactor: (code: string) => call('POST', '/second-factor/confirm', { body: { code } }),
  renewRecoveryCodes: (body: Owner) => call('POST', '/second-factor/recovery-codes', { body }),
  removeSecondFactor: (body: Owner) => call('POST', '/second-factor/remove', { body }),
  passkeys: () => call('GET', '/passkeys'),
  beginPasskey: (body: Owner) => call('POST', '/passkeys/options', { body }),
  addPasskey: (body: { name: string; passkey: NewPasskeyAnswer }) => call('POST', '/passkeys', { body }),
  provePasskey: () => call('POST', '/passkeys/proof-options'),
  removePasskey: (id: string, body: Owner) => call('POST', '/passkeys/:id/remove', { params: { id }, body }),
  keepFiles: (password: string, days: number | null) =>
    call('PUT', '/retention', { body: { password, keep_files_days: days } }),
  requestDeletion: (password: string) => call('POST', '/deletion-request', { body: { password } }),
  cancelDeletion: () => call('POST', '/deletion-request/cancel'),
  /** `before`: the `next_before` of the page before. */
  audit: ({ limit, before }: { limit?: number; before?: string } = {}) =>
    call('GET', '/audit', { query: { limit, before: before === undefined ? undefined : Number(before) } }),

  keyReview: () => call('GET', '/key-review'),
  /** `revoke`: ids of keys. */
  endKeyReview: (revoke: readonly string[]) => call('POST', '/key-review', { body: { revoke } }),
  keys: () => call('GET', '/keys'),
  createKey: (body: NewKey) => call('POST', '/keys', { body }),
  changeKey: (id: string, body: KeyChange) => call('PATCH', '/keys/:id', { params: { id }, body }),
  revokeKey: (id: string, reason?: string) =>
    call('DELETE', '/keys/:id', { params: { id }, query: { reason } }),
  rotateKey: (id: string, graceSeconds: number) =>
    call('POST', '/keys/:id/rotate', { params: { id }, body: { grace_seconds: graceSeconds } }),

  certificates: (mode: Mode, query: CertificateQuery = {}) =>
    call('GET', '/certificates', { query: { ...query, mode } }),
  certificate: (id: string) => call('GET', '/certificates/:id', { params: { id } }),
  eraseFile: (id: string) => call('DELETE', '/certificates/:id/file', { params: { id } }),
  certify: (mode: Mode, certificate: NewCertificate, options: UploadOptions = {}) =>
    upload<Answer<'POST', '/certificates'>>({
      path: '/certificates',
      query: { mode },
      form: toForm(certificate),
      ...options,
    }),
  certifyFingerprint: (mode: Mode, certificate: NewFingerprint) =>
    send<Answer<'POST', '/certificates'>>('POST', '/certificates', certificate, { mode }),
  batches: (mode: Mode, offset: number) => call('GET', '/batches', { query: { mode, offset } }),
  batch: (mode: Mode, id: string) => call('GET', '/batches/:id', { params: { id }, query: { mode } }),
  batchItems: (mode: Mode, id: string, query: { status?: BatchItem['status']; offset: number }) =>
    call('GET', '/batches/:id/items', { params: { id }, query: { ...query, mode } }),
  createBatch: (mode: Mode, items: readonly NewFingerprint[]) =>
    send<Answer<'POST', '/batches'>>('POST', '/batches', { items }, { mode }),
  retryBatch: (mode: Mode, id: string) =>
    call('POST', '/batches/:id/retry', { params: { id }, query: { mode } }),
  usage: (query: UsageQuery = {}) => call('GET', '/usage', { query }),

  webhooks: (mode: Mode) => call('GET', '/webhooks', { query: { mode, limit: 100 } }),
  webhook: (mode: Mode, id: string) => call('GET', '/webhooks/:id', { params: { id }, query: { mode } }),
  createWebhook: (mode: Mode, body: NewWebhook) => call('POST', '/webhooks', { query: { mode }, body }),
  changeWebhook: (mode: Mode, id: string, body: WebhookChange) =>
    call('PATCH', '/webhooks/:id', { params: { id }, query: { mode }, body }),
  deleteWebhook: (mode: Mode, id: string) =>
    call('DELETE', '/webhooks/:id', { params: { id }, query: { mode } }),
  rotateWebhook: (mode: Mode, id: string) =>
    call('POST', '/webhooks/:id/rotate', { params: { id }, query: { mode }, body: {} }),
  testWebhook: (mode: Mode, id: string) =>
    call('POST', '/webhooks/:id/test', { params: { id }, query: { mode }, body: {} }),
  deliveries: (mode: Mode, id: string, query: { status?: Delivery['status']; offset?: number }) =>
    call('GET', '/webhooks/:id/deliveries', { params: { id }, query: { ...query, mode } }),
  delivery: (mode: Mode, id: string) => call('GET', '/deliveries/:id', { params: { id }, query: { mode } }),
  sendAgain: (mode: Mode, id: string) =>
    call('POST', '/deliveries/:id/retry', { params: { id }, query: { mode }, body: {} }),
};

/** Addresses for links and images, which send the session cookie. */
export const links = {
  export: (mode: Mode, format: 'csv' | 'ndjson' | 'zip', query: CertificateQuery) => {
    // The whole list, not the page of it that is shown.
    const { limit: _limit, offset: _offset, metadata: _metadata, ...filter } = query;
    return link('/certificates/export', { query: { ...filter, format, mode } as ExportLink });
  },
  /** The original file through the service itself. */
  file: (id: string) => link('/certificates/:id/file', { params: { id } }),
  proof: (id: string, type: ProofType) =>
    link('/certificates/:id/proof', { params: { id }, query: { type } }),
  qr: (id: string, format: 'svg' | 'png', download = false) =>
    link('/certificates/:id/qr', {
      params: { id },
      query: { format, download: download ? '1' : undefined },
    }),
  usageCsv: (query: UsageQuery = {}) => link('/usage.csv', { query }),
  auditCsv: () => link('/audit.csv'),
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
