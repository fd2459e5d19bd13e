import { curpNumber } from '../../../harness/curps.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'enter',
    ({ council }) =>
      async (fields: object = {}) =>
        (await council.call('POST', '/members', { ...ANA, ...fields })).body.member,
  )
  .extend('award', ({ council }) => async (member_id: string, program_id: string, more: object = {}) => {
    const payload = {
      member_id,
      activity: { title: 'Ponencia de Ana Secreta' },
      completed_on: '2026-02-01',
      points: [{ program_id, category: 'emc', points: 10 }],
      evidence: [{ note: 'Nota Secreta' }],
      ...more,
    };
    const made = await council.call('POST', '/awards', payload);
    expect(made.status, made.text).toBe(201);
    return made.body.award;
  });

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('everything that identifies the person is gone from every table; number, ledger, terms and points stay', async ({
  sello,
  council,
  enter,
  award,
}) => {
  const program = await council.program();
  const secret = 'Secreta';
  const imported = await council.call('POST', '/members/import', {
    rows: [
      {
        given_name: secret,
        first_surname: secret,
        second_surname: secret,
        email: 'secreta@example.com',
        phone: 'Secreta 55',
        curp: curpNumber(1),
        rfc: 'GODE561231GR8',
        professional_license: 'Secreta-1',
        specialty_license: 'Secreta-2',
        metadata: { apodo: secret },
        program_id: program.id,
        starts_on: '2026-01-01',
      },
    ],
  });
  expect(imported.body.import.summary.created, imported.text).toBe(1);
  const [before] = (await council.call('GET', '/members?q=secreta')).body.members;
  const [membership] = (await council.call('GET', `/memberships?member_id=${before.id}`)).body.memberships;
  const given = await award(before.id, program.id, { metadata: { de: secret } });
  await council.call('POST', `/awards/${given.id}/approve`, { reason: secret });
  const term = membership.current_term.id;
  await council.call('POST', `/terms/${term}/extend`, { until: '2029-02-01', reason: secret });
  await council.call('PUT', `/terms/${term}/waivers/total`, { min_points: 5, reason: secret });
  await council.call('POST', `/members/${before.id}/suspend`, { reason: secret });
  const ledger = (await council.call('GET', `/members/${before.id}/ledger`)).body;

  const answer = await council.call('POST', `/members/${before.id}/anonymise`, {
    reason: 'Solicitud ARCO 12',
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.member).toMatchObject({
    id: before.id,
    member_number: before.member_number,
    status: 'anonymised',
    suspend_reason: 'Solicitud ARCO 12',
    given_name: null,
    first_surname: null,
    second_surname: null,
    email: null,
    phone: null,
    curp: null,
    rfc: null,
    professional_license: null,
    specialty_license: null,
    consent: null,
    public_profile: false,
    public_url: null,
    metadata: {},
  });
  const tables = [
    'members',
    'memberships',
    'membership_terms',
    'awards',
    'renewals',
    'audit_events',
    'ledger_entries',
  ];
  for (const table of tables) {
    const rows = await sello.database.query(`select t::text as row from ${table} t`);
    expect(
      rows
        .map(({ row }) => row)
        .join('\n')
        .toLowerCase(),
      table,
    ).not.toContain('secreta');
  }
  const rows = await council.call('GET', `/imports/${imported.body.import.id}/rows`);
  expect(rows.body.rows[0]).toMatchObject({ row: 1, status: 'created', values: {} });
  expect((await council.call('GET', `/members/${before.id}/ledger`)).body).toEqual(ledger);
  const after = (await council.call('GET', `/memberships/${membership.id}`)).body.membership;
  expect(after).toMatchObject({
    standing: 'suspended',
    current_term: { id: term, waivers: [{ min_points: 5 }] },
  });
  expect((await council.call('GET', '/members?q=secreta')).body.members).toEqual([]);
  expect((await council.call('POST', '/members/search', { curp: curpNumber(1) })).body.members).toEqual([]);
  expect((await enter({ curp: curpNumber(1) })).id).not.toBe(before.id);
});
