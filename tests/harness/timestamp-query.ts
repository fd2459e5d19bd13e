/** Time-stamp queries, as programs send them to the public API. */

import { createHash } from 'node:crypto';
import {
  decodeTimestampResponse,
  encodeTimestampRequest,
  type TimestampRequestOptions,
} from '../../proof/src/index.ts';
import { API, type TestAnswer, type TestSello } from './test-sello.ts';

export const QUERY_TYPE = 'application/timestamp-query';

export function queryFor(content: string, options: Partial<TimestampRequestOptions> = {}): Buffer {
  const digest = createHash('sha256').update(content).digest();
  return Buffer.from(encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, certReq: true, ...options }));
}

export function sendQuery(
  sello: TestSello,
  authorization: string | undefined,
  payload: Buffer,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return sello.call('POST', `${API}/tsa`, {
    payload,
    headers: {
      'content-type': QUERY_TYPE,
      ...(authorization !== undefined && { authorization }),
      ...headers,
    },
  });
}

/** The content of a response. */
export function replyIn({ bytes }: TestAnswer) {
  const { status, failInfo, statusText, token } = decodeTimestampResponse(bytes);
  return { status, failInfo, text: statusText.join(' '), info: token?.info };
}
