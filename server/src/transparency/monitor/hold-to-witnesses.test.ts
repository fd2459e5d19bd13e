import { addSignatures, cosign, decodeCheckpoint } from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeLog, makeFakeLog, published } from '../../../../tests/harness/fake-log.ts';
import { startTestWitness, type TestWitness } from '../../../../tests/harness/test-witness.ts';
import { nodeCryptoEngine as crypto } from '../../kernel/crypto-node.ts';
import { openWitnesses } from '../witnesses/witness-client.ts';
import { type HoldRules, lookWithWitnesses } from './hold-to-witnesses.ts';
import { LogBreach } from './log-breach.ts';
import { type LogClient, LogUnreadable } from './log-client.ts';

const LAG_MS = 60_000;

let log: FakeLog;
let witness: TestWitness;
let clients: ReturnType<typeof openWitnesses>;
let nowMs: number;
beforeEach(async () => {
  nowMs = 1_800_000_000_000;
  log = await makeFakeLog('log.example/held');
  witness = await startTestWitness('alice.example/w1', log.vkey);
  clients = openWitnesses({ witnesses: [{ vkey: witness.key.vkey, url: witness.url }] });
});
afterEach(async () => {
  await clients.close();
  await witness.close();
});

/** Adds the witness's cosignature to a checkpoint of the part that an honest log and its fork share. */
async function cosigned(note: string): Promise<string> {
  const { text } = decodeCheckpoint(note).note;
  const { vkey, sign } = witness.key;
  return addSignatures(note, [await cosign(crypto, text, vkey, 1_700_000_000, sign)]);
}

function look(client: LogClient, { asked = clients.all, ...more }: Partial<HoldRules> = {}, last?: string) {
  const ports = {
    log: client,
    crypto,
    now: () => new Date(nowMs),
    wait: async (ms: number) => {
      nowMs += ms;
    },
  };
  const { vkey } = witness.key;
  const rules = { keys: [log.vkey], leaves: [], witnesses: [vkey], quorum: 1, lagMs: LAG_MS, asked, ...more };
  return lookWithWitnesses(ports, rules, last);
}

const breachOf = (looking: Promise<unknown>) =>
  looking.then(
    () => 'none',
    (error) => (error instanceof LogBreach ? error.code : String(error)),
  );

test('P67 a fork that the witness refuses is found, whatever prefix of it was cosigned', async () => {
  log.growTo(5);
  const older = await cosigned(await log.checkpoint());
  const witnessedCheckpoint = async () => older;
  await look(published(log, { witnessedCheckpoint }));
  log.growTo(9);
  await look(published(log, { witnessedCheckpoint }));
  for (const size of [7, 9, 12]) {
    const fork = log.forkAt(5);
    fork.growTo(size);
    const code = await breachOf(look(published(fork, { witnessedCheckpoint })));
    expect([size, code]).toEqual([size, 'refused_by_witness']);
  }
  log.growTo(12);
  expect((await look(published(log, { witnessedCheckpoint }))).checkpoint.size).toBe(12);
});

test('P67 also where the fork bears cosignatures of others in a quorum', async () => {
  log.growTo(5);
  const note = await cosigned(await log.checkpoint());
  const ahead = log.forkAt(5);
  ahead.growTo(6);
  await look(published(ahead, { witnessedCheckpoint: async () => note }));
  const other = log.forkAt(5);
  other.growTo(6);
  const forged = await cosigned(await other.checkpoint());
  expect(await breachOf(look(published(other, { checkpoint: async () => forged })))).toBe(
    'refused_by_witness',
  );
});

test('a witness that knows more already is shown the newest of the log', async () => {
  log.growTo(20);
  await look(published(log, { checkpoint: async () => cosigned(await log.checkpoint()) }));
  const answers = [await cosigned(await log.checkpoint(10)), await cosigned(await log.checkpoint(20))];
  const slow = published(log, { checkpoint: async () => answers.shift() ?? '' });
  expect((await look(slow)).checkpoint.size).toBe(20);
});

test('P67 without its address, an older cosigned checkpoint is enough for the lag and no longer', async () => {
  log.growTo(5);
  const older = await cosigned(await log.checkpoint());
  log.growTo(9);
  const begun = nowMs;
  const stuck = published(log, { witnessedCheckpoint: async () => older });
  expect(await breachOf(look(stuck, { asked: [] }))).toBe('unwitnessed');
  expect(nowMs - begun).toBe(LAG_MS);
  expect(await breachOf(look(stuck, { asked: [], lagMs: 0 }))).toBe('unwitnessed');
  let asked = 0;
  const slow = published(log, {
    witnessedCheckpoint: async () => (asked++ < 3 ? older : cosigned(await log.checkpoint(9))),
  });
  expect((await look(slow, { asked: [] })).witnessedSize).toBe(9);
});

test('a log that grows all the time is held to what it showed first', async () => {
  log.growTo(5);
  let witnessed = await cosigned(await log.checkpoint());
  const growing = published(log, {
    async witnessedCheckpoint() {
      const shown = witnessed;
      witnessed = await cosigned(await log.checkpoint());
      log.growTo(log.leaves.length + 1);
      return shown;
    },
  });
  log.growTo(6);
  expect((await look(growing, { asked: [] })).witnessedSize).toBeGreaterThanOrEqual(6);
});

test('a witness that is away or does not know the log is reported, and is no breach', async () => {
  log.growTo(3);
  const note = await cosigned(await log.checkpoint());
  const shown = published(log, { checkpoint: async () => note });
  const { vkey } = witness.key;
  const away = openWitnesses({ witnesses: [{ vkey, url: 'http://127.0.0.1:9' }] });
  await expect(look(shown, { asked: away.all })).rejects.toBeInstanceOf(LogUnreadable);
  await away.close();
  const stranger = await startTestWitness('bob.example/w1', (await makeFakeLog('log.example/other')).vkey);
  const unaware = openWitnesses({ witnesses: [{ vkey, url: stranger.url }] });
  await expect(look(shown, { asked: unaware.all })).rejects.toThrow('does not know this log');
  await unaware.close();
  await stranger.close();
});

test('without witnesses nothing is waited for', async () => {
  log.growTo(3);
  const begun = nowMs;
  await look(published(log), { asked: [], witnesses: [], quorum: 0 });
  expect(nowMs).toBe(begun);
});
