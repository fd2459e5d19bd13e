import { Agent, request } from 'node:http';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openFrozen } from '../../../harness/frozen-sello.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_PUBLIC_PER_MINUTE: '0' })
  /** The path and query of a new signed address. */
  .extend('linkTo', ({ client, sello }) => async (content: string, key = client.key): Promise<string> => {
    const { id } = await sello.certify(key, content);
    const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
    return body.proof.url.replace('http://localhost:3000', '');
  });

test('P24 a signed address is valid for 300 seconds and refused afterwards', async ({ sello, client }) => {
  const { id } = await sello.certify(client.key, 'for five minutes');
  const frozen = await openFrozen(sello, sello.ports.now());
  const start = frozen.now;
  const { proof } = (await frozen.get(`${API}/certificates/${id}/proof?type=file`, client.key)).body;
  expect(new Date(proof.expires_at).getTime()).toBe(start + 300_000);
  for (const seconds of [0, 299.9, 300]) {
    frozen.now = start + seconds * 1_000;
    expect((await frozen.get(proof.url)).status).toBe(200);
  }
  frozen.now = start + 300_001;
  const { status, body } = await frozen.get(proof.url);
  expect([status, body.error]).toEqual([403, 'url_expired']);
  expect(body.message).toContain('5 minutes');
  await frozen.close();
});

test('P24 every single-character change of the address is refused: replaced, removed or added', async ({
  sello,
  linkTo,
}) => {
  const base = new URL(await sello.listen());
  const link = await linkTo('hands off');
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const get = (path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request({ agent, host: base.hostname, port: base.port, path }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });
  expect(await get(link)).toEqual({ status: 200, text: 'hands off' });
  const accepted = [];
  for (let at = 1; at <= link.length; at++) {
    const [before, char, after] = [link.slice(0, at), link[at] ?? '', link.slice(at + 1)];
    const others = ['0', 'A', 'z', '_', '&', '=', '/', '\\', '%', '+', ';', swapCase(char)].filter(
      (c) => c !== char,
    );
    const changed = [
      before + after,
      ...others.map((c) => before + c + after),
      ...['&', '0', '/', '='].map((c) => before + c + char + after),
    ];
    const answers = await Promise.all([...new Set(changed)].filter((path) => path !== link).map(get));
    accepted.push(
      ...answers.filter(
        ({ status, text }) => ![400, 403, 404].includes(status) || text.includes('hands off'),
      ),
    );
  }
  agent.destroy();
  expect(accepted).toEqual([]);
});

test('P24 an address is not valid for another file, account, mode or time', async ({ sello, linkTo }) => {
  const other = await sello.newAccount();
  const [mine, theirs] = [
    new URL(await linkTo('mine'), 'http://x'),
    new URL(await linkTo('theirs', other.key), 'http://x'),
  ];
  const swaps = [...mine.searchParams.keys()].map((name) => {
    const swapped = new URL(mine);
    const value =
      name === 'mode' ? 'test' : name === 'expires' ? '9999999999999' : theirs.searchParams.get(name);
    swapped.searchParams.set(name, value === mine.searchParams.get(name) ? '' : (value ?? ''));
    return swapped.pathname + swapped.search;
  });
  for (const url of [theirs.pathname + mine.search, mine.pathname + theirs.search, ...swaps]) {
    expectRefusal(await sello.call('GET', url), 403, 'invalid_signature');
  }
});

test('an address with parameters missing, added, repeated or reordered is refused', async ({
  sello,
  linkTo,
}) => {
  const link = await linkTo('whole');
  const [path, query] = link.split('?') as [string, string];
  const pairs = query.split('&');
  const broken = [
    path,
    `${path}?`,
    ...pairs.map((_, i) => `${path}?${pairs.toSpliced(i, 1).join('&')}`),
    ...pairs.map((pair) => `${link}&${pair}`),
    `${link}&utm_source=mail`,
    `${path}?${pairs.toReversed().join('&')}`,
    link.replace('cert_', '%63ert_'),
    link.replace('mode=live', 'mode=%6Cive'),
  ];
  for (const url of broken) expectRefusal(await sello.call('GET', url), 403, 'invalid_signature');
  expect((await sello.call('GET', link)).text).toBe('whole');
});

test('P24 a signed address opens only what it was made for: the file, the court package, the package without the file', async ({
  sello,
  client,
}) => {
  const { id } = await sello.certify(client.key, 'one of three');
  const linkOf = async (query: string) => {
    const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?${query}`, { key: client.key });
    return body.proof.url.replace('http://localhost:3000', '') as string;
  };
  const links = [
    await linkOf('type=file'),
    await linkOf('type=court'),
    await linkOf('type=court&original=omit'),
  ];
  const paths = links.map((link) => link.split('?')[0]);
  expect(paths).toEqual([`/files/${id}`, `/files/${id}/court`, `/files/${id}/court-without-original`]);
  for (const link of links) {
    expect((await sello.call('GET', link)).status).toBe(200);
    const [own, query] = link.split('?');
    for (const path of paths.filter((one) => one !== own))
      expectRefusal(await sello.call('GET', `${path}?${query}`), 403, 'invalid_signature');
  }
});

test('the refusal is in the language of the caller', async ({ sello }) => {
  const answer = await sello.call('GET', '/files/x', { headers: { 'accept-language': 'es' } });
  expect(expectRefusal(answer, 403, 'invalid_signature')).toContain('fue modificada');
});

test('an address signed with another key is refused', async ({ sello, linkTo }) => {
  const link = await linkTo('unknown key');
  expectRefusal(
    await sello.call('GET', link.replace(/key=[^&]+/, 'key=000000000000')),
    403,
    'invalid_signature',
  );
});

function swapCase(char: string): string {
  return char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase();
}
