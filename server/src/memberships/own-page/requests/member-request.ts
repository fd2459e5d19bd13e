/** A correction of names or identifiers that a member asks for and a registrar decides. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../../http/schema.ts';
import type { MemberId, MemberRequestId } from '../../../kernel/ids.ts';
import { exampleId } from '../../examples.ts';

export const REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Fields that only the council can confirm. Members correct e-mail and phone themselves. */
export const REQUEST_FIELDS = [
  'given_name',
  'first_surname',
  'second_surname',
  'curp',
  'rfc',
  'professional_license',
  'specialty',
  'specialty_license',
] as const;

export type RequestField = (typeof REQUEST_FIELDS)[number];

/** Null clears a field. */
export type WantedChanges = Partial<Record<RequestField, string | null>>;

export type MemberRequest = {
  id: MemberRequestId;
  livemode: boolean;
  memberId: MemberId;
  fields: readonly string[];
  /** Undefined after the request was decided. */
  sealed: string | undefined;
  status: RequestStatus;
  decidedBy: string | undefined;
  decidedAt: Date | undefined;
  decisionReason: string | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** The request as the member sees it. */
export const MyRequestSchema = Type.Object(
  {
    id: Type.String(),
    fields: Type.Array(Type.String()),
    status: oneOf(REQUEST_STATUSES),
    reason: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'MyRequest' },
);

const Value = nullable(Type.String());
const FIELD_VALUES = Object.fromEntries(
  REQUEST_FIELDS.map((field) => [field, Type.Optional(Value)]),
) as Record<RequestField, ReturnType<typeof Type.Optional<typeof Value>>>;

export const MemberRequestSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'member_request' }),
    livemode: Type.Boolean(),
    member_id: Type.String(),
    member: Type.Object(
      { member_number: Type.String(), name: Type.String({ description: 'Empty once anonymised.' }) },
      { description: 'The member whose record it is, by the present name.' },
    ),
    fields: Type.Array(oneOf(REQUEST_FIELDS), { description: 'What the member wants changed.' }),
    current: nullable(
      Type.Object(FIELD_VALUES, {
        description:
          'The present values of these fields. `curp` and `rfc` are masked without `members:identify`. Null once the request is decided.',
      }),
    ),
    changes: nullable(
      Type.Object(FIELD_VALUES, {
        description:
          'The requested values; null clears a field. `curp` and `rfc` are masked without `members:identify`. Null once the request is decided, because they are not kept.',
      }),
    ),
    status: oneOf(REQUEST_STATUSES),
    decision: nullable(
      Type.Object({
        by: nullable(Type.String()),
        at: Type.String({ format: 'date-time' }),
        reason: nullable(Type.String()),
      }),
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  {
    title: 'MemberRequest',
    examples: [
      {
        id: exampleId('mrq'),
        object: 'member_request',
        livemode: true,
        member_id: exampleId('mem'),
        member: { member_number: '00042', name: 'Ana Nuñez' },
        fields: ['first_surname'],
        current: { first_surname: 'Nuñez' },
        changes: { first_surname: 'Núñez' },
        status: 'pending',
        decision: null,
        created_at: '2026-01-31T18:00:00.000Z',
        updated_at: '2026-01-31T18:00:00.000Z',
      },
    ],
  },
);

export function toMyRequest(request: MemberRequest): Static<typeof MyRequestSchema> {
  return {
    id: request.id,
    fields: [...request.fields],
    status: request.status,
    reason: request.decisionReason ?? null,
    created_at: request.createdAt.toISOString(),
  };
}
