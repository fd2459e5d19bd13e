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

test('the same facts are written once, also where they are asked for at the same moment', async () => {
  const { writer, written } = countedWriter();
  await Promise.all([writer.write(factsOf('a')), writer.write(factsOf('a'))]);
  expect(await writer.write(factsOf('a'))).toEqual(Buffer.from('a'));
  expect(await writer.write(factsOf('b'))).toEqual(Buffer.from('b'));
  expect(written).toEqual(['a', 'b']);
});

test('those that were asked for longest ago make room, by their size', async () => {
  const written: string[] = [];
  const writer = makeConstanciaWriter(async ({ serviceName }) => {
    written.push(serviceName);
    return new Uint8Array(1024 * 1024);
  });
  for (let i = 0; i < 8; i++) await writer.write(factsOf(`${i}`));
  await writer.write(factsOf('0'));
  expect(written).toHaveLength(8);
  await writer.write(factsOf('8'));
  await writer.write(factsOf('0'));
  expect(written).toHaveLength(9);
  await writer.write(factsOf('1'));
  expect(written).toHaveLength(10);
});

test('a failure is not kept', async () => {
  const { writer, written } = countedWriter();
  for (let i = 0; i < 2; i++) await expect(writer.write(factsOf('broken'))).rejects.toThrow('no ink');
  expect(written).toHaveLength(2);
});
