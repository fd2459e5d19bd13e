/** Makes the records with which tests of memberships begin: programs, members, memberships, points. */

import { expect } from 'vitest';
import type { ChecklistItemInput, RulesInput } from '../../rules/src/rules.ts';
import type { AccountId, AwardId, MemberId, OrganizerId, ProgramId } from '../../server/src/kernel/ids.ts';
import { hashSecret } from '../../server/src/keys/key.ts';
import { appendEntries } from '../../server/src/memberships/awards/pg-ledger.ts';
import { dayIn } from '../../server/src/memberships/calendar.ts';
import { lockMembers } from '../../server/src/memberships/members/pg-lock-members.ts';
import { refreshTerms } from '../../server/src/memberships/membership/terms/refresh-terms.ts';
import { addDays } from '../../server/src/memberships/standing/days.ts';
import { DESK_SCOPE, type Scope } from '../../server/src/operations/scopes.ts';
import type { Account } from '../../server/src/people/accounts/ports.ts';
import { API, type TestAnswer, type TestCall, type TestSello } from './test-sello.ts';

type Body = TestAnswer['body'];

/** Three years, sixty points; renewals may be asked for in the last 120 days and reported for 30 more. */
export const RULES: RulesInput = {
  term_months: 36,
  grace_days: 30,
  renewal_opens_days: 120,
  categories: [
    { code: 'emc', name: 'Educación médica continua' },
    { code: 'docencia', name: 'Docencia', max_points: 20 },
  ],
  requirements: [{ code: 'total', name: 'Total', min_points: 60, period: 'term' }],
};

/** One account with a key of all scopes, and shortcuts to make records in it. */
export type Council = {
  sello: TestSello;
  accountId: AccountId;
  key: string;
  call(method: string, path: string, payload?: object, call?: TestCall): Promise<TestAnswer>;
  program(options?: ProgramOptions): Promise<Body>;
  member(fields?: { status?: string } & Record<string, unknown>): Promise<Body>;
  /** A membership, by default of a new member in a new program. */
  membership(options?: MembershipOptions): Promise<Body>;
  /** A membership whose first term ends on this day. */
  endingOn(day: string, options?: MembershipOptions): Promise<Body>;
  /** Today in the account's time zone, or the day that comes so many days later. */
  today(days?: number): string;
  /** Sends a request, expects this status, and returns the body. */
  ask(method: string, path: string, status: number, payload?: object): Promise<Body>;
  /** Sends a request that must succeed, and returns its body. */
  must(method: string, path: string, payload?: object): Promise<Body>;
  /** A key of the account with these scopes. */
  keyWith(...scopes: Scope[]): Promise<string>;
  /** A key of this organiser. */
  organizerKey(organizerId: OrganizerId): Promise<string>;
  /** A key of the account in test mode. */
  testKey(): Promise<string>;
  /** Writes approved points into a member's ledger. */
  points(memberId: string, lines: readonly PointsLine[], options?: { at?: Date }): Promise<void>;
  /** Takes the points of these awards back. */
  reverse(memberId: string, awards: readonly GivenAward[]): Promise<void>;
};

type ProgramOptions = {
  rules?: RulesInput;
  checklist?: readonly ChecklistItemInput[];
  isDraft?: boolean;
};

type MembershipOptions = {
  member?: { id: string };
  program?: { id: string };
  rules?: RulesInput;
  checklist?: readonly ChecklistItemInput[];
} & Partial<{ starts_on: string; tracks: string[]; first_term_number: number; external_id: string }>;

type PointsLine = {
  program_id: string;
  category: string;
  points: number;
  completed_on: string;
  id?: string;
};

type GivenAward = PointsLine & { id: string };

