/** Time stamps for programs that speak RFC 3161 over HTTP, such as signing tools. */

import { Type } from 'typebox';
import { OF_IDEMPOTENCY } from '../../http/error-responses.ts';
import { fileOf } from '../../http/schema.ts';
import { type KeyWho, PUBLIC_API } from '../../operations/doors/key.ts';
import { parseIdempotencyKey } from '../../operations/idempotency/idempotency-key.ts';
import { operationsWith } from '../../operations/operation.ts';
import type { OpenedTimestamps } from '../../timestamps/open-timestamps.ts';
import { type LongDigests, whileUpgrading } from '../long-digests/in-use.ts';
import { allowanceExhausted } from '../start-refusals.ts';
import type { StoredFiles } from '../stored-files.ts';
import { UPLOAD_HEADERS } from '../upload/operations.ts';
import { type AnswerPorts, answerQuery } from './answer-query.ts';
import { REPLY_TYPE, refuseAsReply } from './query-refusal.ts';
import { assertAble, readQuery } from './read-query.ts';

export type TsaPorts = AnswerPorts & Pick<OpenedTimestamps, 'unableTo'> & { longDigests: LongDigests };

const Query = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/timestamp-query',
  description: 'A TimeStampReq over a SHA-256, SHA-384 or SHA-512 (DER), at most 16 KiB.',
});

export const stampQuery = operationsWith<TsaPorts, KeyWho>().acting({
  method: 'POST',
  path: '/tsa',
  operationId: 'stampQuery',
  scope: 'certificates:write',
  tag: 'Certificates',
  summary: 'Time-stamp a hash (RFC 3161)',
  description:
    'For programs that speak RFC 3161 over HTTP. The answer is the response of the time-stamping provider, byte for byte. Its token becomes a certificate of that hash, in the log and anchored; it costs one certificate, and `Location` is its address. Send the API key as a Bearer token, or as the password of HTTP Basic with any user name. Refusals are TimeStampResp too, with the reason in words and the HTTP status of the API. Without an Idempotency-Key, each query gets a new stamp. `sello tsa-proxy` adds the API key for programs that cannot send one.',
  isStream: true,
  acceptsBasic: true,
  refusalForm: refuseAsReply,
  headers: UPLOAD_HEADERS,
  body: { required: true, content: { 'application/timestamp-query': { schema: Query } } },
  answers: { 200: { description: 'A TimeStampResp with the token.', ...fileOf(REPLY_TYPE) } },
  refusals: [400, 402, 'storage_full', 413, 415, 422, 'digest_mismatch', 502, ...OF_IDEMPOTENCY],
  read: ({ certificates }) => certificates.files,
  async act(ports, { who, certificatesLeft = 0, baseUrl, request }, files: StoredFiles) {
    const { caller } = who;
    const key = parseIdempotencyKey(request.headers['idempotency-key']);
    if (key === undefined && caller.livemode && certificatesLeft === 0) throw allowanceExhausted();
    const query = await readQuery(request);
    assertAble(ports, caller.livemode, query.wishes);
    if (query.algorithm !== 'SHA-256' && !(await ports.longDigests.mayBeUsed())) throw whileUpgrading();
    const { tsr, location, isReplay } = await answerQuery(
      ports,
      {
        uploader: { ...caller, certificatesLeft, files },
        operation: `POST ${PUBLIC_API}/tsa`,
        key,
        collectionUrl: `${baseUrl}${PUBLIC_API}/certificates`,
      },
      query,
    );
    if (!isReplay) request.use = { source: caller, certificates: 1 };
    const headers = { location, ...(isReplay && { 'idempotent-replayed': 'true' }) };
    return { status: 200, headers, file: { type: REPLY_TYPE, content: tsr } };
  },
});
