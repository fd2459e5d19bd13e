import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { App } from '../../server/src/http/app.ts';
import { ErrorSchema } from '../../server/src/http/schema.ts';
import { watchAnswers } from '../harness/answer-check.ts';

const COUNT = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } };

/** Complaints of the check about an answer of a route that declares a count. */
async function verdictOn(answer: object, status = 200): Promise<string> {
  const { app, assertAnswersFit } = await watchAnswers(async () => {
    const app: App = Fastify();
    app.addSchema(ErrorSchema);
    app.setSerializerCompiler(() => JSON.stringify);
    const response: Record<number, object> = { 200: COUNT, 404: { $ref: 'Error#' } };
    app.get('/api/dashboard/count', { schema: { response } }, async (_request, reply) => {
      return reply.code(status).send(answer);
    });
    await app.ready();
    return app;
  });
  await app.inject('/api/dashboard/count');
  try {
    assertAnswersFit();
    return 'fits';
  } catch (error) {
    return String(error);
  }
}

describe('the check of every answer to our own pages', () => {
  test('accepts an answer that matches', async () => {
    expect(await verdictOn({ count: 1 })).toBe('fits');
    expect(await verdictOn({ error: 'not_found', message: 'Nothing.' }, 404)).toBe('fits');
  });

  test.each([
    ['a field too many', { count: 1, secret: 'x' }, 200, /must NOT have additional properties/],
    ['a field too few', {}, 200, /must have required property 'count'/],
    ['a wrong type', { count: '1' }, 200, /count must be integer/],
    ['a field too many in a refusal', { error: 'a', message: 'b', count: 1 }, 404, /additional properties/],
    ['a status that the route does not declare', { count: 1 }, 201, /is not declared by its route/],
  ] as const)('notices %s', async (_what, answer, status, complaint) => {
    expect(await verdictOn(answer, status)).toMatch(complaint);
  });
});
