import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorCheckpoints } from '../../../server/src/anchoring/anchor-checkpoints.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { type BreakPoint, Broken, breakOnce } from '../../harness/scripted-chain.ts';
import { BUMP_AFTER_MS } from '../../harness/test-sello.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

let world: AnchoredSello;

const RULES = { intervalMs: 0, bumpAfterMs: BUMP_AFTER_MS };

/** A restarted process: a new connection, and only what the database holds. */
async function round(when?: BreakPoint, step?: string): Promise<'done' | 'killed'> {
  const fresh = world.connect();
  const { ports, database } = world.sello;
  const held = ports.anchors.heldBy(await turnByHand(database));
  const isOnChain = step !== undefined && step in fresh;
  const driver = isOnChain && when ? breakOnce(fresh, step as keyof typeof fresh, when) : fresh;
  const anchors =
    step !== undefined && !isOnChain && when ? breakOnce(held, step as keyof typeof held, when) : held;
  try {
    await anchorCheckpoints({ ...ports, anchors }, driver, RULES);
    return 'done';
  } catch (error) {
    if (error instanceof Broken) return 'killed';
    throw error;
  }
}

/** Rounds until the certificate is certified, with one process killed at the given step. */
async function anchorWithKill(id: string, step: string, when: BreakPoint): Promise<number> {
  let kills = 0;
  for (let i = 0; i < 8 && (await world.record(id)).status !== 'certified'; i += 1) {
    if ((await round(kills === 0 ? when : undefined, step)) === 'killed') kills += 1;
    await world.chain.mine();
  }
  // One more round: a last process has nothing left to do.
  await round();
  return kills;
}

const STEPS = {
  'when told': [
    ...['headNumber', 'nextNonce', 'plan', 'submit', 'look', 'prove', 'isFinal'],
    ...[
      'rememberChain',
      'newestFinal',
      'unsettled',
      'newest',
      'writeDown',
      'markSent',
      'markMined',
      'markFinal',
    ],
  ],
  // On a chain that mines as soon as something is sent, these steps coincide.
  'when sent': ['submit', 'look', 'prove', 'isFinal', 'writeDown', 'markSent', 'markMined', 'markFinal'],
};

describe.for(['when told', 'when sent'] as const)('on a chain that makes blocks %s', (blocks) => {
  const roots: string[] = [];
  beforeAll(async () => {
    roots.length = 0;
    world = await openAnchoredSello(blocks);
  });
  afterAll(() => world.close());

  test.for(STEPS[blocks].flatMap((step) => [['before', step] as const, ['after', step] as const]))(
    'P13 killed %s %s, a batch is paid for once and certified',
    async ([when, step]) => {
      const id = await world.certify();
      const checkpoint = await world.sello.ports.merkleLog.latestCheckpoint();
      roots.push(Buffer.from(checkpoint!.root).toString('hex'));
      expect(await anchorWithKill(id, step, when)).toBe(1);
      expect((await world.record(id)).status).toBe('certified');
      expect(await world.rootsOnChain()).toEqual(roots);
      expect(new Set((await world.anchorRows()).map(({ state }) => state))).toEqual(new Set(['final']));
    },
  );
});
