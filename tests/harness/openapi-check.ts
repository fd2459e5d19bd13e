/** Checks every answer in the tests against our own OpenAPI document. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> };
export type OpenapiDocument = { paths: Record<string, Record<string, Operation>>; components: object };

export type Answer = { status: number; contentType: string; text: string };

/** Throws when the document does not describe an answer of the public API. */
export type OpenapiCheck = (method: string, url: string, answer: Answer) => void;

/** Compiled once per process and document: that takes longer than most tests. */
const known = new Map<string, OpenapiCheck>();

export function makeOpenapiCheck(document: OpenapiDocument): OpenapiCheck {
  const key = JSON.stringify([document.paths, document.components]);
  const check = known.get(key) ?? compileCheck(document);
  known.set(key, check);
  return check;
}

function compileCheck(document: OpenapiDocument): OpenapiCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.entries(document.paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    template,
    operations,
  }));

  return (method, url, answer) => {
    const path = url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0] ?? '';
    // A fixed address comes before one with a parameter in its place.
    const route =
      routes.find(({ template }) => template === path) ?? routes.find(({ pattern }) => pattern.test(path));
    const operation = route?.operations[method.toLowerCase() === 'head' ? 'get' : method.toLowerCase()];
    if (route === undefined || operation === undefined) return;
    const where = `${method} ${route.template} → ${answer.status}`;
    const response = operation.responses[answer.status];
    if (response === undefined) throw new Error(`${where} is not in the OpenAPI document`);
    if (response.content === undefined || method === 'HEAD' || answer.text === '') return;
    const type = answer.contentType.split(';', 1)[0] ?? '';
    const schema = response.content[type]?.schema;
    if (schema === undefined) throw new Error(`${where}: the document knows no body of type "${type}"`);
    if (type !== 'application/json') return;
    const key = `${route.template} ${method} ${answer.status}`;
    const validate = compiled.get(key) ?? ajv.compile(localReferences(schema));
    compiled.set(key, validate);
    if (!validate(JSON.parse(answer.text))) {
      throw new Error(
        `${where} does not fit its schema: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
      );
    }
  };
}

function localReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
}
