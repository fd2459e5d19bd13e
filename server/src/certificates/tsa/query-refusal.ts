/**
 * Refusals in the form of RFC 3161: a TimeStampResp without a token, with the HTTP status that the API uses for the
 * error.
 */

import { encodeRejection, type FailInfo } from '@sello/proof';
import { AppError, type ErrorCode, type Text } from '../../kernel/errors.ts';
import type { RefusalForm } from '../../operations/operation.ts';

export const REPLY_TYPE = 'application/timestamp-reply';

/** A query that none of the providers here could answer. */
export class QueryRefused extends AppError {
  readonly failInfo: FailInfo;

  constructor(failInfo: FailInfo, text: Text, code: ErrorCode = 'validation_failed') {
    super(code, text);
    this.failInfo = failInfo;
  }
}

export const refuseAsReply: RefusalForm = (error, message) => ({
  type: REPLY_TYPE,
  content: encodeRejection(failInfoOf(error), message),
});

function failInfoOf(error: AppError): FailInfo {
  if (error instanceof QueryRefused) return error.failInfo;
  switch (error.code) {
    case 'psc_error':
    case 'psc_timeout':
    case 'psc_unavailable':
      return 'timeNotAvailable';
    case 'internal_error':
    case 'storage_unavailable':
    case 'overloaded':
      return 'systemFailure';
    default:
      // RFC 3161 §2.4.2: transaction not permitted or supported.
      return 'badRequest';
  }
}
