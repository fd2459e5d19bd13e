/** A registrar makes or refuses the correction that a member requested. */

import * as read from '../../../database/row-reader.ts';
import { parseId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { makeUnsealer } from '../../../kernel/seal-secret.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { refuse } from '../../../operations/refusal.ts';
import { changeMember } from '../../members/change-member.ts';
import { findMemberToChange } from '../../members/find-member.ts';
import { note } from '../../note-change.ts';
import { assertReason } from '../../reason.ts';
import { decided, requestNotFound, sealedFor } from './ask-change.ts';
import type { MemberRequest, WantedChanges } from './member-request.ts';
import { findRequest, lockRequest, writeDecision } from './pg-requests.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>;

/** Locks the member first and then the request, in the same order as everywhere. */
export async function decideRequest(
  tools: Ports,
  who: Who,
  named: string,
  status: 'approved' | 'rejected',
  reason: string | undefined,
): Promise<MemberRequest> {
  assertReason(reason);
  const id = parseId('mrq', named);
  const seen = id && (await findRequest(tools, who, id));
  if (seen === undefined) return refuse(requestNotFound());
  await findMemberToChange(tools, who, seen.memberId);
  const request = (await lockRequest(tools, who, seen.id)) ?? refuse(requestNotFound());
  if (request.status !== 'pending') refuse(decided(request.id, request.status, status));
  if (status === 'approved')
    await changeMember(tools, who, request.memberId, (await openChanges(tools, who, request)) as never);
  await writeDecision(tools, request.id, { status, by: who.by.id, at: tools.now(), reason });
  await note(tools, who, 'member.decide_request', request.memberId, {
    request_id: request.id,
    to: status,
    fields: request.fields,
  });
  return (await findRequest(tools, who, request.id)) ?? request;
}

/** The values that the member requested. Empty after the request was decided. */
export async function openChanges(
  tools: Pick<Tools, 'serverKeys'>,
  { accountId }: Owner,
  { id, sealed }: Pick<MemberRequest, 'id' | 'sealed'>,
): Promise<WantedChanges> {
  if (sealed === undefined) return {};
  const opened = await makeUnsealer(tools)(sealedFor(accountId, id), sealed);
  const changes: unknown = JSON.parse(opened.toString());
  if (!read.isRecord(changes)) throw new Error(`${id} holds no changes`);
  return changes as WantedChanges;
}
