/** Operations on live certificates: how many are left, who used them and when, and asking the operator for more. */

import { Type } from 'typebox';
import { makeAuditLog } from '../../audit/pg-audit.ts';
import type { Database } from '../../database/pool.ts';
import { nullable } from '../../http/schema.ts';
import { assertText, invalidField } from '../../http/text-rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { isLow } from '../../people/accounts/low-allowance.ts';
import type { LoggedIn } from '../../people/login/person.ts';
import { addRequest, listRequests } from '../../people/operators/pg-requests.ts';
import { RequestFields, toRequestFields } from '../../people/operators/request-record.ts';
import { MOST_AT_ONCE, MOST_WORDS } from '../../people/operators/requests.ts';
import type { PeopleSettings } from '../../people/settings.ts';
import type { UsageStore } from './usage.ts';

export type AllowanceOperationPorts = {
  usage: UsageStore;
  records: Pick<Database, 'query'>;
  now: Clock;
  site: Pick<PeopleSettings, 'supportUrl'>;
};

const TAG = 'Usage';
const SHOWN_DAYS = 90;
const DAY_MS = 86_400_000;
const SHOWN_REQUESTS = 20;

const OwnRequestSchema = Type.Object(RequestFields.properties, { title: 'OwnAllowanceRequest' });

const AllowanceState = Type.Object({
  certificates_left: Type.Integer(),
  certificates_granted: Type.Integer(),
  low: Type.Boolean({ description: 'Whether at most a tenth of the granted certificates is left.' }),
  support_url: nullable(Type.String({ description: 'Where to reach the operator of the service.' })),
  requests: Type.Array(OwnRequestSchema, { description: 'Requests for more certificates, newest first.' }),
  days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), certificates: Type.Integer() }), {
    description: 'The days among the last 90 on which live certificates were made, in UTC, oldest first.',
  }),
  by: Type.Array(
    Type.Object({
      key_id: nullable(
        Type.String({ description: 'Null for certificates that people made in the dashboard.' }),
      ),
      name: nullable(Type.String()),
      certificates: Type.Integer(),
    }),
    { description: 'Who made them, most certificates first.' },
  ),
});

const { running } = operationsWith<AllowanceOperationPorts, LoggedIn>();

export const ALLOWANCE_OPERATIONS: readonly Operation<AllowanceOperationPorts, LoggedIn>[] = [
  running({
    method: 'GET',
    path: '/allowance',
    operationId: 'getAllowance',
    scope: 'usage:read',
    tag: TAG,
    summary: 'Read how many live certificates are left, and who used them when',
    answers: { 200: AllowanceState },
    refusals: [],
    async run(tools, { who }) {
      const { id, certificatesLeft, certificatesGranted } = who.account;
      const to = tools.now();
      const period = {
        from: new Date(to.getTime() - (SHOWN_DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
        to: to.toISOString().slice(0, 10),
      };
      await tools.usage.flush();
      const [days, sources, requests] = await Promise.all([
        tools.usage.days(id, period),
        tools.usage.sources(id, period),
        listRequests(tools.query, { accountId: id, limit: SHOWN_REQUESTS }),
      ]);
      const used = sources.filter(({ mode, certificates }) => mode === 'live' && certificates > 0);
      return {
        status: 200,
        body: {
          certificates_left: certificatesLeft,
          certificates_granted: certificatesGranted,
          low: isLow(certificatesLeft, certificatesGranted),
          support_url: tools.site.supportUrl ?? null,
          requests: requests.map(toRequestFields),
          days: days
            .filter(({ certificates }) => certificates > 0)
            .map(({ date, certificates }) => ({ date, certificates })),
          by: used
            .toSorted((one, other) => other.certificates - one.certificates)
            .map(({ keyId, name, certificates }) => ({
              key_id: keyId ?? null,
              name: name ?? null,
              certificates,
            })),
        },
      };
    },
  }),
  running({
    method: 'POST',
    path: '/allowance-requests',
    operationId: 'askForCertificates',
    scope: 'account:write',
    tag: TAG,
    summary: 'Ask the operator for more live certificates',
    description: 'The answer arrives by mail, and as the event `allowance.granted` or `allowance.refused`.',
    body: Type.Object({
      certificates: Type.Integer({ minimum: 1, maximum: MOST_AT_ONCE }),
      reason: Type.String({ minLength: 1, maxLength: MOST_WORDS }),
    }),
    answers: { 201: Type.Object({ request: OwnRequestSchema }) },
    refusals: ['allowance_request_open'],
    async run(tools, { who, body: { certificates, reason } }) {
      assertText('`reason`', reason, { maxChars: MOST_WORDS, multiline: true });
      if (reason.trim() === '')
        throw invalidField('`reason`', 'must not be blank.', 'no debe estar en blanco.');
      const request = {
        id: tools.newId('alr'),
        accountId: who.accountId,
        askedBy: who.visit.person.id,
        certificates,
        reason,
        createdAt: tools.now(),
      };
      if (!(await addRequest(tools.query, request))) throw alreadyAsked();
      await makeAuditLog(tools).write({
        accountId: who.accountId,
        at: request.createdAt,
        action: 'allowance.request',
        by: who.by,
        target: request.id,
        details: { certificates },
      });
      const open = { status: 'open', certificatesGranted: undefined, answer: undefined } as const;
      return {
        status: 201,
        body: { request: toRequestFields({ ...request, ...open, decidedAt: undefined }) },
      };
    },
  }),
];

function alreadyAsked(): AppError {
  return new AppError('allowance_request_open', {
    en: 'An earlier request for more certificates has not been answered yet. The answer will come by mail to the owners.',
    es: 'Una solicitud anterior de más certificados espera respuesta. La respuesta llegará por correo a los propietarios.',
  });
}
