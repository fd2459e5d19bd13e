/**
 * M25: somebody who follows a member is told of each change of the member's standing once, and of nothing else, as long
 * as the watch is allowed.
 */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDayTeller } from '../../../server/src/memberships/membership/tell-days.ts';
import { tellWatchers } from '../../../server/src/memberships/watches/tell-watchers.ts';
import { expectRefusal } from '../../harness/memberships.ts';
import { newEmail, type OwnPageWorld, openOwnPageWorld } from '../../harness/own-page.ts';
import { type Employer, openEmployer, publicMember, tellAll } from '../../harness/watches.ts';

let world: OwnPageWorld;
let employer: Employer;
beforeEach(async () => {
  world = await openOwnPageWorld();
  employer = await openEmployer(world.sello);
});
afterEach(() => world.close());

const typesOf = async () => (await employer.told()).map(({ type }) => type);

test('M25 suspended, reinstated, revoked: each is told once, with the standing and nothing else', async () => {
  const { council, sello } = world;
  const member = await publicMember(council);
  const watch = await employer.follow(council, member, { external_id: 'empleado-77' });
  const at = `/memberships/${member.membership.id}`;
  await council.must('POST', `${at}/suspend`, { reason: 'Adeudo de Ana Luna' });
  expect(await employer.told()).toMatchObject([
    {
      type: 'watch.membership_suspended',
      data: {
        id: watch.id,
        object: 'watch',
        external_id: 'empleado-77',
        council_id: council.accountId,
        membership_id: member.membership.id,
        program_id: member.membership.program_id,
        standing: 'suspended',
      },
    },
  ]);
  const [told] = await employer.told();
  expect(Object.keys(told?.data ?? {}).sort()).toEqual(
    ['council_id', 'external_id', 'id', 'membership_id', 'object', 'program_id', 'standing'].sort(),
  );
  await tellAll(sello);
  await council.must('POST', `${at}/reactivate`, {});
  await council.must('POST', `/members/${member.id}/suspend`, { reason: 'Queja' });
  await council.must('POST', `/members/${member.id}/reactivate`, {});
  expect(await typesOf()).toEqual(['watch.membership_suspended', 'watch.membership_reinstated']);
  await council.must('POST', `${at}/end`, { reason: 'Falta grave' });
  expect((await typesOf()).at(-1)).toBe('watch.membership_revoked');
  expect(await tellWatchers(sello.ports)).toBe(0);
});

test('a lapse that a day brings is told, and the renewal after it', async () => {
  const { council, sello } = world;
  const member = await council.member({
    consent: { notice_version: '1', channel: 'paper' },
    public_profile: true,
  });
  const { id, current_term } = await council.endingOn(council.today(2), { member });
  await employer.follow(council, member);
  const day = (days: number) =>
    new Date(Date.parse(current_term.ends_on) + days * 86_400_000 + 18 * 3_600_000);
  const teller = makeDayTeller(sello.ports.records);
  const tellOn = async (at: Date) => {
    await teller.tell(at);
    while ((await tellWatchers({ ...sello.ports, now: () => at })) > 0);
  };
  for (const days of [0, 1, 30]) await tellOn(day(days));
  expect(await typesOf()).toEqual([]);
  await tellOn(day(31));
  await tellOn(day(32));
  const events = (await employer.must('GET', '/events?type=watch.membership_lapsed')).events;
  expect(events).toMatchObject([{ data: { membership_id: id, standing: 'lapsed' } }]);
});

test('a private member is told of nobody until the answer; agreed, refused and withdrawn count at once', async () => {
  const { council } = world;
  const email = newEmail();
  const member = await council.member({ email });
  const { id } = await council.membership({ member, starts_on: council.today(-30) });
  const watch = await employer.follow(council, member);
  expect(watch).toMatchObject({ status: 'asked', valid: null });
  await council.must('POST', `/memberships/${id}/suspend`, { reason: 'Adeudo' });
  await council.must('POST', `/memberships/${id}/reactivate`, {});
  expect(await typesOf()).toEqual([]);

  const visit = await world.enterByCode(email);
  const own = async () => (await visit.call('GET', '/me')).body.watches;
  expect(await own()).toMatchObject([{ id: watch.id, status: 'asked', basis: 'consent' }]);
  const byLink = await world.enterByLink(member.id);
  expectRefusal(await byLink.call('POST', `/watches/${watch.id}/accept`, {}), 403, 'consent_by_link');
  expect((await visit.call('POST', `/watches/${watch.id}/accept`, {})).status).toBe(200);
  expect(await own()).toMatchObject([{ status: 'active', basis: 'consent' }]);
  expectRefusal(await visit.call('POST', `/watches/${watch.id}/accept`, {}), 409, 'invalid_transition');
  expect((await employer.must('GET', `/watches/${watch.id}`)).watch).toMatchObject({
    status: 'active',
    valid: true,
  });
  await council.must('POST', `/memberships/${id}/suspend`, { reason: 'Adeudo' });
  expect(await typesOf()).toEqual(['watch.accepted', 'watch.membership_suspended']);

  expect((await visit.call('POST', `/watches/${watch.id}/end`, {})).status).toBe(200);
  expectRefusal(await visit.call('POST', `/watches/${watch.id}/end`, {}), 409, 'invalid_transition');
  expect((await employer.must('GET', `/watches/${watch.id}`)).watch).toMatchObject({
    status: 'withdrawn',
    valid: null,
    memberships: [],
  });
  await council.must('POST', `/memberships/${id}/reactivate`, {});
  expect((await typesOf()).slice(2)).toEqual(['watch.ended']);
  expect(await own()).toEqual([]);
  // A watcher who was refused cannot ask in another way within a month.
  await council.must('PATCH', `/members/${member.id}`, {
    consent: { notice_version: '1', channel: 'paper' },
    public_profile: true,
  });
  await employer.must('DELETE', `/watches/${watch.id}`);
  expect(await employer.follow(council, member)).toMatchObject({ id: watch.id, status: 'withdrawn' });
});

