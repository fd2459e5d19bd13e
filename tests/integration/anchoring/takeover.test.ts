import { expect, test, vi } from 'vitest';
import { chainsOf } from '../../../server/src/anchoring/chains.ts';
import { EMBEDDED_NETWORK } from '../../../server/src/anchoring/networks.ts';
import { startWorker } from '../../../server/src/worker.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());

const start = ({ ports, identity, config }: TestSello) =>
  startWorker(ports, identity, chainsOf(config, ports));

async function certified(): Promise<string> {
  const { id } = await sello.certify(caller.key);
  await vi.waitUntil(
    async () => {
      const { body } = await sello.call('GET', `${API}/certificates/${id}`, { key: caller.key });
      return body.certificate.status === 'certified';
    },
    { timeout: 60_000, interval: 50 },
  );
  return id;
}

test('P11 one process anchors, and when it ends another continues its work', async () => {
  const [first, second] = [await sello.another(), await sello.another()];
  const duty = `anchor ${EMBEDDED_NETWORK}`;
  expect(await first.ports.duties.take(duty)).toEqual({ duty, number: 1 });
  const [stopFirst, stopSecond] = [start(first), start(second)];
  await certified();
  expect(await second.ports.duties.take(duty)).toBeUndefined();
  await stopFirst();
  await first.close();
  await certified();
  expect(await second.ports.duties.take(duty)).toEqual({ duty, number: 2 });
  await stopSecond();
  const anchors = await sello.database.query('select nonce, state from anchors order by id', [], 'anchors');
  expect(anchors).toEqual(anchors.map((_, nonce) => ({ nonce, state: 'final' })));
  for (const { logLines } of [first, second]) {
    expect(logLines.filter((line) => line.includes('worker.failed'))).toEqual([]);
  }
});

test('of many processes that ask for a duty at once, one gets it', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => sello.another()));
  const taken = await Promise.all(others.map(({ ports }) => ports.duties.take('a duty')));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const holder = others[taken.findIndex((turn) => turn !== undefined)]!;
  expect(await holder.ports.duties.take('a duty')).toEqual({ duty: 'a duty', number: 1 });
});

test('problems of a chain are reported by /readyz of every process, which stays ready, and certifying continues', async () => {
  const other = await sello.another();
  const problem = { code: 'low_balance', message: '0x0 can pay for 2 more anchors' } as const;
  const held = sello.ports.anchors.heldBy(await turnByHand(sello.database));
  await held.tellProblems(EMBEDDED_NETWORK, [problem], sello.ports.now());
  await held.tellProblems('eip155:99', [problem], sello.ports.now());
  for (const one of [sello, other]) {
    const { status, body } = await one.call('GET', '/readyz');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ok', parts: { anchoring: 'yellow', certifying: 'green' } });
    expect(body.problems).toEqual([{ condition: 'chain_problem', network: EMBEDDED_NETWORK, ...problem }]);
  }
  expect((await sello.certify(caller.key)).status).toBe('stamped');
  await held.tellProblems(EMBEDDED_NETWORK, [], sello.ports.now());
  expect((await other.call('GET', '/readyz')).body).not.toHaveProperty('problems');
});

test('a chain without a worker for minutes is reported by /readyz, until a worker is back', async () => {
  const alone = await openTestSello();
  const readyz = async () => (await alone.call('GET', '/readyz')).body;
  alone.advance(4 * 60_000);
  expect(await readyz()).not.toHaveProperty('problems');
  alone.advance(2 * 60_000);
  const message = expect.stringMatching(
    /^nobody has looked after this chain since \d{4}-.*Z; is a worker running\?$/,
  );
  expect(await readyz()).toMatchObject({
    status: 'ok',
    problems: [{ condition: 'chain_problem', network: EMBEDDED_NETWORK, code: 'anchor_stale', message }],
  });
  const stop = start(alone);
  await vi.waitUntil(async () => (await readyz()).problems === undefined, { timeout: 60_000, interval: 50 });
  await stop();
  await alone.close();
});
