import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newCourse } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a course of another account or mode gets the same answer as an unknown one', async ({
  sello,
  council,
}) => {
  const { id } = await newCourse(council);
  const stranger = await sello.newAccount();
  const paths = ['', '/accredit', '/refuse', '/close', '/cancel'].map(
    (verb) => [verb, { reason: 'x' }] as const,
  );
  for (const [verb, payload] of paths) {
    const ask = (named: string) =>
      verb === ''
        ? sello.call('GET', `${API}/courses/${named}`, { key: stranger.key })
        : sello.call('POST', `${API}/courses/${named}${verb}`, { key: stranger.key, payload });
    const foreign = await ask(id);
    expectRefusal(foreign, 404, 'not_found');
    expect((await ask('crs_0000000000000000000000')).text).toBe(foreign.text);
    expect((await ask('x')).text).toBe(foreign.text);
  }
});
