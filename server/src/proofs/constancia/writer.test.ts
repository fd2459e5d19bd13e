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
  await Promise.all([writer.write(materialOf('a')), writer.write(materialOf('a'))]);
  expect(await writer.write(materialOf('a'))).toEqual(Buffer.from('a'));
  expect(await writer.write(materialOf('b'))).toEqual(Buffer.from('b'));
  expect(written).toEqual(['a', 'b']);
});

test('the least recently requested are evicted, by size', async () => {
  const written: string[] = [];
  const writer = makeConstanciaWriter(async ({ serviceName }) => {
    written.push(serviceName);
    return new Uint8Array(1024 * 1024);
  });
  for (let i = 0; i < 8; i++) await writer.write(materialOf(`${i}`));
  await writer.write(materialOf('0'));
  expect(written).toHaveLength(8);
  await writer.write(materialOf('8'));
  await writer.write(materialOf('0'));
  expect(written).toHaveLength(9);
  await writer.write(materialOf('1'));
  expect(written).toHaveLength(10);
});

test('a failure is not cached', async () => {
  const { writer, written } = countedWriter();
  for (let i = 0; i < 2; i++) await expect(writer.write(materialOf('broken'))).rejects.toThrow('no ink');
  expect(written).toHaveLength(2);
});

test('P44 who comes when too many are asked for is told when to come again, and costs no more than that', async () => {
  let prepared = 0;
  const prepare = async () => {
    prepared += 1;
    return materialOf(`${prepared}`)();
  };
  const { promise: ink, resolve: fill } = Promise.withResolvers<Uint8Array>();
  const writer = makeConstanciaWriter(() => ink);
  const asked = Array.from({ length: 120 }, () => writer.write(prepare));
  const refused = Promise.allSettled(asked.slice(20));
  for (const outcome of await refused)
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'overloaded', retryAfterSeconds: 3 },
    });
  expect(prepared).toBe(20);
  fill(new Uint8Array(1));
  expect(await Promise.all(asked.slice(0, 20))).toHaveLength(20);
  await writer.write(prepare);
});
