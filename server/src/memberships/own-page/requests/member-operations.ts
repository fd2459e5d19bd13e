/** Corrections that a member asks for. */

import { Type } from 'typebox';
import { nullable } from '../../../http/schema.ts';
import { operationsWith, type RunningOperation } from '../../../operations/operation.ts';
import { DONE, Done, type OwnWho, PageAndId, PageParams, TAG } from '../member-operation.ts';
import { askChange, withdrawRequest } from './ask-change.ts';

const operation = operationsWith<object, OwnWho>().running;

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const Value = Type.Optional(nullable(Type.String({ maxLength: 200 })));

export const OWN_REQUEST_OPERATIONS: readonly RunningOperation<object, OwnWho>[] = [
  operation({
    method: 'POST',
    path: '/requests',
    operationId: 'requestOwnCorrection',
    scope: 'own page',
    tag: TAG,
    summary: 'Ask for a correction',
    params: PageParams,
    body: Type.Object({
      changes: Type.Object({
        given_name: Name,
        first_surname: Name,
        second_surname: Value,
        curp: Value,
        rfc: Value,
        professional_license: Value,
        specialty: Value,
        specialty_license: Value,
      }),
    }),
    answers: { 201: Type.Object({ request_id: Type.String() }, { title: 'MyNewRequest' }) },
    refusals: [404, 'invalid_transition', 'invalid_curp', 'invalid_rfc', 'member_anonymised'],
    run: async (tools, { who, body }) => ({
      status: 201,
      body: { request_id: await askChange(tools, who, who.session.member.id, body.changes) },
    }),
  }),
  operation({
    method: 'POST',
    path: '/requests/:id/withdraw',
    operationId: 'withdrawOwnCorrection',
    scope: 'own page',
    tag: TAG,
    summary: 'Withdraw a correction that waits for its decision',
    params: PageAndId,
    answers: { 200: Done },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params }) => {
      await withdrawRequest(tools, who, who.session.member.id, params.id);
      return { status: 200, body: DONE };
    },
  }),
];
