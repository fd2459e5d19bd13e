import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeLogger } from '../../kernel/logger.ts';
import { type MailOutcome, makePatientMailer } from './patient-mailer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MAIL = { to: 'a@example.com', subject: 'Hello', text: 'Hello' };
const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { command: 'CONN' });

function open() {
  const outcomes: MailOutcome[] = [];
  const lines: string[] = [];
  let failure: Error | undefined;
  let taken = 0;
  let greeted = 0;
  let isSilent = false;
  const mailer = {
    async send() {
      if (failure !== undefined) throw failure;
      taken += 1;
    },
    async greet() {
      greeted += 1;
      if (isSilent) await new Promise(() => {});
      if (failure !== undefined) throw failure;
    },
  };
  const made = makePatientMailer(mailer, {
    logger: makeLogger(
      (line) => lines.push(line),
      () => new Date(),
    ),
    now: () => new Date(),
    counters: { count: (outcome) => outcomes.push(outcome) },
  });
  return {
    ...made,
    lines,
    outcomes,
    taken: () => taken,
    greeted: () => greeted,
    fallSilent: () => (isSilent = true),
    fail: (error: Error | undefined) => (failure = error),
  };
}

test('P121 mails wait for a server that is away, and are sent once it is back', async () => {
  const { patient, standing, fail, taken, outcomes } = open();
  fail(AWAY);
  for (let i = 0; i < 20; i++) await patient.send(MAIL);
  expect([standing.isFailing(), standing.waiting()]).toEqual([true, 20]);
  fail(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([standing.isFailing(), standing.waiting(), taken()]).toEqual([false, 0, 20]);
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(20);
});

test('after an hour a mail is dropped and counted', async () => {
  const { patient, standing, fail, outcomes } = open();
  fail(AWAY);
  await patient.send(MAIL);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect([standing.waiting(), outcomes.at(-1)]).toEqual([0, 'dropped']);
});

test('a mail that the server refuses for good is not tried again', async () => {
  const { patient, standing, fail, lines } = open();
  fail(
    Object.assign(new Error('550 a@example.com: no such user'), { responseCode: 550, command: 'RCPT TO' }),
  );
  const refusal = await patient.send(MAIL).catch((error: Error) => error);
  expect(String(refusal)).toContain('550');
  // The mail server's own words contain the address.
  expect(`${refusal} ${JSON.stringify(lines)}`).not.toContain(MAIL.to);
  expect([standing.isFailing(), standing.waiting()]).toEqual([false, 0]);
});

test('a server that asks for patience is tried again', async () => {
  const { patient, standing, fail, lines } = open();
  fail(Object.assign(new Error('451 a@example.com: try later'), { responseCode: 451, command: 'RCPT TO' }));
  await patient.send(MAIL);
  expect([standing.isFailing(), standing.waiting()]).toEqual([true, 1]);
  expect(lines.join()).not.toContain(MAIL.to);
});

test('P121 before the first mail of an outage was tried, its server is asked, and a silent one counts as away', async () => {
  const { standing, fail, fallSilent } = open();
  expect(await standing.takesMails()).toBe(true);
  fail(AWAY);
  expect([standing.isFailing(), await standing.takesMails()]).toEqual([false, false]);
  fail(undefined);
  fallSilent();
  const asked = standing.takesMails();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toBe(false);
});

test('a server that answers but takes no mails does not count as one that takes them', async () => {
  const { patient, standing, fail } = open();
  fail(Object.assign(new Error('451 try later'), { responseCode: 451, command: 'RCPT TO' }));
  await patient.send(MAIL);
  fail(undefined);
  expect(await standing.takesMails()).toBe(false);
});

test('all who ask at once share one question', async () => {
  const { standing, greeted } = open();
  await Promise.all(Array.from({ length: 60 }, () => standing.takesMails()));
  expect(greeted()).toBe(1);
});