test('another member’s watch cannot be answered, and is as unknown as one that never was', async () => {
  const { council } = world;
  const email = newEmail();
  await council.member({ email });
  const other = await council.member({});
  const watch = await employer.follow(council, other);
  const visit = await world.enterByCode(email);
  const answers = [];
  for (const id of [watch.id, 'wch_0000000000000000000000'])
    for (const verb of ['accept', 'end']) {
      const answer = await visit.call('POST', `/watches/${id}/${verb}`, {});
      expectRefusal(answer, 404, 'not_found');
      answers.push(answer.text);
    }
  expect(new Set(answers).size).toBe(1);
});

test('a closed page ends a watch that relied on it at once, and anonymising ends all and blanks what was typed', async () => {
  const { council, sello } = world;
  const member = await publicMember(council);
  const watch = await employer.follow(council, member);
  await council.must('PATCH', `/members/${member.id}`, { public_profile: false });
  expect((await employer.must('GET', `/watches/${watch.id}`)).watch).toMatchObject({
    status: 'ended',
    valid: null,
  });
  await council.must('POST', `/memberships/${member.membership.id}/suspend`, { reason: 'Adeudo' });
  expect(await typesOf()).toEqual(['watch.ended']);

  const erased = await publicMember(council);
  const gone = await employer.follow(council, erased);
  await council.must('POST', `/members/${erased.id}/anonymise`, { reason: 'Lo pidió' });
  expect(await employer.told()).toMatchObject([
    {},
    { type: 'watch.ended', data: { id: gone.id, status: 'ended' } },
  ]);
  expect((await employer.must('GET', `/watches/${gone.id}`)).watch).toMatchObject({
    status: 'ended',
    named: '',
  });
  const [kept] = await sello.database.query('select member_id, told from watches where id = $1', [gone.id]);
  expect(kept).toEqual({ member_id: null, told: {} });
});

test('a round that fails half-way tells nothing, and the next one tells it once', async () => {
  const { council, sello } = world;
  const member = await publicMember(council);
  await employer.follow(council, member);
  await council.must('POST', `/memberships/${member.membership.id}/suspend`, { reason: 'Adeudo' });
  const { records } = sello.ports;
  const broken = {
    ...sello.ports,
    records: {
      ...records,
      transaction: ((work: never) =>
        records.transaction(async (query) => {
          await (work as (q: typeof query) => Promise<unknown>)(query);
          throw new Error('killed');
        })) as typeof records.transaction,
    },
  };
  await expect(tellWatchers(broken)).rejects.toThrow('killed');
  const rounds = await Promise.all([tellWatchers(sello.ports), tellWatchers(sello.ports)]);
  expect(rounds.reduce((sum, round) => sum + round, 0)).toBe(1);
  expect(await typesOf()).toEqual(['watch.membership_suspended']);
});

test('100,000 followed cost nothing when nothing happens: no news, and a change of somebody else writes none', async () => {
  const { council, sello } = world;
  const other = await publicMember(council);
  const member = await publicMember(council);
  await employer.follow(council, member);
  const { query } = sello.database;
  await query(
    `insert into members (id, account_id, livemode, member_number, given_name, first_surname, status, public_code,
                          search_text, created_at, updated_at)
     select 'mem_' || lpad(n::text, 22, '0'), $1, true, 'W' || n, 'Ana', 'Luna', 'active', lpad(n::text, 22, '0'), 'ana luna',
            now(), now() from generate_series(1, 100000) n`,
    [council.accountId],
  );
  await query(
    `insert into watches (id, account_id, livemode, council_id, member_id, named, basis, status, created_at, updated_at)
     select 'wch_' || substr(m.id, 5), $2, true, $1, m.id, m.member_number, 'consent', 'active', now(), now()
       from members m where m.account_id = $1 and m.member_number like 'W%'`,
    [council.accountId, employer.accountId],
  );
  await query('analyze watches');
  await council.must('POST', `/memberships/${other.membership.id}/suspend`, { reason: 'Adeudo' });
  expect(await query('select * from watch_news')).toEqual([]);
  const statements: string[] = [];
  const { records } = sello.ports;
  const counting = {
    ...sello.ports,
    records: {
      ...records,
      transaction: ((work: (q: typeof records.query) => Promise<unknown>) =>
        records.transaction((inner) =>
          work((text, params, name) => {
            statements.push(String(name));
            return inner(text, params, name);
          }),
        )) as typeof records.transaction,
    },
  };
  expect(await tellWatchers(counting)).toBe(0);
  expect(statements).toEqual(['take-watch-news', 'take-untold-watches']);
  const start = performance.now();
  await council.must('POST', `/memberships/${member.membership.id}/suspend`, { reason: 'Adeudo' });
  expect(await typesOf()).toEqual(['watch.membership_suspended']);
  expect(performance.now() - start).toBeLessThan(60_000);
});
