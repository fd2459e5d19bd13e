/** A member asks for a correction that only the council can make, or withdraws the request. */

import { invalidField } from '../../../http/text-rules.ts';
import { type MemberRequestId, parseId } from '../../../kernel/ids.ts';
import { openSealer } from '../../../kernel/seal-secret.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { invalidTransition, refusal, refuse } from '../../../operations/refusal.ts';
import { openApplyInput } from '../../members/apply-input.ts';
import { changesOf } from '../../members/change-member.ts';
import { findMemberToChange } from '../../members/find-member.ts';
import type { Member } from '../../members/member.ts';
import { note } from '../../note-change.ts';
import { REQUEST_FIELDS, type WantedChanges } from './member-request.ts';
import { hasPending, insertRequest, lockRequest, writeDecision } from './pg-requests.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'newId' | 'randomBytes' | 'serverKeys'>;

export async function askChange(
  tools: Ports,
  who: Who,
  memberId: Member['id'],
  wanted: WantedChanges,
): Promise<MemberRequestId> {
  const before = await findMemberToChange(tools, who, memberId);
  // The wanted values are checked as in a registrar's change, so that impossible requests are refused at once.
  const apply = await openApplyInput(tools, who);
  const { fields: changed } = changesOf(before, apply(before, wanted as never));
  const fields = REQUEST_FIELDS.filter((field) => changed.includes(field));
  if (fields.length === 0) throw nothingNew();
  if (await hasPending(tools, memberId)) refuse(oneWaits());
  const id = tools.newId('mrq');
  const seal = await openSealer(tools);
  const values = Object.fromEntries(fields.map((field) => [field, wanted[field] ?? null]));
  const at = tools.now();
  await insertRequest(tools, who, {
    id,
    livemode: who.livemode,
    memberId,
    fields,
    sealed: seal(sealedFor(who.accountId, id), Buffer.from(JSON.stringify(values))),
    status: 'pending',
    decidedBy: undefined,
    decidedAt: undefined,
    decisionReason: undefined,
    createdAt: at,
    updatedAt: at,
  });
  await note(tools, who, 'member.request_change', memberId, { request_id: id, fields });
  return id;
}

export async function withdrawRequest(
  tools: Ports,
  who: Who,
  memberId: Member['id'],
  named: string,
): Promise<void> {
  await findMemberToChange(tools, who, memberId);
  const id = parseId('mrq', named);
  const request = id && (await lockRequest(tools, who, id));
  if (request?.memberId !== memberId) return refuse(requestNotFound());
  if (request.status !== 'pending') refuse(decided(request.id, request.status, 'withdrawn'));
  await writeDecision(tools, request.id, {
    status: 'withdrawn',
    by: who.by.id,
    at: tools.now(),
    reason: undefined,
  });
  await note(tools, who, 'member.withdraw_request', memberId, { request_id: request.id });
}

/** Binds the encryption to the request, so that encrypted values copied to another row cannot be decrypted there. */
export function sealedFor(accountId: string, id: string): string {
  return `${accountId}\n${id}\nchanges`;
}

export function requestNotFound() {
  return refusal(
    'not_found',
    'There is no request with this id in your account.',
    'No hay ninguna solicitud con este id en su cuenta.',
  );
}

export function decided(id: string, from: string, to: string) {
  return invalidTransition(id, from, to, {
    en: 'That state is final. The member can ask anew.',
    es: 'Ese estado ya no cambia. El miembro puede pedirlo de nuevo.',
  });
}

function oneWaits() {
  return refusal(
    'invalid_transition',
    'A correction is waiting for its decision. Wait for it, or withdraw it and ask anew.',
    'Una corrección espera su decisión. Espérela, o retírela y pida otra.',
  );
}

function nothingNew() {
  return invalidField(
    '`changes`',
    'must name something that differs from what the council has.',
    'debe indicar algo distinto de lo que tiene el consejo.',
  );
}
