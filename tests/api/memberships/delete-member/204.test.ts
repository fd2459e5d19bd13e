import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('one without memberships and awards is gone; one with is kept', async () => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  const path = `/members/${member.id}`;
  expect((await council.call('DELETE', path)).status).toBe(204);
  expectRefusal(await council.call('GET', path), 404, 'not_found');
  expectRefusal(await council.call('DELETE', path), 404, 'not_found');
});
