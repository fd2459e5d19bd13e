/**
 * Checks events delivered to webhooks strictly against the OpenAPI document: no missing field, no unknown field, no
 * undescribed event.
 */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type OpenapiDocument, openapiDocument } from '../../scripts/openapi-document.ts';
import { eventSchema } from '../../scripts/sdk-operations.ts';
import { closed } from './answer-check.ts';

const { components, webhooks }: OpenapiDocument = await openapiDocument();
const validators = new Map<string, ValidateFunction>();

/** Says what is wrong with an event; undefined if nothing is. */
export function faultInEvent(event: unknown): string | undefined {
  const type = typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';
  const described = webhooks[type];
  if (described === undefined) return `the event "${type}" is not described`;
  const validate = validators.get(type) ?? compile(type, described.post);
  return validate(event) ? undefined : `${type}: ${JSON.stringify(validate.errors)}`;
}

function compile(type: string, operation: OpenapiDocument['webhooks'][string]['post']): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  const schema = closed({ ...eventSchema(operation), components }) as object;
  const validate = ajv.compile(schema);
  validators.set(type, validate);
  return validate;
}
