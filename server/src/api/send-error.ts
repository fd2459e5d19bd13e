/** Sends errors in the caller's language, and does not count a call that failed because of an outage. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { asToldTo } from '../database/current-request.ts';
import { isDatabaseAway } from '../database/outcome.ts';
import { giveBodyBack } from '../http/bodies/held-body.ts';
import { lingerAfterEarlyAnswer } from '../http/connection/linger.ts';
import { isOutage, STATUS, toAnswer, toAppError } from '../http/errors.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { UntilDone } from '../kernel/pacing/until-done.ts';
import type { Access } from '../keys/ports.ts';
import { tellLimits } from '../keys/rate-and-quota/guards.ts';

export type ErrorPorts = {
  logger: Logger;
  untilDone: UntilDone;
  access: Pick<Access, 'giveBack'>;
  now: Clock;
};

export async function sendError(
  ports: ErrorPorts,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  giveBodyBack(request);
  const error = toAppError(asToldTo(thrown));
  request.refusedWith = error.code;
  if (STATUS[error.code] >= 500) {
    ports.logger.error('request.failed', { requestId: request.id, error: error.code, cause: error.cause });
  }
  if (isOutage(error.code)) {
    const givenBack = giveBack(ports, request, reply);
    if (!isDatabaseAway(thrown)) await givenBack;
  }
  const { status, headers, body } = toAnswer(error, request.headers['accept-language']);
  lingerAfterEarlyAnswer(request.raw, reply.raw);
  const form = request.routeOptions.config?.refusalForm;
  if (form !== undefined) {
    const { type, content } = form(error, body.message);
    return reply.code(status).headers(headers).type(type).send(Buffer.from(content));
  }
  return reply.code(status).headers(headers).serializer(JSON.stringify).send(body);
}

/** An outage must cost the caller nothing, so the call is removed from the counts of the minute and the month. */
async function giveBack(ports: ErrorPorts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const call = request.countedCall;
  if (call === undefined) return;
  request.countedCall = undefined;
  await ports.untilDone('give call back', async () => {
    const limits = await ports.access.giveBack(call, ports.now());
    if (limits !== undefined && !reply.sent) tellLimits(reply, limits, ports.now());
  });
}
