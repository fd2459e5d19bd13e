/**
 * P108: a check made before a password or a factor changed gives no access after the change. Each way to get lasting
 * access is delayed between its check and its statement, and the owner makes a change during the delay.
 */

import { codeOf, SERVER, sourceFiles } from '../architecture/source-files.ts';
import { turnOn } from '../harness/authenticator.ts';
import { cookieOf, DASHBOARD, type Person, personFrom, signUp } from '../harness/dashboard-person.ts';
import { addPasskey, logInWith, makeSoftwarePasskey } from '../harness/software-passkey.ts';
import type { TestAnswer, TestSello } from '../harness/test-sello.ts';
import { expect, testAlone as test } from '../harness/world.ts';

const PASSWORD = 'lluvia en la azotea';

/** A thief who has the password and is logged in at the same time as the owner. */
async function thiefOf(sello: TestSello, { email, password }: Person): Promise<Person> {
  const answer = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  return personFrom(sello, { ...answer, status: 201 }, email, password);
}

/** The next call of this function of a port waits until `meanwhile` is done. */
function holdUp<Name extends string>(
  port: Record<Name, (...args: never[]) => Promise<unknown>>,
  name: Name,
  meanwhile: () => Promise<unknown>,
): void {
  const real = port[name];
  port[name] = async (...args) => {
    port[name] = real;
    await meanwhile();
    return real(...args);
  };
}

type Ports = TestSello['ports'];
type Race = {
  /** The step at which the thief's request is delayed. */
  at(ports: Ports): [Record<string, (...args: never[]) => Promise<unknown>>, string];
  run(sello: TestSello, thief: Person, owner: Person): Promise<TestAnswer>;
};

const at = (port: unknown, name: string) => [port, name] as ReturnType<Race['at']>;

const RACES: Record<string, Race> = {
  'logging in': {
    at: ({ sessions }) => at(sessions, 'open'),
    run: (sello, _thief, { email, password }) =>
      sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } }),
  },
  'changing the password': {
    at: ({ passwordStore }) => at(passwordStore, 'change'),
    run: (_sello, thief) =>
      thief.call('POST', '/password', { current_password: thief.password, new_password: PASSWORD }),
  },
  'changing the address': {
    at: ({ addressChanges }) => at(addressChanges, 'changeUnproven'),
    run: (_sello, thief) =>
      thief.call('POST', '/email', { email: `new.${thief.email}`, password: thief.password }),
  },
  'adding a passkey': {
    at: ({ passkeys }) => at(passkeys, 'add'),
    async run(_sello, thief) {
      const asked = await thief.call('POST', '/passkeys/options', { password: thief.password });
      const passkey = makeSoftwarePasskey().create(asked.body.options);
      return thief.call('POST', '/passkeys', { name: 'mine', passkey });
    },
  },
};

test.for(Object.keys(RACES))(
  'P108 %s while the owner turns a second factor on fails, and leaves nothing open',
  async (name, { sello }) => {
    const race = RACES[name] as Race;
    const owner = await signUp(sello);
    const thief = await thiefOf(sello, owner);
    const [port, call] = race.at(sello.ports);
    holdUp(port, call, () => turnOn(sello, owner));
    const answer = await race.run(sello, thief, owner);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status, answer.text).toBeLessThan(500);
    const headers = { cookie: cookieOf(answer) || thief.cookie };
    expect((await sello.call('GET', `${DASHBOARD}/me`, { headers })).status).toBe(401);
    const { body } = await owner.call('GET', '/sessions');
    expect(body.sessions).toHaveLength(1);
    expect((await owner.call('GET', '/me')).body.person).toMatchObject({ email: owner.email });
  },
);

test('P108 a passkey that its owner removes while it logs in opens no session', async ({ sello }) => {
  const owner = await signUp(sello);
  const { passkey, answer } = await addPasskey(owner);
  const { sessions, passkeys } = sello.ports;
  holdUp(sessions, 'open', () =>
    passkeys.remove(owner.id, answer.body.passkey.id, sello.ports.now(), {
      type: 'person',
      id: owner.id,
      ip: undefined,
      userAgent: undefined,
    }),
  );
  expect((await logInWith(sello, passkey)).status).toBe(401);
});

// The last release locks the row of the account, where this one locks that of the person.
test.for(['people', 'accounts'])(
  'P108 a login that waits for the lock of a factor being turned on sees the factor: %s',
  async (table, { sello }) => {
    const { email, password, account, id } = await signUp(sello);
    const reached = Promise.withResolvers<void>();
    holdUp(sello.ports.sessions, 'open', async () => reached.resolve());
    let login: Promise<TestAnswer> | undefined;
    await sello.ports.records.transaction(async (query) => {
      await query(`select from ${table} where id = $1 for no key update`, [
        table === 'people' ? id : account.id,
      ]);
      await query(`insert into second_factors (person_id, secret) values ($1, 'sealed')`, [id]);
      login = sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
      await reached.promise;
    });
    expect((await login)?.status).toBe(401);
  },
);

test('P108 sessions are opened, ended by a change, and people changed only with the person locked', () => {
  const files = sourceFiles(`${SERVER}/people`).filter((file) =>
    /insert into sessions|delete from sessions s using|endOtherSessions\(|update people/.test(codeOf(file)),
  );
  expect(files.map((file) => file.split('/').at(-1))).toEqual([
    'pg-open-account.ts',
    'pg-address-changes.ts',
    'pg-sessions.ts',
    'pg-passkeys.ts',
    'pg-passwords.ts',
    'pg-persons.ts',
    'pg-second-factors.ts',
    'pg-identities.ts',
  ]);
  expect(files.filter((file) => !codeOf(file).includes('withPersonLocked('))).toEqual([]);
  const elsewhere = sourceFiles(SERVER).filter((file) =>
    /insert into sessions|update people/.test(codeOf(file)),
  );
  expect(elsewhere.every((file) => files.includes(file))).toBe(true);
});
