import { expect, test } from 'vitest';
import { loggablePath } from './loggable-path.ts';

test.for([
  ['/v/abcdefghijklmnopqrstuv', '/v/:code', '/v/abcd…'],
  ['/x/ana@example.mx/y', undefined, '/x/ana@…/y'],
  ['/x/ana%40example.mx', undefined, '/x/ana%…'],
  ['/x/PUMM850215MDFNNR03', undefined, '/x/PUMM…'],
  ['/api/public/v1/members/mem_0123456789abcdefghijkl', '/api/public/v1/members/:id', undefined],
  ['/x/sello_live_0123456789abcdefghijklmnopqrstuvwxyz', undefined, '/x/sell…'],
] as const)('%s is logged without what it opens or whom it names', ([path, route, logged]) => {
  expect(loggablePath(path, route)).toBe(logged ?? path);
});

test('a secret that is cut in two by the longest path that is read is not shown in part', () => {
  const secret = 'k7Jm2Qx9';
  const long = `${'/a'.repeat(197)}/${secret.repeat(8)}`;
  expect(loggablePath(long, undefined)).not.toContain(secret);
});

/** Compares the best measurements of one run, because another program may use the processor for a while. */
test('P106 the work over a path does not grow with its length', () => {
  const msOf = (length: number) => {
    const path = `/${'%4'.repeat(length / 2)}`;
    const begun = performance.now();
    for (let i = 0; i < 200; i += 1) loggablePath(path, undefined);
    return performance.now() - begun;
  };
  const best = (length: number) => Math.min(...Array.from({ length: 5 }, () => msOf(length)));
  const [short, long] = [best(1_000), best(8_000)];
  expect(long).toBeLessThan(12 * Math.max(short, 1));
});
