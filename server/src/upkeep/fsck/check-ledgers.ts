/** Counters, codes, keys, allowances and kept answers, each compared with what it is derived from. */

import { isDeepStrictEqual } from 'node:util';
import { equalBytes } from '@sello/proof';
import { fingerprintOf } from '../../certificates/request-fingerprint.ts';
import { isRecord, isTextsByName } from '../../database/row-reader.ts';
import { openSealed } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { publicKeyOf } from '../../memberships/badges/badge-keys.ts';
import type { LedgerFaultCode } from './ledger-fault-codes.ts';
import type {
  AnsweredCertificate,
  Finding,
  FsckReads,
  KeptAnswer,
  RepairKind,
  SealedSecret,
} from './ports.ts';

type LedgerCheck = { serverKeys: ServerKeys } & { reads: FsckReads };

/** Message for each fault, and its repair where there is one. */
const FAULTS: Record<LedgerFaultCode, { message: string; repair?: RepairKind }> = {
  account_unknown: { message: 'The account of these certificates does not exist' },
  owner_missing: { message: 'A row belongs to no account' },
  count_missing: { message: 'The counter of certificates is missing', repair: 'counts' },
  count_differs: { message: 'The counter of certificates is wrong', repair: 'counts' },
  number_missing: { message: 'Certificates of the account are missing' },
  stored_bytes_differ: { message: 'The bytes of stored files are counted wrongly', repair: 'stored_bytes' },
  erased_to_differs: { message: 'The mark up to which files have expired is wrong', repair: 'stored_bytes' },
  code_missing: { message: 'The public address does not lead to its certificate', repair: 'codes' },
  code_stray: { message: 'A public address leads to the wrong certificate', repair: 'codes' },
  search_missing: { message: 'The search index lacks a certificate', repair: 'search' },
  search_differs: {
    message: 'The search index does not match the certificate',
    repair: 'search',
  },
  search_words_differ: { message: 'The search index has other words than a certificate', repair: 'search' },
  search_stray: { message: 'The search index names a certificate that does not exist', repair: 'search' },
  token_missing: { message: 'A certificate has no time stamp' },
  token_stray: { message: 'A time stamp belongs to no certificate' },
  proof_stray: { message: 'A final proof belongs to no certificate' },
  key_unknown: { message: 'No key of the account could have made this certificate' },
  unsigned_upload: { message: 'There is no record of who made this certificate' },
  batch_differs: { message: 'A batch does not match its items' },
  allowance_differs: { message: 'The allowance does not add up', repair: 'allowance' },
  grants_differ: { message: 'The allowance is not what was granted', repair: 'allowance' },
  reservation_dead: {
    message: 'Part of the allowance is held for a request that is gone',
    repair: 'reservations',
  },
  claim_dead: { message: 'An Idempotency-Key is held for a request that is gone', repair: 'claims' },
  call_counts_differ: { message: 'The call counts of a key contradict each other', repair: 'call_counts' },
  usage_differs: { message: 'The counts behind a chart contradict each other' },
  account_differs: { message: 'The account does not match its audit log' },
  key_differs: { message: 'The key does not match the audit log' },
  key_missing: { message: 'A key is missing' },
  secret_differs: { message: 'The secrets of a key do not match the audit log' },
  places_astray: { message: 'Places in the log do not follow each other', repair: 'places' },
  queue_missing: { message: 'The certificate would never get a place in the log', repair: 'queue' },
  queue_stray: { message: 'The queue of the log holds an entry that should not wait', repair: 'queue' },
  membership_astray: { message: 'Records of a member do not belong together' },
  tallies_differ: { message: 'The figures of a council are counted wrongly', repair: 'tallies' },
  own_page_astray: { message: 'What a member did on their own page does not belong together' },
  document_differs: { message: 'A document and its certificate do not belong together' },
  badge_differs: { message: 'A badge is not the one that was issued' },
  queue_differs: { message: 'The queue of the log holds a wrong hash', repair: 'queue' },
};

/** Every crash leaves these, and every running server repairs them within seconds. */
const LEFT_BY_CRASHES: readonly LedgerFaultCode[] = ['reservation_dead', 'claim_dead'];

export async function* checkLedgers(check: LedgerCheck): AsyncGenerator<Finding> {
  for await (const batch of check.reads.ledgerFaults()) {
    for (const { code, where, told, isYoung } of batch) {
      const { message, repair } = FAULTS[code];
      const level = isYoung && LEFT_BY_CRASHES.includes(code) ? 'note' : 'problem';
      yield { level, code, where, message: `${message}: ${told}.`, ...(repair !== undefined && { repair }) };
    }
  }
  yield* checkAnswers(check);
  yield* checkSecrets(check);
}

async function* checkAnswers({ reads }: LedgerCheck): AsyncGenerator<Finding> {
  for await (const batch of reads.keptAnswers()) {
    for (const answer of batch) {
      const because = await answerFault(reads, answer);
      if (because === undefined) continue;
      const message = `The answer kept for an Idempotency-Key ${because}.`;
      yield { level: 'problem', code: 'answer_differs', where: answer.where, message };
    }
  }
}

async function answerFault(reads: FsckReads, answer: KeptAnswer): Promise<string | undefined> {
  const record = parseRecord(answer.body);
  if (record === undefined) return 'is not the record of a certificate';
  const certificate = await reads.certificate(answer.accountId, record.id);
  if (certificate === undefined) return `is of ${record.id}, which does not exist`;
  const answered = labelsIn(record);
  if (!equalBytes(answer.fingerprint, fingerprintOf({ ...certificate.file, ...answered })))
    return 'does not match the request that it was given to';
  const { location } = isRecord(answer.headers) ? answer.headers : {};
  const isSame =
    answer.status === 201 &&
    typeof location === 'string' &&
    location.endsWith(`/${record.id}`) &&
    record.created_at === certificate.createdAt &&
    // A PATCH may have changed them since the answer was given.
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
    // Answers of earlier versions have none.
    metadata: isTextsByName(record.metadata) ? record.metadata : {},
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

const BROKEN = {
  badge_key: {
    code: 'badge_key_broken',
    message: 'A key that signs its badges cannot be decrypted, or is not the one that verifiers are given.',
  },
  second_factor: {
    code: 'second_factor_broken',
    message: 'The secret of its second factor cannot be decrypted: its codes are refused.',
  },
  webhook: {
    code: 'webhook_secret_broken',
    message: 'The secret of a webhook cannot be decrypted: nothing is sent to it. Rotate it.',
  },
  answer: {
    code: 'answer_differs',
    message: 'The answer kept for an Idempotency-Key cannot be decrypted: a retry fails.',
  },
};

async function* checkSecrets(check: LedgerCheck): AsyncGenerator<Finding> {
  for await (const batch of check.reads.sealedSecrets()) {
    for (const secret of batch) {
      if (await canBeOpened(check, secret)) continue;
      yield { level: 'problem', where: secret.accountId, ...BROKEN[secret.of] };
    }
  }
}

async function canBeOpened(check: LedgerCheck, secret: SealedSecret): Promise<boolean> {
  const text = secret.sealed.split('.')[1] ?? '';
  try {
    const opened = await openSealed(check, secret.boundTo, secret.sealed);
    if (secret.publicKey !== undefined && !equalBytes(publicKeyOf(opened), secret.publicKey)) return false;
    return Buffer.from(text, 'base64url').toString('base64url') === text;
  } catch {
    return false;
  }
}
