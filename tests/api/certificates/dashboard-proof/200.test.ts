import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { API } from '../../../harness/test-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello);

test('proofs are the same bytes as in the public API, sent as attachments', async ({ world, person }) => {
  const { sello } = world;
  const { secret } = await person.newKey({ name: 'x', mode: 'test' });
  const made = await certifyAs(person, 'proven', { mode: 'test' });
  await sello.sequence();
  await world.anchorAndMine();
  await world.chain.mine();
  await world.chain.mine();
  await world.anchor();
  for (const [type, ending] of [
    ['nom151', 'tsr'],
    ['blockchain', 'xml'],
    ['bundle', 'zip'],
  ]) {
    const mine = await person.call('GET', `/certificates/${made.id}/proof?type=${type}`);
    const url = `${API}/certificates/${made.id}/proof?type=${type}&format=raw`;
    const theirs = await sello.call('GET', url, { key: secret });
    expect([mine.status, mine.bytes.equals(theirs.bytes)], type).toEqual([200, true]);
    expect(mine.headers).toMatchObject({
      'content-type': theirs.headers['content-type'],
      'content-disposition': `attachment; filename="${made.id}.${ending}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  }
});
