/** The filters of the audit log, kept in the address of the page. */

import type { AuditQuery, Mode } from '../api.ts';

export type AuditFilters = {
  /** The id of a person or a key. */
  who: string;
  /** A kind of record, such as `award`, or one action on it, such as `award.approve`. */
  action: string;
  /** The id of a record. */
  object: string;
  from: string;
  to: string;
};

export const NO_FILTERS: AuditFilters = { who: '', action: '', object: '', from: '', to: '' };

/** Addresses can be edited by hand, so invalid values are ignored. */
export function parseAuditFilters(params: URLSearchParams): AuditFilters {
  const given = (name: string, shape: RegExp) => {
    const value = params.get(name) ?? '';
    return shape.test(value) ? value : '';
  };
  return {
    who: given('who', /^(?:per|key)_[0-9A-Za-z]{22}$/),
    action: given('action', /^[a-z_]+(?:\.[a-z_]+)?$/),
    object: given('object', /^[a-z]+_[0-9A-Za-z]{22}$/),
    from: given('from', /^\d{4}-\d\d-\d\d$/),
    to: given('to', /^\d{4}-\d\d-\d\d$/),
  };
}

export function toSearch(filters: AuditFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

export function toAuditQuery({ who, action, object, from, to }: AuditFilters, mode: Mode): AuditQuery {
  return {
    mode,
    ...(who.startsWith('per_') && { person: who }),
    ...(who.startsWith('key_') && { key: who }),
    // If the word is no action, the server refuses it, and the page shows the server's message.
    ...(action && { action: action as NonNullable<AuditQuery['action']> }),
    ...(object && { object }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
