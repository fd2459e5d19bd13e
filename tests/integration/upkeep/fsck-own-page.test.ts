import { afterAll, beforeAll, expect, test } from 'vitest';
import { fsck } from '../../harness/busy-sello.ts';
import { openTamperer, type Tamperer } from '../../harness/flip-column.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { newReport, type OwnPageWorld, openOwnPageWorld } from '../../harness/own-page.ts';

let world: OwnPageWorld;
let tamperer: Tamperer;
let stranger: string;
beforeAll(async () => {
  world = await openOwnPageWorld();
  tamperer = await openTamperer(world.sello.database.url);
  const { council } = world;
  const { member_id, program_id } = await council.membership({ starts_on: council.today(-100) });
  const visit = await world.enterByLink(member_id);
  await visit.call('POST', '/activities', await newReport(world, visit, program_id));
  await visit.call('POST', '/requests', { changes: { given_name: 'Eva' } });
  await world.linkOf(member_id);
  stranger = (await (await openCouncil(world.sello)).member()).id;
});
afterAll(async () => {
  await tamperer?.close();
  await world?.close();
});

const codes = async () => (await fsck({ sello: world.sello })).findings.map(({ code }) => code);

test("M3 fsck finds nothing wrong in members' reports and requests", async () => {
  expect(await codes()).toEqual([]);
});

test.for([
  ['member_evidence', 'member_id = $1'],
  ['member_requests', 'member_id = $1'],
  ['member_sessions', 'member_id = $1'],
  ['member_links', 'member_id = $1'],
  ['member_evidence', "certificate_id = 'cert_0000000000000000000000' || left($1, 0)"],
  ['member_requests', 'sealed = nullif($1, $1)'],
] as const)('M3 fsck tells after a change of %s: %s', async ([table, change]) => {
  await tamperer.run(`create table kept as table ${table}`);
  await tamperer.run(`update ${table} set ${change}`, [stranger]);
  expect(await codes()).toContain('own_page_astray');
  await tamperer.run(`delete from ${table}`);
  await tamperer.run(`insert into ${table} select * from kept`);
  await tamperer.run('drop table kept');
  expect(await codes()).toEqual([]);
});
