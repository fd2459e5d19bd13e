/** Operations about the operators themselves: who they are, a new proof of identity, and the log of all operators. */

import { Type } from 'typebox';
import { PageQuery, PageSchema, readPage } from '../audit/operations.ts';
import { type AuditLog, OPERATOR_LOG } from '../audit/ports.ts';
import { nullable } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { type OperatorWho, PROOF_MS } from '../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import type { OperatorStore } from '../people/operators/ports.ts';
import { needsSecondFactor } from '../people/persons/needs-second-factor.ts';
import {
  assertOwner,
  type OwnerPorts,
  UNLESS_OWNER,
  WithFactor,
} from '../people/second-factor/factor-proof.ts';
import { PersonNameSchema } from './records.ts';

const TAG = 'Operator';

export type OwnPorts = OwnerPorts & {
  operators: OperatorStore;
  audit: AuditLog;
  site: Site & { supportUrl: string | undefined };
};

const { acting } = operationsWith<OwnPorts, OperatorWho>();

export const OWN_OPERATIONS: readonly Operation<OwnPorts, OperatorWho>[] = [
  acting({
    method: 'GET',
    path: '/me',
    operationId: 'getOperator',
    scope: 'operator',
    tag: TAG,
    summary: 'Read who is logged in as operator',
    answers: {
      200: Type.Object({
        person: PersonNameSchema,
        second_factor: Type.Boolean(),
        proven_until: nullable(
          Type.String({
            format: 'date-time',
            description:
              'Until then, acts need no new proof of who the operator is; null: the next act needs one.',
          }),
        ),
        support_url: nullable(Type.String()),
      }),
    },
    refusals: [],
    async act({ site }, { who: { visit, provenUntil } }) {
      const { id, name, email } = visit.person;
      const body = {
        person: { id, name, email },
        second_factor: needsSecondFactor(visit.person),
        proven_until: provenUntil?.toISOString() ?? null,
        support_url: site.supportUrl ?? null,
      };
      return { status: 200, body };
    },
  }),
  acting({
    method: 'POST',
    path: '/proof',
    operationId: 'proveOperator',
    scope: 'operator',
    tag: TAG,
    summary: 'Prove your identity again',
    description:
      'Asks for the password, and for the second factor if there is one. Acts then need no proof for 30 minutes.',
    body: WithFactor,
    answers: { 200: Type.Object({ proven_until: Type.String({ format: 'date-time' }) }) },
    refusals: UNLESS_OWNER,
    async act(ports, { who, body }) {
      await assertOwner(ports, ports.site, who.visit, body);
      const at = ports.now();
      await ports.operators.proven(who.visit.session.id, at, who.by);
      const until = new Date(at.getTime() + PROOF_MS);
      return { status: 200, body: { proven_until: until.toISOString() } };
    },
  }),
  acting({
    method: 'GET',
    path: '/log',
    operationId: 'listOperatorLog',
    scope: 'operator',
    tag: TAG,
    summary: 'List what operators did',
    description: 'Newest first. The entries form a chain of hashes of their own.',
    query: PageQuery,
    answers: { 200: PageSchema },
    refusals: [],
    async act(ports, { query: { limit = 50, before } }) {
      return {
        status: 200,
        body: await readPage(ports, { log: OPERATOR_LOG, may: () => true }, { limit, before }),
      };
    },
  }),
];
