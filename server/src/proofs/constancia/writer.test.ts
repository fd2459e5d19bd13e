import { expect, test } from 'vitest';
import type { ConstanciaMaterial } from './facts.ts';
import { makeConstanciaWriter } from './writer.ts';

const materialOf = (serviceName: string) => async () => ({ serviceName }) as ConstanciaMaterial;

function countedWriter() {
  const written: string[] = [];
  const writer = makeConstanciaWriter(async ({ serviceName }) => {
    written.push(serviceName);
    if (serviceName === 'broken') throw new Error('no ink');
    return Buffer.from(serviceName);
  });
  return { writer, written };
}

test('the same material is written once, even for concurrent requests', async () => {
  const { writer, written } = countedWriter();
  await Promise.all([writer.write('acct', materialOf('a')), writer.write('acct', materialOf('a'))]);
  expect(await writer.write('acct', materialOf('a'))).toEqual(Buffer.from('a'));
  expect(await writer.write('acct', materialOf('b'))).toEqual(Buffer.from('b'));
  expect(written).toEqual(['a', 'b']);
});

test('the least recently requested are evicted, by size', async () => {
  const written: string[] = [];
  const writer = makeConstanciaWriter(async ({ serviceName }) => {
    written.push(serviceName);
    return new Uint8Array(1024 * 1024);
  });
  for (let i = 0; i < 8; i++) await writer.write('acct', materialOf(`${i}`));
  await writer.write('acct', materialOf('0'));
  expect(written).toHaveLength(8);
  await writer.write('acct', materialOf('8'));
  await writer.write('acct', materialOf('0'));
  expect(written).toHaveLength(9);
  await writer.write('acct', materialOf('1'));
  expect(written).toHaveLength(10);
});

test('a failure is not cached', async () => {
  const { writer, written } = countedWriter();
  for (let i = 0; i < 2; i++)
    await expect(writer.write('acct', materialOf('broken'))).rejects.toThrow('no ink');
  expect(written).toHaveLength(2);
});

test('P44 when too many are requested, a caller is told when to retry, at almost no cost', async () => {
  let prepared = 0;
  const prepare = async () => {
    prepared += 1;
    return materialOf(`${prepared}`)();
  };
  const { promise: ink, resolve: fill } = Promise.withResolvers<Uint8Array>();
  const writer = makeConstanciaWriter(() => ink);
  const asked = Array.from({ length: 120 }, (_, i) => writer.write(`acct_${i}`, prepare));
  const refused = Promise.allSettled(asked.slice(23));
  for (const outcome of await refused)
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'overloaded', retryAfterSeconds: 3 },
    });
  expect(prepared).toBe(3);
  fill(new Uint8Array(1));
  expect(await Promise.all(asked.slice(0, 23))).toHaveLength(23);
  await writer.write('acct', prepare);
});

test('P105: one account has half of the line, and is told that they are its own', async () => {
  const { promise: ink, resolve: fill } = Promise.withResolvers<Uint8Array>();
  const writer = makeConstanciaWriter(() => ink);
  const asked = Array.from({ length: 13 }, (_, i) => writer.write('greedy', materialOf(`${i}`)));
  await expect(asked[12]).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 3 });
  const other = writer.write('other', materialOf('other'));
  fill(new Uint8Array(1));
  expect(await other).toHaveLength(1);
  await Promise.all(asked.slice(0, 12));
});
