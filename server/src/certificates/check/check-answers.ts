/**
 * Checks the answers kept for Idempotency-Keys. Each answer is compared with its certificate and with the request that
 * it answered.
 */

import { isDeepStrictEqual } from 'node:util';
import { equalBytes } from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { fingerprintOf } from '../request-fingerprint.ts';
import {
  type AnsweredCertificate,
  type KeptAnswer,
  readAnswered,
  readKeptAnswers,
} from './pg-read-answers.ts';

export const checkAnswers: Check = {
  name: 'certificates: kept answers',
  async *find({ snapshot }) {
    for await (const batch of readKeptAnswers(snapshot)) {
      for (const answer of batch) {
        const because = await answerFault(snapshot, answer);
        if (because !== undefined)
          yield problem('answer_differs', answer.where, `The answer kept for an Idempotency-Key ${because}.`);
      }
    }
  },
};

async function answerFault(snapshot: Snapshot, answer: KeptAnswer): Promise<string | undefined> {
  const record = parseRecord(answer.body);
  if (record === undefined) return 'is not the record of a certificate';
  const certificate = await readAnswered(snapshot, answer.accountId, record.id);
  if (certificate === undefined) return `is of ${record.id}, which does not exist`;
  const answered = labelsIn(record);
  const { file, adopted, seal, stamp } = certificate;
  const asked = { ...file, ...answered, ...(adopted && { adopted }), seal, stamp };
  if (!equalBytes(answer.fingerprint, fingerprintOf(asked)))
    return 'does not match the request that it was given to';
  const { location } = read.isRecord(answer.headers) ? answer.headers : {};
  const isSame =
    answer.status === 201 &&
    typeof location === 'string' &&
    location.endsWith(`/${record.id}`) &&
    record.created_at === certificate.createdAt &&
    // The labels are compared only if the certificate never changed: a PATCH may have changed them since the answer
    // was given.
    (certificate.changedAt !== undefined || isDeepStrictEqual(answered, labelsOf(certificate)));
  return isSame ? undefined : 'does not match its certificate';
}

function labelsOf({ title, description, documentType, externalId, metadata }: AnsweredCertificate) {
  return { title, description, documentType, externalId, metadata };
}

function labelsIn(record: AnsweredRecord): ReturnType<typeof labelsOf> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    title: textOf(record.title) ?? '',
    description: textOf(record.description),
    documentType: textOf(record.document_type),
    externalId: textOf(record.external_id),
    // Answers of earlier versions have no metadata.
    metadata: read.isTextsByName(record.metadata) ? record.metadata : {},
  };
}

type AnsweredRecord = {
  id: string;
  title?: unknown;
  description?: unknown;
  document_type?: unknown;
  external_id?: unknown;
  metadata?: unknown;
  created_at?: unknown;
};

function parseRecord(body: string): AnsweredRecord | undefined {
  try {
    const { certificate } = JSON.parse(body) as { certificate?: AnsweredRecord };
    return typeof certificate?.id === 'string' ? certificate : undefined;
  } catch {
    return undefined;
  }
}
