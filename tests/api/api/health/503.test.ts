import type { Found } from '../../../../server/src/upkeep/conditions/find-conditions.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test.for([
  ['/readyz', 'database_away'],
  ['/readyz?part=reading', 'database_away'],
  ['/readyz?part=certifying', 'standby_missing'],
  ['/readyz?part=files', 'files_away'],
  ['/readyz?part=mail', 'mail_failing'],
] as const)(
  'P122 %s with %s: this part does not work, but the process is alive',
  async ([url, name], { sello }) => {
    const { conditions } = sello.ports;
    const found: Found[] = [{ name }];
    sello.ports.conditions = { ...conditions, look: async () => found };
    const answer = await sello.call('GET', url);
    expect([answer.status, answer.body.error]).toEqual([503, 'storage_unavailable']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.body).toMatchObject({ status: 'unavailable', problems: [{ condition: name }] });
    expect((await sello.call('GET', '/healthz')).status).toBe(200);
    sello.ports.conditions = conditions;
    expect((await sello.call('GET', url)).status).toBe(200);
  },
);
