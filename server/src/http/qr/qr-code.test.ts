import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qrPng, qrSvg } from './qr-code.ts';

const ADDRESSES = [
  'https://sello.example.com/v/0R5xT2mBq8Yw3nLk7VdJpA',
  `https://sellos.un-dominio-bastante-largo.example.com.mx:8443/${'verificar/'.repeat(6)}v/0R5xT2mBq8Yw3nLk7VdJpA`,
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-qr-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the picture with a scanner that we did not write. */
async function scan(picture: Buffer): Promise<string> {
  const file = path.join(folder, 'code.png');
  await writeFile(file, picture);
  const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', '--oneshot', file]);
  return stdout.trimEnd();
}

test('a scanner reads the address in the PNG, whatever its size', async () => {
  for (const address of ADDRESSES) {
    for (const pixels of [150, 512, 1_000]) expect(await scan(qrPng(address, pixels))).toBe(address);
  }
});

test('the PNG is as large as was asked for', () => {
  const png = qrPng(ADDRESSES[0] as string, 512);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});

test('the SVG has the very modules of the PNG', async () => {
  for (const address of ADDRESSES) expect(await scan(await drawSvg(qrSvg(address)))).toBe(address);
});

test('the SVG is the same every time, and has no style that a strict policy would refuse', () => {
  const [address] = ADDRESSES as [string];
  expect(qrSvg(address)).toBe(qrSvg(address));
  expect(qrSvg(address)).not.toMatch(/style|script|href|class/);
});

/** Draws the few SVG words that we use into a grey picture of 8 pixels per module (PGM, which scanners read too). */
async function drawSvg(svg: string): Promise<Buffer> {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const scale = 8;
  const pixels = Buffer.alloc(side * scale * side * scale, 255);
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = row * side * scale + Number(x) * scale;
      pixels.fill(0, start, start + Number(width) * scale);
    }
  }
  return Buffer.concat([Buffer.from(`P5 ${side * scale} ${side * scale} 255\n`), pixels]);
}
