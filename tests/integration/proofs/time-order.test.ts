import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { runInside } from '../../harness/inside-sello.ts';

let world: AnchoredSello;
beforeAll(async () => {
  world = await openAnchoredSello();
});
afterAll(() => world.close());

/** Codes of what `sello fsck` finds about this certificate. */
async function findingsOn(id: string): Promise<string[]> {
  const { out } = await runInside(['fsck', '--quick', '--json'], {
    SELLO_DATA_DIR: world.sello.dataDir,
    DATABASE_URL: world.sello.database.url,
  });
  const { findings } = JSON.parse(out) as { findings: { where: string; code: string }[] };
  return findings.filter(({ where }) => where.includes(id)).map(({ code }) => code);
}

test('a proof whose block is dated before the time stamp is not issued, and fsck names the certificate', async () => {
  const { sello } = world;
  // The provider's clock is hours ahead of the chain's.
  sello.advance(3 * 3_600_000);
  const id = await world.certify();
  await world.anchorAndMine();
  const refused = await world.proof(id);
  expect(expectRefusal(refused, 409, 'proof_not_ready')).toContain('dated before its time stamp');
  const inSpanish = await world.proof(id, 'type=blockchain&format=raw', { 'accept-language': 'es' });
  expect(expectRefusal(inSpanish, 409, 'proof_not_ready')).toContain('fecha anterior a su sello de tiempo');
  // The bundle has only the time stamp, which is valid: every verifier would refuse the rest.
  const bundle = await world.proof(id, 'type=bundle&format=raw');
  expect(bundle.status).toBe(200);
  expect(bundle.bytes.includes('blockchain-proof.xml')).toBe(false);
  expect(await findingsOn(id)).toEqual(['block_before_stamp']);
});