/** A council in a new account, or in the account of the given key. */
export async function openCouncil(sello: TestSello, given?: string): Promise<Council> {
  const { account, key } =
    given === undefined ? await sello.newAccount() : { account: await accountOf(sello, given), key: given };
  const call: Council['call'] = (method, path, payload, more = {}) =>
    sello.call(method, `${API}${path}`, { key, ...(payload !== undefined && { payload }), ...more });
  const ask: Council['ask'] = async (method, path, status, payload) => {
    const answer = await call(method, path, payload);
    expect(answer.status, answer.text).toBe(status);
    return answer.body;
  };
  const make = async (path: string, payload: object, name: string) =>
    (await ask('POST', path, 201, payload))[name];
  const council: Council = {
    sello,
    accountId: account.id,
    key,
    call,
    ask,
    async program({ rules = RULES, checklist = [], isDraft = false } = {}) {
      const program = await make('/programs', { name: 'Consejo', rules, checklist }, 'program');
      if (isDraft) return program;
      return (await council.must('POST', `/programs/${program.id}/activate`)).program;
    },
    async member({ status, ...fields } = {}) {
      const member = await make(
        '/members',
        { given_name: 'Ana', first_surname: 'Luna', ...fields },
        'member',
      );
      if (status === undefined) return member;
      await sello.database.query('update members set status = $2 where id = $1', [member.id, status]);
      return { ...member, status };
    },
    async membership({ member, program, rules, checklist, ...fields } = {}) {
      const { id: program_id } =
        program ?? (await council.program({ ...(rules && { rules }), ...(checklist && { checklist }) }));
      const { id } = member ?? (await council.member());
      return make(`/members/${id}/memberships`, { program_id, ...fields }, 'membership');
    },
    endingOn: (day, { rules = RULES, ...options } = {}) =>
      council.membership({
        starts_on: addDays(day, -900),
        rules: { ...rules, anchor: addDays(day, 1) },
        ...options,
      }),
    today: (days = 0) => addDays(dayIn('America/Mexico_City', sello.ports.now()), days),
    async must(method, path, payload) {
      const answer = await call(method, path, payload);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      return answer.body;
    },
    keyWith: async (...scopes) => (await sello.newKey(account, { scopes })).key,
    organizerKey: async (organizerId) =>
      (await sello.newKey(account, { scopes: [DESK_SCOPE], organizerId })).key,
    testKey: async () => (await sello.newKey(account, { mode: 'test' })).key,
    points: (memberId, lines, { at } = {}) => append(council, memberId, 'award', lines, at),
    reverse: (memberId, awards) => append(council, memberId, 'reversal', awards),
  };
  return council;
}

/** Read from the database, because a call of the API would be counted. */
async function accountOf({ ports, database, config }: TestSello, key: string): Promise<Account> {
  const [row] = await database.query(
    'select account_id from api_keys where id = (select key_id from api_key_secrets where secret_hash = $1)',
    [hashSecret(config.serviceName, key)],
  );
  const account = await ports.accounts.find(row?.account_id as AccountId);
  if (account === undefined) throw new Error('The key belongs to no account');
  return account;
}

/** Each line becomes a separate award, written as an approval writes it. */
async function append(
  { sello, accountId }: Council,
  member: string,
  kind: 'award' | 'reversal',
  lines: readonly PointsLine[],
  at = sello.ports.now(),
): Promise<void> {
  const memberId = member as MemberId;
  const owner = { accountId, livemode: true };
  await sello.ports.records.transaction(async (query) => {
    await lockMembers({ query }, owner, [memberId]);
    const entries = lines.map(({ id, program_id, completed_on, category, points }) => ({
      memberId,
      kind,
      awardId: (id as AwardId | undefined) ?? sello.ports.newId('awd'),
      lines: [{ program_id: program_id as ProgramId, category, points }],
      completedOn: completed_on,
    }));
    await appendEntries({ query }, entries, () => at);
    await refreshTerms({ query, now: () => new Date() }, owner, [memberId]);
  });
}

/** Expects a refusal with this status and code. */
export function expectRefusal(answer: TestAnswer, status: number, error: string, words?: RegExp): void {
  expect([answer.status, answer.body.error], answer.text).toEqual([status, error]);
  if (words !== undefined) expect(answer.body.message).toMatch(words);
}
