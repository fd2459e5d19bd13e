import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expect, test } from '../../../harness/world.ts';

test('the original file is at a signed address that is valid for five minutes', async ({ sello, person }) => {
  for (const mode of ['live', 'test'] as const) {
    const { id } = await certifyAs(person, `the ${mode} original`, { mode });
    const { status, headers } = await person.call('GET', `/certificates/${id}/proof?type=file`);
    expect(status).toBe(302);
    const address = String(headers.location);
    expect(address).toMatch(`${sello.config.baseUrl}/files/${id}?`);
    expect((await sello.call('GET', address)).text).toBe(`the ${mode} original`);
    sello.advance(301_000);
    expect((await sello.call('GET', address)).status).toBe(403);
  }
});
