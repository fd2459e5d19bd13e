import { expect, test } from 'vitest';
import type { ConstanciaFacts } from './facts.ts';
import { makeConstanciaWriter } from './writer.ts';

const factsOf = (serviceName: string) => ({ serviceName }) as ConstanciaFacts;

function countedWriter() {
  const written: string[] = [];
  const writer = makeConstanciaWriter(async ({ serviceName }) => {
    written.push(serviceName);
    if (serviceName === 'broken') throw new Error('no ink');
    return Buffer.from(serviceName);
  });
  return { writer, written };
}

test('the same facts are written once, even for concurrent requests', async () => {
  const { writer, written } = countedWriter();
  await Promise.all([writer.write(factsOf('a')), writer.write(factsOf('a'))]);
  expect(await writer.write(factsOf('a'))).toEqual(Buffer.from('a'));
  expect(await writer.write(factsOf('b'))).toEqual(Buffer.from('b'));
  expect(written).toEqual(['a', 'b']);
});

test('the least recently requested are evicted', async () => {
  const { writer, written } = countedWriter();
  for (let i = 0; i < 33; i++) await writer.write(factsOf(`${i}`));
  await writer.write(factsOf('32'));
  expect(written).toHaveLength(33);
  await writer.write(factsOf('0'));
  expect(written).toHaveLength(34);
});

test('a failure is not cached', async () => {
  const { writer, written } = countedWriter();
  for (let i = 0; i < 2; i++) await expect(writer.write(factsOf('broken'))).rejects.toThrow('no ink');
  expect(written).toHaveLength(2);
});
