/**
 * Gives every parameter of the list of certificates a default that changes nothing. Programs that make requests from
 * the description, such as Postman, send all parameters; without a default they make up values, which are refused.
 */

import { MAY_BE_EMPTY } from '../../certificates/certificate-list.ts';
import { PUBLIC_API } from '../../operations/doors/key.ts';

type Schema = { default?: unknown; enum?: readonly string[] };
type Operations = { get?: { parameters?: { name: string; schema: Schema }[] } };

const NEUTRAL: Readonly<Record<string, unknown>> = {
  metadata: {},
  q: '',
  created_after: '1970-01-01T00:00:00Z',
  created_from: '1970-01-01T00:00:00Z',
  created_before: '9999-12-31T23:59:59Z',
};

/** Changes the document in place. */
export function addNeutralFilters(paths: Record<string, unknown>): void {
  const list = paths[`${PUBLIC_API}/certificates`] as Operations | undefined;
  for (const parameter of list?.get?.parameters ?? []) {
    const { name, schema } = parameter;
    if (MAY_BE_EMPTY.includes(name))
      parameter.schema = { ...schema, default: '', ...(schema.enum && { enum: ['', ...schema.enum] }) };
    else if (name in NEUTRAL) parameter.schema = { ...schema, default: NEUTRAL[name] };
  }
}
