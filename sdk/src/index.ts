/** @sello/sdk */

export type {
  Certificates,
  CreateOptions,
  FileToCertify,
  FingerprintToCertify,
  WaitOptions,
} from './certificates.ts';
export type { Download } from './download.ts';
export * from './error-codes.ts';
export { isSelloError, SelloConnectionError, SelloError, type SelloErrorCode } from './errors.ts';
export type { SaveOptions } from './files.ts';
export { fingerprint } from './fingerprint.ts';
export type { List, Page } from './list.ts';
export * from './operations.ts';
export type { ProofOf, ProofOptions, Proofs, ProofType } from './proofs.ts';
export { type RawRequest, Sello, type VerifyAnswer, type VerifyResult } from './sello.ts';
export type { ByteStream, Progress } from './source.ts';
export type { Answer, CallOptions, RetryNotice, SelloOptions } from './transport.ts';
export type { Content } from './upload.ts';
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookHeaders,
  type WebhookOptions,
  WebhookVerificationError,
} from './webhooks.ts';
