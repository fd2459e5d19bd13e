/** For load balancers and operators: whether the process is alive, and which parts of the service work. */

import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { toAnswer } from '../http/errors.ts';
import { preferredLanguage } from '../http/language.ts';
import { AppError, type Text } from '../kernel/errors.ts';
import { conditionOf, PARTS, type Part } from '../upkeep/conditions/conditions.ts';
import { type Found, redParts } from '../upkeep/conditions/find-conditions.ts';
import type { Conditions } from '../upkeep/conditions/watch-conditions.ts';

export type HealthPorts = { conditions: Pick<Conditions, 'look'> };

const PartQuery = Type.Object({ part: Type.Optional(Type.Enum([...PARTS])) });

const UNAVAILABLE: Text = {
  en: 'This part of the service does not work at the moment; `problems` says why.',
  es: 'Esta parte del servicio no funciona en este momento; `problems` dice por qué.',
};

export function healthRoutes(app: App, ports: HealthPorts): void {
  app.get(
    '/healthz',
    { schema: { hide: true, response: { 200: Type.Object({ status: Type.Literal('ok') }) } } },
    async () => {
      return { status: 'ok' as const };
    },
  );
  // If no part is named, the answer is 200 as long as anything can be read. Otherwise a load balancer would drop all
  // servers when nothing can be certified, and people could no longer read their certificates.
  app.get('/readyz', { schema: { hide: true, querystring: PartQuery } }, async (request, reply) => {
    const found = await ports.conditions.look();
    const red = redParts(found);
    const { part = 'reading' } = request.query;
    const language = preferredLanguage(request.headers['accept-language']);
    const rest = { parts: partsOf(found), ...problemsOf(found, language) };
    if (!red.has(part)) return { status: red.size === 0 ? 'ok' : 'degraded', ...rest };
    const refusal = new AppError('storage_unavailable', UNAVAILABLE, { retryAfterSeconds: 2 });
    const { status, headers, body } = toAnswer(refusal, request.headers['accept-language']);
    return reply
      .code(status)
      .headers(headers)
      .send({ ...body, status: 'unavailable', ...rest });
  });
}

function partsOf(found: readonly Found[]): Record<Part, 'green' | 'yellow' | 'red'> {
  const parts = Object.fromEntries(PARTS.map((part) => [part, 'green'])) as ReturnType<typeof partsOf>;
  for (const { name } of found) {
    const { level, touches } = conditionOf(name);
    for (const part of touches) if (parts[part] !== 'red') parts[part] = level;
  }
  return parts;
}

/** Lists only names and texts from the list of conditions, because strangers may read the answer. */
function problemsOf(found: readonly Found[], language: 'es' | 'en') {
  if (found.length === 0) return {};
  const problems = found.map(({ name, about, code = name, message }) => {
    const { what, mend } = conditionOf(name);
    return { condition: name, ...about, code, message: message ?? `${what[language]} ${mend[language]}` };
  });
  return { problems };
}
