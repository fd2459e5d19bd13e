import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, type Environment, readConfig, unknownSettings } from './settings.ts';
import { SETTING_LIST } from './settings-list.ts';

function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('without any settings, everything has its default', () => {
  expect(readConfig({})).toMatchObject({
    port: 3_000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    databaseConnections: 16,
    serviceName: 'sello',
    signup: 'open',
    freeCertificates: 5,
    maxRatePerMinute: 100_000,
    maxMonthlyQuota: 10_000_000,
    tsaKey: 'p256',
  });
});

test('values are trimmed, and an empty value counts as not set', () => {
  const env = {
    PORT: ' 8080 ',
    SELLO_SIGNUP: 'closed',
    SELLO_SERVICE_NAME: 'notaria',
    SELLO_FREE_CERTIFICATES: '0',
    SELLO_TSA_KEY: '  ',
  };
  expect(readConfig(env)).toMatchObject({
    port: 8_080,
    baseUrl: 'http://localhost:8080',
    signup: 'closed',
    serviceName: 'notaria',
    freeCertificates: 0,
    tsaKey: 'p256',
  });
});

test.for([
  ['PORT', ['-1', '65536', '80.5', '0x50', 'http', '1e3']],
  [
    'SELLO_BASE_URL',
    ['x.example', 'ftp://x.example', '//x.example', 'javascript:alert(1)', 'localhost:3000'],
  ],
  ['DATABASE_URL', ['localhost', 'mysql://x/y', 'http://x']],
  ['SELLO_DATABASE_CONNECTIONS', ['0', '501', 'many']],
  ['SELLO_SERVICE_NAME', ['S', 'Sello', 'se llo', 'se_llo', '1sello', 'x'.repeat(21)]],
  ['SELLO_PROCESSES', ['0', '257', 'all', '1.5']],
  ['SELLO_METRICS_ADDRESS', ['9464', 'here:9464', '127.0.0.1']],
  ['SELLO_BACKGROUND', ['yes', 'On']],
  ['SELLO_TRUSTED_PROXIES', ['balancer', '10.0.0.0/33', '10.0.0.1,', '::1/129']],
  ['SELLO_SIGNUP', ['yes', 'Open', 'true']],
  ['SELLO_FREE_CERTIFICATES', ['-5', 'five', '1000000001']],
  ['SELLO_MAX_RATE_PER_MINUTE', ['0', '1000000001']],
  ['SELLO_MAX_MONTHLY_QUOTA', ['0', '2000000001']],
  ['SELLO_TSA_KEY', ['rsa', 'P256', 'rsa4096']],
  ['SELLO_PSC_URL', ['psc.example', 'tcp://psc.example:318']],
  ['SELLO_PSC_TIMEOUT_MS', ['99', '120001', '10s']],
  ['SELLO_PSC_BASIC', ['user', ':password']],
  ['SELLO_PSC_NONCE', ['true', 'sometimes']],
  ['SELLO_PSC_POLICY', ['3.1', '1', '1..2', 'any']],
  ['SELLO_PSC_ACCREDITED', ['true', '1']],
] as const)('%s is refused with other than a valid value: %j', ([name, values]) => {
  for (const value of values) {
    const [problem, ...others] = problemsOf({ [name]: value });
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^${name} must be `));
  }
});

test('all problems are reported in one message', () => {
  const env = {
    PORT: 'x',
    SELLO_BASE_URL: 'x',
    SELLO_SIGNUP: 'x',
    SELLO_TSA_KEY: 'x',
    SELLO_PSC_URL: 'x',
    SELLO_PSC_TIMEOUT_MS: 'x',
    SELLO_PSC_NONCE: 'x',
  };
  expect(problemsOf(env).map((problem) => problem.split(' ')[0])).toEqual(Object.keys(env));
  expect(() => readConfig(env)).toThrow(
    /^These settings cannot be used:\n {2}- PORT must be a whole number from 0 to 65535; it is "x"\n {2}- SELLO_BASE_URL /,
  );
});

test('a message never shows a secret, not even an invalid one', () => {
  const message = problemsOf({ SELLO_PSC_BASIC: 'hush', DATABASE_URL: 'psql://sello:hush@x/y' }).join();
  expect(message).toContain('SELLO_PSC_BASIC must be');
  expect(message).toContain('DATABASE_URL must be');
  expect(message).not.toContain('hush');
});

test('settings are named SELLO_…, PORT or DATABASE_URL, each once and with an explanation', () => {
  const names = SETTING_LIST.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, help } of SETTING_LIST) {
    expect(name).toMatch(/^(SELLO_[A-Z0-9_]+|PORT|DATABASE_URL)$/);
    expect(help.length).toBeGreaterThan(10);
  }
});

test('every default is a valid value of its setting', () => {
  for (const { name, fallback } of SETTING_LIST) {
    if (fallback !== undefined) expect(problemsOf({ [name]: fallback }), name).toEqual([]);
  }
});

test('every setting read is listed, and every listed one is read', () => {
  const asked = new Set<string>();
  // The chain's key is read only where a chain is configured.
  const given: Environment = { SELLO_CHAIN_RPC_URL: 'https://rpc.example/' };
  const env = new Proxy(given, {
    get(target, name) {
      asked.add(String(name));
      return target[String(name)];
    },
  });
  problemsOf(env);
  expect([...asked].sort()).toEqual(SETTING_LIST.map(({ name }) => name).sort());
});

test('an unknown SELLO_ setting is reported as a likely typing error', () => {
  const env = { SELLO_SINGUP: 'closed', SELLO_SIGNUP: 'open', PATH: '/bin', PROT: '80' };
  expect(unknownSettings(env)).toEqual(['SELLO_SINGUP']);
});
