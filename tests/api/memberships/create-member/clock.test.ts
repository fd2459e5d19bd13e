import { MOST_MEMBERS } from '../../../../server/src/memberships/clocks/clock.ts';
import { newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Luna' };

test('a clock of another account or mode is refused with the same message as an unknown one', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ key: { mode: 'test' } });
  const council = await openCouncil(sello, key);
  const live = await openCouncil(sello, (await sello.newKey(account)).key);
  const [mine, theirs] = [await newClock(council), await newClock(await openTestCouncil(sello))];
  const answers = [
    await council.call('POST', '/members', { ...ANA, clock_id: theirs }),
    await council.call('POST', '/members', { ...ANA, clock_id: 'nonsense' }),
    await live.call('POST', '/members', { ...ANA, clock_id: mine }),
    await live.call('GET', `/members?clock_id=${mine}`),
    await live.call('GET', `/memberships?clock_id=${mine}`),
  ];
  for (const answer of answers) expectRefusal(answer, 422, 'validation_failed', /`clock_id`/);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('P105 a clock cannot have more members than its limit; nobody leaves it or joins it later', async ({
  sello,
}) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council);
  const first = await council.member({ clock_id: id });
  expect(first.clock_id).toBe(id);
  for (const clock_id of [null, await newClock(council)])
    expect((await council.must('PATCH', `/members/${first.id}`, { clock_id })).member.clock_id).toBe(id);
  await sello.database.query(
    `insert into members (id, account_id, livemode, member_number, given_name, first_surname, status, public_code,
                          search_text, clock_id, created_at, updated_at)
     select 'mem_' || lpad(n::text, 22, 'c'), $1, false, 'c' || n, 'Ana', 'Luna', 'active', $2 || n, 'ana luna', $2, now(), now()
       from generate_series(2, $3::int - 1) n`,
    [council.accountId, id, MOST_MEMBERS],
  );
  const answers = await Promise.all(
    [1, 2, 3].map(() => council.call('POST', '/members', { ...ANA, clock_id: id })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  for (const answer of answers.filter(({ status }) => status === 409))
    expectRefusal(answer, 409, 'clock_full');
});
