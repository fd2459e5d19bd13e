import { expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { makeLogger } from '../../kernel/logger.ts';
import type { CheckpointRow } from '../ports.ts';
import { decodeKept, encodeKept, type KeptCheckpoint } from './kept-checkpoint.ts';
import { makePastGuard, PastLost, refuseIfLost } from './past-guard.ts';

const at = new Date('2026-11-16T13:00:00Z');

function checkpoint(size: number): CheckpointRow {
  const root = new Uint8Array(32).fill(size);
  const text = `a/log\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  return { size, root, note: `${text}\n— a/log ${Buffer.alloc(68).toString('base64')}\n`, createdAt: at };
}

/** A store and a database whose checkpoints the test changes. */
function world() {
  const lines: string[] = [];
  const state = { kept: undefined as Uint8Array | undefined, isAway: false, sizes: [1] };
  const guard = makePastGuard({
    kept: {
      async read() {
        if (state.isAway) throw new Error('away');
        return state.kept;
      },
    },
    merkleLog: {
      origin: async () => 'a/log',
      latestCheckpoint: async () => checkpoint(state.sizes.at(-1) ?? 0),
      checkpointAt: async (size) => (state.sizes.includes(size) ? checkpoint(size) : undefined),
    },
    logger: makeLogger(
      (line) => lines.push(line),
      () => at,
    ),
  });
  return { state, guard, lines };
}

const stateOf = (size: number) => ({ size, root: checkpoint(size).root });

test('nothing is in the way while nothing was kept, or the database has it', async () => {
  const { state, guard } = world();
  await guard.assertContinues(stateOf(1));
  state.kept = encodeKept(checkpoint(1));
  await guard.assertContinues(stateOf(1));
  state.sizes = [1, 2];
  await guard.assertContinues(stateOf(2));
  expect(await guard.check()).toBeUndefined();
  expect(() => refuseIfLost(guard)).not.toThrow();
});

test('an older database signs nothing, and callers are told to come back', async () => {
  const { state, guard, lines } = world();
  state.kept = encodeKept(checkpoint(9));
  await expect(guard.assertContinues(stateOf(1))).rejects.toThrow(PastLost);
  expect(guard.lost()).toEqual({ kind: 'behind', from: 1, to: 9, signedAt: at });
  expect(() => refuseIfLost(guard)).toThrow(AppError);
  await guard.check();
  expect(lines.filter((line) => line.includes('log.past_lost'))).toHaveLength(1);
});

test('what a process has signed itself counts before it is kept', async () => {
  const { state, guard } = world();
  guard.remember(decodeKept(encodeKept(checkpoint(5))) as KeptCheckpoint);
  state.kept = encodeKept(checkpoint(1));
  expect(await guard.check()).toMatchObject({ kind: 'behind', from: 1, to: 5 });
});

test('once the database has it again, the work goes on', async () => {
  const { state, guard, lines } = world();
  state.kept = encodeKept(checkpoint(9));
  await guard.check();
  state.sizes = [1, 9];
  expect(await guard.check()).toBeUndefined();
  expect(guard.lost()).toBeUndefined();
  expect(lines.some((line) => line.includes('log.past_found'))).toBe(true);
});

test('a store that is unreachable stops only a process that never read it', async () => {
  const { state, guard } = world();
  state.isAway = true;
  await expect(guard.assertContinues(stateOf(1))).rejects.toThrow('away');
  await expect(guard.check()).rejects.toThrow('away');
  state.isAway = false;
  state.kept = encodeKept(checkpoint(1));
  await guard.check();
  state.isAway = true;
  await guard.assertContinues(stateOf(1));
  await expect(guard.assertContinues(stateOf(0))).rejects.toThrow(PastLost);
});

test('a kept checkpoint that cannot be read is no reason to go on', async () => {
  const { state, guard } = world();
  state.kept = Buffer.from('torn');
  await expect(guard.assertContinues(stateOf(1))).rejects.toThrow(PastLost);
});
