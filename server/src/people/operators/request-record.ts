/** A request for more certificates as JSON, without the account that made it. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { type AllowanceRequest, REQUEST_STATUSES } from './requests.ts';

export const RequestFields = Type.Object({
  id: Type.String(),
  certificates: Type.Integer(),
  reason: Type.String(),
  status: oneOf(REQUEST_STATUSES),
  certificates_granted: nullable(Type.Integer()),
  answer: nullable(Type.String({ description: "The operator's answer to the account." })),
  created_at: Type.String({ format: 'date-time' }),
  decided_at: nullable(Type.String({ format: 'date-time' })),
});

export function toRequestFields(
  request: Omit<AllowanceRequest, 'account' | 'askedBy'>,
): Static<typeof RequestFields> {
  return {
    id: request.id,
    certificates: request.certificates,
    reason: request.reason,
    status: request.status,
    certificates_granted: request.certificatesGranted ?? null,
    answer: request.answer ?? null,
    created_at: request.createdAt.toISOString(),
    decided_at: request.decidedAt?.toISOString() ?? null,
  };
}
