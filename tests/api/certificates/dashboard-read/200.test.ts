import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello);

test('a certificate is found in both modes, unless the call names one', async ({ person }) => {
  const made = await certifyAs(person, 'anywhere', { mode: 'test' });
  const read = async (query: string) => (await person.call('GET', `/certificates/${made.id}${query}`)).status;
  expect([await read(''), await read('?mode=test'), await read('?mode=live')]).toEqual([200, 200, 404]);
});

test('the timeline goes from received to final, with the time of each step, and estimates how long the rest takes', async ({
  world,
  person,
}) => {
  const { sello } = world;
  const made = await certifyAs(person, 'watched', { mode: 'test' });
  const progress = async () => (await person.call('GET', `/certificates/${made.id}`)).body;
  const states = ({ timeline }: { timeline: { state: string }[] }) => timeline.map(({ state }) => state);

  const stamped = await progress();
  expect(stamped.certificate).toEqual(made);
  expect(stamped.timeline.map(({ step }: { step: string }) => step)).toEqual([
    'received',
    'stamped',
    'logged',
    'in_block',
    'final',
  ]);
  expect(states(stamped)).toEqual(['done', 'done', 'now', 'waiting', 'waiting']);
  // The certificate's time is from the same clock as the stamp's and later, so it is not shown for the earlier step.
  expect(stamped.timeline[0]).toMatchObject({ at: null, detail: { en: 'Before it was stamped' } });
  expect(stamped.chain_trust).toBeNull();
  expect(stamped.timeline[1].at).toBe(made.nom151.gen_time);
  expect(stamped.estimate.seconds).toBeGreaterThan(0);

  await sello.sequence();
  const logged = await progress();
  expect(states(logged)).toEqual(['done', 'done', 'done', 'now', 'waiting']);
  const [checkpoint] = await sello.database.query(
    'select created_at from checkpoints order by size desc limit 1',
    [],
    'newest',
  );
  expect(logged.timeline[2].at).toBe((checkpoint!.created_at as Date).toISOString());

  await world.anchorAndMine();
  const mined = await progress();
  expect(states(mined).slice(0, 4)).toEqual(['done', 'done', 'done', 'done']);
  expect(mined.timeline[3]).toMatchObject({
    at: mined.certificate.blockchain.block_time,
    detail: { en: expect.stringContaining(String(mined.certificate.blockchain.block_number)) },
  });

  await world.chain.mine();
  await world.chain.mine();
  await world.anchor();
  const final = await progress();
  expect(final.certificate.status).toBe('certified');
  expect(final.chain_trust).toBe('operator');
  expect(states(final)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(final.timeline[4].at).toBe(final.certificate.updated_at);
  expect(final.estimate).toEqual({ seconds: null });
});
