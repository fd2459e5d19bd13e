/** SQL with which a statement writes its own note to the audit log. */

import type { AuditNote } from './ports.ts';

/**
 * SQL that calls `write_audit` with nine parameters, the first of them `$first`; `auditParams` returns their values.
 */
export function auditCall(first: number): string {
  const params = Array.from({ length: 9 }, (_, i) => `$${first + i}`);
  return `write_audit(${params.join(', ')})`;
}

export function auditParams({ accountId, at, action, by, target, details = {} }: AuditNote): unknown[] {
  return [
    accountId,
    at,
    action,
    by.type,
    by.id,
    by.ip ?? null,
    by.userAgent ?? null,
    target ?? null,
    JSON.stringify(by.role === undefined ? details : { ...details, role: by.role }),
  ];
}
