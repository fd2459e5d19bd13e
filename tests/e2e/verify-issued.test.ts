/** `/verify` with documents that this service itself issues, and with an original without any proof. */

import { expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { openBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { approvedAward } from '../harness/documents.ts';
import { forFile } from '../harness/for-file.ts';
import { openProgramCouncil } from '../harness/program-council.ts';
import { sealAll } from '../harness/sealed.ts';
import { inspectEverywhere } from './inspect-everywhere.ts';

const CONSENT = { consent: { given_at: '2026-01-01', notice_version: '1', channel: 'web' } };
const FILE = Buffer.from('un contrato de arrendamiento\n');

const world: AnchoredSello = forFile(openAnchoredSello);
const browser: TestBrowser = forFile(openBrowser);
const base = forFile(async () => ({ url: await world.sello.listen() }));
const council = forFile(async () => openProgramCouncil(world.sello, world.caller.key));

async function visit(look: (page: TestPage, requests: string[]) => Promise<void>, path = '/verify') {
  const page = await browser.openPage({ language: 'en-US' });
  await page.goto(base.url + path);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/assets/')) requests.push(`${request.method()} ${pathname}${search}`);
  });
  await look(page, requests);
  page.assertClean();
  await page.close();
}

const give = (page: TestPage, name: string, buffer: Uint8Array) =>
  page.setInputFiles('#files', [{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) }]);

async function original(id: string): Promise<Buffer> {
  const answer = await council.call('GET', `/certificates/${id}/proof?type=file&format=raw`);
  const { pathname, search } = new URL(String(answer.headers.location));
  const { bytes } = await world.sello.call('GET', pathname + search);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  return bytes;
}

async function issueDiploma() {
  const award = await approvedAward(council, { fields: CONSENT });
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  return { award, pdf: await original(diploma.certificate_id), url: new URL(diploma.qr_verification_url) };
}

test('a diploma is verified by its evidence, which is found by its code alone, and by the chain’s proof once there is one', async () => {
  const { pdf, url } = await issueDiploma();
  await visit(async (page, requests) => {
    await give(page, 'diploma.pdf', pdf);
    await page.waitForSelector('[data-check="timestamp.imprint"][data-outcome="pass"]', {
      state: 'attached',
    });
    expect(await page.$$('.check-row[data-outcome="fail"]')).toEqual([]);
    expect(await page.textContent('[data-state="valid"]')).toContain('Diploma: still valid');
    expect(await page.getAttribute('#checks a', 'href')).toBe(`${url.pathname}?lang=en`);
    expect(requests.toSorted()).toEqual([
      `GET ${url.pathname}.json`,
      ...['chain', 'nom151'].map((type) => `GET ${url.pathname}/proof?type=${type}`),
    ]);
    await inspectEverywhere(page, 'verify-diploma');
  });
});

test('a revoked diploma is genuine but no longer valid; an altered one is not genuine, whatever its code', async () => {
  const { award, pdf } = await issueDiploma();
  await council.ask('POST', `/awards/${award.id}/revoke`, 200, { reason: 'Motivo' });
  await visit(async (page) => {
    await give(page, 'diploma.pdf', pdf);
    expect(await page.textContent('[data-state="revoked"]')).toContain('Diploma: revoked');
  });
  const altered = Buffer.concat([pdf, Buffer.from('\n')]);
  await visit(async (page) => {
    await give(page, 'diploma.pdf', altered);
    await page.waitForSelector('[data-check="timestamp.imprint"][data-outcome="fail"]');
    expect(await page.textContent('.note-bad')).toContain('isn’t the document that was issued');
    expect(await page.$('[data-state]:is(.note)')).toBeNull();
  });
});

test('the sealed copy of a revoked diploma is genuine and no longer valid, on /verify and on its own page', async () => {
  await world.sello.database.query(
    `insert into councils (account_id, seals_documents, updated_at) values ($1, true, now())
     on conflict (account_id) do update set seals_documents = true`,
    [council.accountId],
    'seals',
  );
  const { award, url } = await issueDiploma();
  await sealAll(world.sello);
  const { body } = await world.sello.call('GET', `${url.pathname}.json`);
  await council.ask('POST', `/awards/${award.id}/revoke`, 200, { reason: 'Motivo' });
  const page = new URL(body.sealed.url).pathname;
  await visit(async (shown) => {
    expect(await shown.textContent('main')).toContain('revoked');
  }, `${page}?lang=en`);
  const { certificates } = (await council.call('GET', '/certificates?limit=100')).body;
  const copy = certificates.find(
    ({ file }: { file: { sha256: string } }) => file.sha256 === body.sealed.sha256,
  );
  await visit(async (shown) => {
    await give(shown, 'sealed.pdf', await original(copy.id));
    expect(await shown.textContent('.note[data-state="revoked"]')).toContain('Diploma: revoked');
  });
});

test('a transcript is recognised too; an unknown code is reported as unknown', async () => {
  const { award } = await issueDiploma();
  const { certificate } = await council.ask('POST', `/members/${award.member_id}/transcript`, 201, {});
  const pdf = await original(certificate.id);
  await visit(async (page) => {
    await give(page, 'transcript.pdf', pdf);
    expect(await page.textContent('[data-state="valid"]')).toContain('Transcript: still valid');
  });
  const other = Buffer.from(
    pdf.toString('latin1').replace(/(\n\(https?:\S+\/v\/)[0-9A-Za-z]{22}/, `$1${'0'.repeat(22)}`),
    'latin1',
  );
  await visit(async (page) => {
    await give(page, 'transcript.pdf', other);
    expect(await page.textContent('.note-bad')).toContain('doesn’t know its code');
    page.forgive(/404 .*\.json/);
  });
});

test("an original alone is looked up only on request, in one's own account, and a missing result proves nothing", async () => {
  await visit(async (page, requests) => {
    await give(page, 'contract.txt', FILE);
    const ask = page.getByRole('button', { name: 'Look for its fingerprint in my account' });
    await ask.waitFor();
    expect(requests).toEqual([]);
    await inspectEverywhere(page, 'verify-original-alone');
    await ask.click();
    expect(await page.textContent('.ask-answer .note')).toContain('You aren’t logged in here');
    page.forgive(/401 .*certificates/);
    expect(requests).toHaveLength(1);
    await enter(page, base.url);
    await ask.click();
    await page.waitForSelector('.ask-answer >> text=That proves nothing');
  });
});

test('an .ots says which fingerprint it stamps and which blocks it names', async () => {
  const { id } = await world.sello.certify(world.caller.key, FILE);
  await world.sello.sequence();
  await world.anchorAndMine();
  const ots = await council.call('GET', `/certificates/${id}/proof?type=blockchain&format=ots`);
  expect(ots.status).toBe(200);
  await visit(async (page) => {
    await give(page, 'proof.ots', ots.bytes);
    await page.waitForSelector('.checks-summary[data-verdict="unconfirmed"]');
    expect(await page.textContent('#checks')).toContain('Add the original file');
    await give(page, 'contract.txt', FILE);
    await page.waitForFunction(
      () => !document.querySelector('#checks')?.textContent?.includes('Add the original'),
    );
    await page.waitForSelector('.checks-summary[data-verdict="unconfirmed"]');
    await give(page, 'other.txt', Buffer.from('another contract'));
    await page.waitForSelector('.checks-summary[data-verdict="invalid"]');
  });
});
