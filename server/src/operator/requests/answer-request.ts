/**
 * Answers requests for more certificates. The request, the allowance, both logs and the event change in one
 * transaction.
 */

import { makeAuditLog } from '../../audit/pg-audit.ts';
import { noteEvent } from '../../events/note-event.ts';
import { type Actor, OPERATOR } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { invalidTransition, refuse } from '../../operations/refusal.ts';
import { answerRequest, findRequest } from '../../people/operators/pg-requests.ts';
import type { AllowanceRequest } from '../../people/operators/requests.ts';
import { type ActTools, grantCertificates } from '../accounts/act-on-account.ts';
import { noteAct } from '../note-act.ts';

/** `by` is the operator, whom only the operators' log names. */
type Answer = { id: string; by: Actor };

/** `certificates` defaults to the requested number. */
export async function grantRequest(
  tools: ActTools,
  { id, by, certificates: wanted, answer }: Answer & { certificates?: number; answer?: string | undefined },
): Promise<AllowanceRequest & { certificatesGranted: number }> {
  const request = await findWaiting(tools, id, 'granted');
  const certificates = wanted ?? request.certificates;
  const reason = answer ?? request.id;
  await grantCertificates(tools, { id: request.account.id, by, certificates, reason });
  const granted = await decide(tools, request, { granted: certificates, answer });
  return { ...granted, certificatesGranted: certificates };
}

export async function refuseRequest(
  tools: ActTools,
  { id, by, answer }: Answer & { answer: string },
): Promise<AllowanceRequest> {
  const request = await findWaiting(tools, id, 'refused');
  const note = { action: 'allowance.refuse', target: request.id, details: { reason: answer } } as const;
  const at = tools.now();
  await makeAuditLog(tools).write({ ...note, accountId: request.account.id, at, by: OPERATOR });
  await noteAct(tools, by, note);
  return decide(tools, request, { granted: undefined, answer });
}

async function findWaiting(
  { query }: ActTools,
  id: string,
  wanted: 'granted' | 'refused',
): Promise<AllowanceRequest> {
  const request = await findRequest(query, id);
  if (request === undefined)
    throw new AppError('not_found', {
      en: 'There is no request with this id.',
      es: 'No hay ninguna solicitud con este id.',
    });
  if (request.status === 'open') return request;
  return refuse(
    invalidTransition(request.id, request.status, wanted, {
      en: 'It was answered already.',
      es: 'Ya se respondió.',
    }),
  );
}

/** The answer, and the event that tells the account's programs about it. */
async function decide(
  { query, now }: ActTools,
  request: AllowanceRequest,
  { granted, answer }: { granted: number | undefined; answer: string | undefined },
): Promise<AllowanceRequest> {
  const at = now();
  await answerRequest(query, request.id, { granted, answer, at });
  const decided = await findRequest(query, request.id);
  if (decided === undefined) throw new Error(`${request.id} is gone`);
  const data = {
    id: request.id,
    object: 'allowance_request',
    certificates: request.certificates,
    certificates_granted: granted ?? null,
    certificates_left: decided.account.certificatesLeft,
  };
  const type = granted === undefined ? 'allowance.refused' : 'allowance.granted';
  await noteEvent(query, { accountId: request.account.id, livemode: true }, { type, data, at });
  return decided;
}
