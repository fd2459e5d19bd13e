import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 an award of another account or mode gets the same answer as an unknown one, for reading and deciding', async ({
  sello,
  council,
}) => {
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, await council.enrol(), course.id);
  const { key } = await sello.newAccount();
  const payload = { reason: 'x' };
  for (const [method, verb] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/approve'],
    ['POST', '/reject'],
    ['POST', '/revoke'],
    ['POST', '/withdraw'],
  ] as const) {
    const ask = (named: string) =>
      sello.call(method, `${API}/awards/${named}${verb}`, { key, ...(method !== 'GET' && { payload }) });
    const foreign = await ask(id);
    expectRefusal(foreign, 404, 'not_found');
    expect((await ask('awd_0000000000000000000000')).text).toBe(foreign.text);
    expect((await ask('x')).text).toBe(foreign.text);
  }
});
