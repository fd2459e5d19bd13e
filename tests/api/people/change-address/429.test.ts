import { DASHBOARD, type Person, signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { around, expect, FILE, opened } from '../../../harness/world.ts';

const test = around(openMailingSello).extend('plain', FILE, opened(shareSello));

const ask = (sello: TestSello, { cookie, password }: Person, email: string, from: string) =>
  sello.call('POST', `${DASHBOARD}/email`, { from, headers: { cookie }, payload: { email, password } });

test('one address, taken or free, gets at most three mails an hour, from all accounts and networks', async ({
  world,
}) => {
  const people = [await world.signUp(), await world.signUp()];
  const texts = [];
  for (const address of [(await world.signUp()).email, 'free@example.com']) {
    await world.sello.ports.aside.settled();
    const before = world.mails.length;
    const asked = Array.from({ length: 6 }, (_, i) =>
      ask(world.sello, people[i % 2]!, i % 3 ? address : address.toUpperCase(), `192.0.2.${i}`),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    texts.push(refused.text);
    await world.sello.ports.aside.settled();
    expect(world.mails).toHaveLength(before + 3);
  }
  expect(texts[1]).toBe(texts[0]);
  world.sello.advance(3_600_000);
  expect((await ask(world.sello, people[0]!, 'free@example.com', '192.0.2.1')).status).toBe(202);
});

test('one network asks at most twenty times an hour, with mail and without, whether the address is taken or free', async ({
  world,
  plain,
}) => {
  for (const sello of [plain, world.sello]) {
    const person = sello === plain ? await signUp(plain) : await world.signUp();
    const taken = sello === plain ? await signUp(plain) : await world.signUp();
    const statuses = [];
    for (let i = 0; i < 25; i++) {
      const email = sello === plain ? taken.email : `victim${i}@example.com`;
      statuses.push((await ask(sello, person, email, '198.51.100.1')).status);
    }
    const accepted = sello === plain ? 409 : 202;
    expect(statuses).toEqual([...Array(20).fill(accepted), ...Array(5).fill(429)]);
    expect((await ask(sello, person, 'other@example.com', '198.51.100.2')).status).toBeLessThan(300);
  }
});
