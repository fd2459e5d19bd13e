import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { acr2SeProfile, encodePem } from '@sello/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import { ALGORITHM_ENDS } from './algorithm-ends.ts';
import { readTimestampsSettings } from './settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-config-'));
  const [root] = acr2SeProfile().roots;
  await writeFile(path.join(folder, 'root.pem'), encodePem('CERTIFICATE', root!));
  await writeFile(path.join(folder, 'empty.pem'), 'no certificate here');
  await writeFile(path.join(folder, 'broken.pem'), encodePem('CERTIFICATE', Buffer.from('not DER')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The environment that names a file with this content. */
async function fileWith(content: unknown, env: Environment = {}): Promise<Environment> {
  const file = path.join(folder, 'psc.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return { SELLO_PSC_FILE: file, ...env };
}

function pscOf(env: Environment) {
  const read = readSettings(env);
  const { psc } = readTimestampsSettings(read);
  expect(read.problems).toEqual([]);
  return psc;
}

function problemsOf(env: Environment): readonly string[] {
  const read = readSettings(env);
  readTimestampsSettings(read);
  return read.problems;
}

const PROVIDER = { name: 'A', url: 'https://psc.example/tsa' };

describe('one provider in the environment', () => {
  test('without any, the embedded authority stamps', () => {
    expect(pscOf({})).toEqual([]);
  });

  test('an address alone is an RFC 3161 provider under ACR2-SE', () => {
    const [psc] = pscOf({ SELLO_PSC_URL: 'https://psc.example/tsa' });
    expect(psc).toMatchObject({ name: 'psc.example', dialect: 'rfc3161', timeoutMs: 10_000, nonce: true });
    expect(psc?.trust.map(({ name }) => name)).toEqual(['ACR2-SE']);
  });

  test('what the operator states of the provider is read, and a day that is in no calendar is refused', () => {
    const stated = {
      SELLO_PSC_URL: 'https://psc.example/tsa',
      SELLO_PSC_LEGAL_NAME: 'Prestador, S.A. de C.V.',
      SELLO_PSC_SERVICE: 'ccmd',
      SELLO_PSC_DOF_DATE: '2019-05-31',
    };
    expect(pscOf(stated)[0]?.statement).toEqual({
      legalName: 'Prestador, S.A. de C.V.',
      service: 'ccmd',
      dofDate: '2019-05-31',
    });
    expect(problemsOf({ ...stated, SELLO_PSC_DOF_DATE: '2019-02-31' }).join()).toContain('no day 2019-02-31');
    expect(problemsOf({ ...stated, SELLO_PSC_SERVICE: 'tsa' }).join()).toContain('SELLO_PSC_SERVICE');
  });

  test('configured roots are added to ACR2-SE', () => {
    const [psc] = pscOf({
      SELLO_PSC_URL: 'https://psc.example/tsa',
      SELLO_PSC_ROOTS: path.join(folder, 'root.pem'),
      SELLO_PSC_POLICY: '1.2.3',
      SELLO_PSC_ACCREDITED: 'yes',
    });
    expect(psc?.trust[1]).toMatchObject({ name: 'configured', policies: ['1.2.3'], accredited: true });
    expect(psc?.trust[1]?.roots).toHaveLength(1);
  });

  test('settings that a dialect needs and settings it cannot use are reported together', () => {
    const problems = problemsOf({
      SELLO_PSC_URL: 'https://psc.example/ws.asmx',
      SELLO_PSC_DIALECT: 'advantage',
      SELLO_PSC_BEARER: 'token',
      SELLO_PSC_ROOTS: path.join(folder, 'empty.pem'),
      SELLO_PSC_TLS_CA: path.join(folder, 'absent.pem'),
    });
    expect(problems).toEqual([
      'SELLO_PSC_BASIC is needed for the dialect advantage',
      'SELLO_PSC_ENTITY is needed for the dialect advantage',
      'SELLO_PSC_POLICY is needed for the dialect advantage',
      'SELLO_PSC_BEARER means nothing to the dialect advantage',
      `SELLO_PSC_TLS_CA: ${path.join(folder, 'absent.pem')} cannot be read (ENOENT)`,
      `SELLO_PSC_ROOTS: there is no certificate in ${path.join(folder, 'empty.pem')}`,
    ]);
  });

  test('problems are reported even without a provider', () => {
    expect(problemsOf({ SELLO_PSC_TIMEOUT_MS: '1', SELLO_PSC_POLICY: 'x' })).toHaveLength(2);
  });

  test('settings that exclude or need each other are reported', () => {
    const psc = { SELLO_PSC_URL: 'https://psc.example/' };
    expect(problemsOf({ ...psc, SELLO_PSC_BASIC: 'a:b', SELLO_PSC_BEARER: 'c' }).join()).toContain(
      'exclude each other',
    );
    expect(problemsOf({ ...psc, SELLO_PSC_CLIENT_CERT: 'a.pem' }).join()).toContain('go together');
  });
});

describe('SELLO_PSC_FILE', () => {
  test('reads providers in order, shares the time between them, and finds files beside itself', async () => {
    const [first, second] = pscOf(
      await fileWith(
        {
          providers: [
            { name: 'A', url: 'https://a.example/tsa', nonce: false, trust: ['ACR2-SE', 'lab'] },
            { name: 'B', dialect: 'mifiel', url: 'https://b.example/api/v1', basic_env: 'B_LOGIN' },
          ],
          trust: [
            {
              name: 'lab',
              roots: ['root.pem'],
              policies: 'any',
              tolerated_quirks: ['eku_missing'],
              accredited: false,
            },
          ],
        },
        { B_LOGIN: 'app:secret', SELLO_PSC_TIMEOUT_MS: '9000' },
      ),
    );
    expect(first).toMatchObject({ name: 'A', dialect: 'rfc3161', timeoutMs: 4_500, nonce: false });
    expect(first?.trust.map(({ name }) => name)).toEqual(['ACR2-SE', 'lab']);
    expect(first?.trust[1]).toMatchObject({ policies: 'any', toleratedQuirks: ['eku_missing'] });
    expect(second).toMatchObject({ name: 'B', dialect: 'mifiel', basic: 'app:secret', timeoutMs: 4_500 });
    expect(second?.trust.map(({ name }) => name)).toEqual(['ACR2-SE']);
  });

  test('reports every problem at once, each with its place, and no secret', async () => {
    const problems = problemsOf(
      await fileWith(
        {
          providers: [
            { ...PROVIDER, timeout_ms: 1.5, nonce: 'yes', trust: ['nobody'], zip: 1 },
            { ...PROVIDER, dialect: 'pscworld', bearer: 'hush-hush', nonce: true, client_cert: 'absent.pem' },
            { dialect: 'fax', url: 'ftp://x', basic_env: 'ABSENT', basic: 'no-colon-hush', trust: [] },
            'PSC',
          ],
          trust: [
            {
              name: 'ACR2-SE',
              roots: ['broken.pem', 'empty.pem'],
              policies: ['x'],
              tolerated_quirks: ['odd'],
            },
          ],
          more: true,
        },
        { SELLO_PSC_NAME: 'C' },
      ),
    );
    const at = 'SELLO_PSC_FILE';
    expect(problems.map((problem) => problem.replaceAll(`${folder}/`, ''))).toEqual([
      'SELLO_PSC_NAME belongs in SELLO_PSC_FILE when that is set',
      expect.stringContaining(`${at} trust[0].roots: broken.pem holds a certificate that cannot be read`),
      `${at} trust[0].roots: there is no certificate in empty.pem`,
      `${at} trust[0].policies must be a list of dotted OIDs or "any"`,
      expect.stringContaining(`${at} trust[0].tolerated_quirks must be a list of eku_missing`),
      `${at} trust[0].accredited is missing: true or false`,
      `${at}.more is not known`,
      `${at} trust: the name "ACR2-SE" is taken`,
      `${at} providers[0].nonce must be true or false`,
      `${at} providers[0].timeout_ms must be a whole number from 100 to 120000`,
      `${at} providers[0].trust names "nobody", which is not in the file's trust`,
      `${at} providers[0].zip is not known`,
      `${at} providers[1].nonce means nothing to the dialect pscworld`,
      `${at} providers[1].client_cert and ${at} providers[1].client_key go together; set both or neither`,
      `${at} providers[1].basic is needed for the dialect pscworld`,
      `${at} providers[1].bearer means nothing to the dialect pscworld`,
      `${at} providers[1].client_cert: absent.pem cannot be read (ENOENT)`,
      `${at} providers[2].name is missing: a text that is not empty`,
      `${at} providers[2].dialect must be rfc3161 or cincel or mifiel or advantage or pscworld`,
      `${at} providers[2].url must be an http:// or https:// address`,
      `${at} providers[2].basic must be \`user:password\``,
      `${at} providers[2].basic_env: the environment variable ABSENT must be \`user:password\``,
      `${at} providers[2].trust is empty, so no token could ever be trusted`,
      `${at} providers[3] must be a JSON object`,
      `${at} providers: the name "A" is taken`,
    ]);
    expect(problems.join()).not.toContain('hush');
  });

  test.for([
    ['no file', undefined, 'cannot be read (ENOENT)'],
    ['no JSON', '{', 'is not JSON'],
    ['no object', '[]', 'SELLO_PSC_FILE must be a JSON object'],
    ['no providers', '{}', 'SELLO_PSC_FILE.providers is missing'],
    ['an empty list', '{"providers":[]}', 'must name at least one provider'],
  ] as const)('%s', async ([, content, problem]) => {
    const problems =
      content === undefined
        ? problemsOf({ SELLO_PSC_FILE: path.join(folder, 'absent.json') })
        : problemsOf(await fileWith(content));
    expect(problems.join()).toContain(problem);
  });

  test('shares that do not fit into the deadline are refused', async () => {
    const providers = [
      { ...PROVIDER, timeout_ms: 8_000 },
      { ...PROVIDER, name: 'B', timeout_ms: 8_000 },
    ];
    expect(problemsOf(await fileWith({ providers }))).toEqual([
      "SELLO_PSC_FILE: the providers' timeout_ms add up to 16000, more than SELLO_PSC_TIMEOUT_MS (10000)",
    ]);
    expect(pscOf(await fileWith({ providers }, { SELLO_PSC_TIMEOUT_MS: '16000' }))).toHaveLength(2);
  });
});

describe('SELLO_ALGORITHM_ENDS', () => {
  const readEnds = (given: string | undefined) => {
    const read = readSettings(given === undefined ? {} : { SELLO_ALGORITHM_ENDS: given });
    return { ends: readTimestampsSettings(read).algorithmEnds, problems: read.problems };
  };

  test('replaces the days that it names, and no others', () => {
    expect(readEnds(undefined).ends).toEqual(ALGORITHM_ENDS);
    expect(readEnds('RSA@2031-01-01, SHA-256@2040-06-30').ends).toEqual({
      ...ALGORITHM_ENDS,
      RSA: new Date('2031-01-01T00:00:00Z'),
      'SHA-256': new Date('2040-06-30T00:00:00Z'),
    });
  });

  test.for([
    'RSA',
    'RSA@',
    'DSA@2031-01-01',
    'RSA@2031-02-30',
    'RSA@2031-01-01,',
    'RSA@2031-01-01T00:00:00Z',
  ])('"%s" is refused with the names of the algorithms', (given) => {
    expect(readEnds(given).problems).toEqual([
      expect.stringMatching(/SELLO_ALGORITHM_ENDS.*RSA@2031-01-01.*RSA, ECDSA/s),
    ]);
  });
});
