import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { decodeTimestampResponse } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BusySello, fsck, openBusySello } from '../harness/busy-sello.ts';
import { type Column, openTamperer, type Tamperer } from '../harness/flip-column.ts';
import { type SeededRandom, seededRandom } from '../harness/seeded-random.ts';

let world: BusySello;
let tamperer: Tamperer;
beforeAll(async () => {
  world = await openBusySello();
  tamperer = await openTamperer(world.sello.database.url);
});
afterAll(async () => {
  await tamperer.close();
  await world.close();
});

/** The codes of what is wrong; empty where all holds. */
const wrong = async () => {
  const { holds, findings } = await fsck(world);
  const problems = findings.filter(({ level }) => level === 'problem');
  expect(holds).toBe(problems.length === 0);
  return problems.map(({ code }) => code);
};

test('a Sello that nobody touched holds, in every part', async () => {
  const { holds, findings } = await fsck(world);
  expect(findings).toEqual([]);
  expect(holds).toBe(true);
});

/**
 * Columns in which a change cannot be found, and why. Whoever adds a column has it checked by fsck or gives the reason
 * here and in docs/operations.md.
 */
const BEYOND: Record<string, string> = {};

test('x', async () => {
  const random = seededRandom();
  const columns = await tamperer.columns();
  for (const column of columns) {
    const name = `${column.table}.${column.name}`;
    const t = performance.now();
    const flip = await tamperer.flip(column, random);
    if (flip === undefined || flip === 'refused') {
      console.log(name, flip ?? 'EMPTY');
      continue;
    }
    let codes: string[] = [];
    try {
      codes = await wrong();
    } catch (e) {
      codes = [String(e).slice(0, 200)];
    }
    await flip.undo();
    console.log(
      name,
      codes.length === 0 ? `NOTFOUND ${flip.row}` : codes.slice(0, 3).join(),
      Math.round(performance.now() - t),
    );
  }
  console.log('seed', random.seed);
}, 400_000);
