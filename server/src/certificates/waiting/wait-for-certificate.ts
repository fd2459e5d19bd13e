/** `GET /certificates/{id}?wait=certified`: the answer is held back until the certificate is certified. */

import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Caller } from '../../keys/key.ts';
import { type Certificate, statusOf } from '../certificate.ts';
import type { Waiting } from './ports.ts';

const DEFAULT_SECONDS = 30;

export const WAIT_QUERY = {
  wait: Type.Optional(
    oneOf(['certified'], {
      description:
        'Wait until the certificate is `certified`, then answer. After `timeout` seconds, answer with the state that it has by then. Counts as one call towards rate and quota, however long it takes.',
    }),
  ),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      default: DEFAULT_SECONDS,
      description: 'The longest wait in seconds.',
    }),
  ),
};

type WaitQuery = { wait?: 'certified'; timeout?: number };

export function assertWaitQuery({ wait, timeout }: WaitQuery): void {
  if (timeout === undefined || wait !== undefined) return;
  throw new AppError('validation_failed', {
    en: '`timeout` belongs to `wait`; add `wait=certified` or leave it out.',
    es: '`timeout` va con `wait`; agregue `wait=certified` o quítelo.',
  });
}

/**
 * Resolves with the certificate as it is after the wait. If the caller has left meanwhile, nobody reads the answer.
 */
export async function waitForCertificate(
  waiting: Waiting,
  caller: Caller,
  certificate: Certificate,
  { timeout = DEFAULT_SECONDS }: WaitQuery,
  reply: FastifyReply,
): Promise<Certificate> {
  if (statusOf(certificate) === 'certified') return certificate;
  const { accountId, livemode } = caller;
  const awaited = { accountId, livemode, certificateId: certificate.id };
  await untilTimeOrGone(timeout * 1_000, reply, (signal) => waiting.untilCertified(awaited, signal));
  return reply.raw.destroyed ? certificate : ((await waiting.read(awaited)) ?? certificate);
}

async function untilTimeOrGone(
  ms: number,
  { raw }: FastifyReply,
  wait: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, ms);
  raw.once('close', end);
  await wait(controller.signal);
  clearTimeout(timer);
  raw.off('close', end);
}
