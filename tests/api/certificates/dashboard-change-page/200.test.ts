import { signUp } from '../../../harness/dashboard-person.ts';
import { ODD_PDFS } from '../../../harness/odd-pdfs.ts';
import { postWithSeal, recordOf, sealAll } from '../../../harness/sealed.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { openWorkbench } from '../../../harness/workbench.ts';
import { expect, test } from '../../../harness/world.ts';

async function certified(sello: TestSello) {
  const person = await signUp(sello);
  const { secret } = await person.newKey({ name: 'certifies', mode: 'test' });
  const made = await sello.certify(secret, 'shared', { title: 'Divorcio de A y B' }, 'divorcio.pdf');
  const path = new URL(made.qr_verification_url).pathname;
  const change = (payload: object) => person.call('PATCH', `/certificates/${made.id}/page`, payload);
  return { ...person, ...made, path, change };
}

test('hidden names are on no page and in no download there, and return once they are shown again', async ({
  sello,
}) => {
  const { path, change, call, id, file } = await certified(sello);
  const { sha256 } = file;
  expect((await change({ hides_names: true })).body.page).toMatchObject({ hides_names: true, is_on: true });
  const names = /divorcio/i;
  const bench = await openWorkbench();
  const wordsOf = {
    '?lang=es': ['cat'],
    '?lang=en': ['cat'],
    '.json': ['cat'],
    '/proof?type=bundle': ['unzip', '-p'],
    '/proof?type=constancia': ['pdftotext'],
  } as const;
  for (const [rest, [program, ...options]] of Object.entries(wordsOf)) {
    const { status, bytes, headers } = await sello.call('GET', path + rest);
    expect([rest, status]).toEqual([rest, 200]);
    await bench.write('given', bytes);
    const { output } = await bench.run(
      program,
      ...options,
      'given',
      ...(program === 'pdftotext' ? ['-'] : []),
    );
    expect(output.replace(/\s/g, '')).toContain(sha256);
    expect([rest, names.test(output), names.test(String(headers['content-disposition'] ?? ''))]).toEqual([
      rest,
      false,
      false,
    ]);
  }
  await bench.close();
  expect((await sello.call('GET', `${path}.json`)).body).toMatchObject({ names_hidden: true, title: '—' });
  // The owner still sees the names.
  expect((await call('GET', `/certificates/${id}`)).body.certificate.title).toBe('Divorcio de A y B');
  await change({ hides_names: false });
  expect((await sello.call('GET', `${path}?lang=es`)).text).toMatch(names);
});

test('a page that is switched off answers as if it had never existed, until it is switched on', async ({
  sello,
}) => {
  const { path, change } = await certified(sello);
  const { body } = await change({ is_on: false });
  expect(body.page.is_on).toBe(false);
  const unknown = await sello.call('GET', `/v/${'0'.repeat(22)}?lang=es`);
  const off = await sello.call('GET', `${path}?lang=es`);
  expect([off.status, off.text.replaceAll(path, '')]).toEqual([
    404,
    unknown.text.replaceAll(`/v/${'0'.repeat(22)}`, ''),
  ]);
  for (const rest of ['.json', '/proof?type=nom151', '/qr.svg'])
    expect((await sello.call('GET', path + rest)).status).toBe(404);
  await change({ is_on: true });
  expect((await sello.call('GET', path)).status).toBe(200);
});

test('a PDF and its sealed copy are hidden and switched off together, also before the copy is made', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { secret } = await person.newKey({ name: 'certifies', mode: 'test' });
  const { body, status, text } = await postWithSeal(sello, secret, ODD_PDFS.simple as Uint8Array, {
    title: 'Divorcio',
  });
  expect(status, text).toBe(201);
  const original = body.certificate;
  const change = (id: string, payload: object) => person.call('PATCH', `/certificates/${id}/page`, payload);
  await change(original.id, { hides_names: true });
  await sealAll(sello);
  const { sealed } = await recordOf(sello, secret, original.id);
  const shown = (url: string) => sello.call('GET', `${new URL(url).pathname}.json`);
  expect((await shown(sealed.url)).body).toMatchObject({ names_hidden: true, title: '—' });
  await change(sealed.certificate_id, { hides_names: false });
  expect((await shown(original.qr_verification_url)).body).toMatchObject({ title: 'Divorcio' });
  await change(original.id, { is_on: false });
  for (const url of [sealed.url, original.qr_verification_url]) expect((await shown(url)).status).toBe(404);
  const { events } = (await person.call('GET', '/audit?limit=3')).body;
  expect(events.map(({ target }: { target: string }) => target)).toEqual([
    original.id,
    sealed.certificate_id,
    original.id,
  ]);
});

test('the log has every change, and no entry for a call that changes nothing', async ({ sello }) => {
  const { change, call, id } = await certified(sello);
  const events = async () => (await call('GET', '/audit')).body.events;
  const before = (await events()).length;
  expect((await change({})).status).toBe(200);
  expect((await change({ is_on: true, hides_names: false })).status).toBe(200);
  expect((await events()).length).toBe(before);
  await change({ hides_names: true });
  expect((await events())[0]).toMatchObject({
    action: 'certificate.change',
    target: id,
    details: { changes: { page_hides_names: { from: false, to: true } } },
  });
});
