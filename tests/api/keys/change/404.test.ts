import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  ['PATCH', '', { name: 'mine now', rate_per_minute: 1 }],
  ['DELETE', '', undefined],
  ['POST', '/rotate', { grace_seconds: 0 }],
] as const)(
  "P20 %s …%s: another account's key looks nonexistent, and stays unchanged",
  async ([method, tail, payload], { sello }) => {
    const [person, other] = [await signUp(sello), await signUp(sello)];
    const { secret, ...theirs } = await other.newKey();
    const unknown = await person.call(method, `/keys/${sello.ports.newId('key')}${tail}`, payload);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found']);
    for (const id of [
      theirs.id,
      'x',
      'key_',
      theirs.id.replace('key_', 'cert_'),
      `${theirs.id}x`,
      '%00',
      "' or '1'='1",
    ]) {
      const answer = await person.call(
        method,
        `/keys/${encodeURI(id).replaceAll('%25', '%')}${tail}`,
        payload,
      );
      expect(answer.text).toBe(unknown.text);
      expect(answer.status).toBe(404);
    }
    expect((await other.call('GET', '/keys')).body.keys).toEqual([theirs]);
  },
);
