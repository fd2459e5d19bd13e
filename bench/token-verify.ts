/** Full verification of a time stamp, compared with only the two signature checks in it. */

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeTimestampRequest } from '../proof/src/index.ts';
import { openEmbeddedAuthority } from '../server/src/timestamps/authority/authority.ts';
import { type Loop, startLoop } from './crypto-loop.ts';
import { count, type Row, ratioRow } from './results.ts';
import { median, spreadOf } from './rounds.ts';
import type { Stage } from './stage.ts';
import { STAMPED_DIGEST, TOKEN_FILES } from './token-files.ts';

const WARM_UPS = 3;

export async function measureTokens(stage: Stage): Promise<Row[]> {
  return [...(await measureKind(stage, 'p256')), ...(await measureKind(stage, 'rsa2048'))];
}

async function measureKind(stage: Stage, kind: 'p256' | 'rsa2048'): Promise<Row[]> {
  const folder = path.join(stage.folder, `token-${kind}`);
  await makeToken(folder, kind);
  const loops = {
    warm: await startLoop(stage, 'token-loop.ts', [folder, 'warm']),
    cold: await startLoop(stage, 'token-loop.ts', [folder, 'cold']),
    bare: await startLoop(stage, 'bare-signatures.ts', [folder, 'verify']),
  };
  try {
    const { warm, cold, bare } = await takeTurns(stage.rounds, loops);
    const row = (what: string, ours: readonly number[]) =>
      ratioRow(
        `full verification of a ${kind === 'p256' ? 'P-256' : 'RSA-2048'} token, ${what}, against node:crypto checking both signatures`,
        `${count(median(ours))} per core-second`,
        `${count(median(bare))} per core-second`,
        spreadOf(ours.map((rate, round) => rate / (bare[round] ?? rate))),
        { atLeast: 0.5 },
      );
    return [row('chain known', warm), row('chain not known', cold)];
  } finally {
    for (const loop of Object.values(loops)) await loop.stop();
  }
}

/** By turns here too: processor time hardly depends on other load, but caches and clock rates change. */
export async function takeTurns<Name extends string>(
  rounds: number,
  loops: Record<Name, Pick<Loop, 'perCoreSecond'>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(loops) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const name of names) for (let turn = 0; turn < WARM_UPS; turn++) await loops[name].perCoreSecond();
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      rates[name].push(await loops[name].perCoreSecond());
    }
  }
  return rates;
}

/** A token and its root, as files for a loop. */
export async function makeToken(folder: string, kind: 'p256' | 'rsa2048'): Promise<void> {
  await mkdir(folder, { recursive: true });
  const authority = await openEmbeddedAuthority(folder, kind, () => new Date(), randomBytes);
  const request = encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest: STAMPED_DIGEST, certReq: true });
  await writeFile(path.join(folder, TOKEN_FILES.tsr), await authority.answer(request));
  await writeFile(path.join(folder, TOKEN_FILES.root), authority.rootDer);
}
