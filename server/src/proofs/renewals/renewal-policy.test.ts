import { beforeAll, describe, expect, test } from 'vitest';
import { type ForgedProvider, forgeProvider } from '../../../../tests/harness/forged-provider.ts';
import { ALGORITHM_ENDS } from '../../timestamps/algorithm-ends.ts';
import { planRenewal } from './renewal-policy.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const ENDS = { ...ALGORITHM_ENDS, RSA: day('2070-01-01'), ECDSA: day('2070-01-01') };

let chain: Uint8Array[];
let provider: ForgedProvider;
beforeAll(async () => {
  provider = await forgeProvider({ name: 'Early', notAfter: day('2031-01-01') });
  chain = [provider.unitDer, provider.rootDer];
});

const plan = (now: string, orderedAt: readonly string[] = [], hash: 'SHA-256' | 'SHA-512' = 'SHA-256') =>
  planRenewal(
    { chains: [chain], stamped: orderedAt.map((one) => ({ hash, orderedAt: day(one) })) },
    ENDS,
    day(now),
  );

describe('a chain that ends', () => {
  test('P131 is renewed half a year ahead, and again for what was stamped since', () => {
    expect(plan('2030-06-01').due).toBeUndefined();
    expect(plan('2030-06-01').next).toEqual({
      of: 'Early',
      at: day('2031-01-01'),
      dueAt: day('2030-07-05'),
    });
    expect(plan('2030-07-06').due?.of).toBe('Early');
    expect(plan('2030-07-07', ['2030-07-06']).due).toBeUndefined();
    expect(plan('2030-12-03', ['2030-07-06']).due?.of).toBe('Early');
    expect(plan('2030-12-04', ['2030-07-06', '2030-12-03']).due).toBeUndefined();
  });

  test('that was missed for a while is made up for by one renewal', () => {
    expect(plan('2030-12-30').due?.of).toBe('Early');
    expect(plan('2030-12-31', ['2030-12-30']).due).toBeUndefined();
  });

  test('that has passed is not renewed: it would be too late', () => {
    expect(plan('2031-02-01').due).toBeUndefined();
  });

  test('ends with its algorithm, if that is earlier', () => {
    const ends = { ...ENDS, ECDSA: day('2028-01-01') };
    const { due } = planRenewal({ chains: [chain], stamped: [] }, ends, day('2027-08-01'));
    expect(due).toMatchObject({ of: 'ECDSA of Early', at: day('2028-01-01') });
  });
});

describe('the algorithm of the hashes', () => {
  test('gives way to its successor half a year before its own end', () => {
    expect(plan('2044-06-01')).toMatchObject({ hash: 'SHA-256', due: undefined });
    expect(plan('2044-08-01')).toMatchObject({ hash: 'SHA-512', due: { of: 'SHA-256 of Early' } });
    expect(plan('2044-08-02', ['2044-08-01'], 'SHA-512').due).toBeUndefined();
  });

  test('is never taken up again', () => {
    expect(plan('2030-07-06', ['2029-01-01'], 'SHA-512').hash).toBe('SHA-512');
  });
});

test('nothing is due where nothing was stamped', () => {
  expect(planRenewal({ chains: [], stamped: [] }, ENDS, day('2044-08-01')).due).toBeUndefined();
});
