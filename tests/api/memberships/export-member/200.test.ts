import { curpNumber } from '../../../harness/curps.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { filesIn } from '../../../harness/exports.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { expect, test } from '../../../harness/world.ts';

test('the export has everything about the member and nothing about others: a file that is evidence for two members is named but not handed out', async ({
  sello,
  council,
}) => {
  const program = await council.program();
  const [ana, eva] = [
    await council.member({ curp: curpNumber(41) }),
    await council.member({ given_name: 'Eva', first_surname: 'Ajena', curp: curpNumber(42) }),
  ];
  const certify = async (content: string) =>
    (await council.call('POST', '/certificates', undefined, fileForm(content, {}, 'a/../lista.pdf'))).body
      .certificate.id;
  const [own, shared] = [await certify('solo de Ana'), await certify('Ana Luna, Eva Ajena')];
  for (const [member, evidence] of [
    [ana, [{ certificate_id: own }, { certificate_id: shared }, { note: 'Vista por el comité' }]],
    [eva, [{ certificate_id: shared }]],
  ] as const) {
    await council.membership({ member, program });
    await council.must('POST', '/awards', {
      member_id: member.id,
      activity: { title: 'Ponencia' },
      completed_on: council.today(-2),
      points: [{ program_id: program.id, category: 'emc', points: 3 }],
      evidence,
    });
  }
  await council.must('POST', '/members/import', {
    rows: [
      { given_name: 'Ana', first_surname: 'Luna', rfc: 'de una homónima' },
      { given_name: 'Eva', first_surname: 'Ajena', curp: curpNumber(42), rfc: 'nada' },
    ],
  });
  await council.must('POST', `/members/${ana.id}/transcript`, {});

  const answer = await council.call('GET', `/members/${ana.id}/export`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${ana.id}.zip"`,
    'cache-control': 'private, no-store',
  });
  const files = filesIn(answer);
  const papers = [...files.keys()].filter((name) => name.startsWith('files/'));
  expect(papers).toHaveLength(2);
  expect(files.get(`files/${own}/lista.pdf`)).toBe('solo de Ana');
  expect(files.get('member.json')).toContain(curpNumber(41));
  expect(files.get('awards.json')).toContain('Vista por el comité');
  expect(files.get('awards.json')).toContain(shared);
  expect(JSON.parse(files.get('posted-rows.json') ?? '')).toEqual([]);
  expect(JSON.parse(files.get('history.json') ?? '')[0]).toMatchObject({
    action: 'member.create',
    by: 'key',
  });
  expect(files.get('README.txt')).toContain('ALL THAT IS HELD OF YOU');
  for (const [name, content] of files)
    expect(
      ['Ajena', eva.id, curpNumber(42), 'homónima'].filter(
        (word) => name !== 'README.txt' && content.includes(word),
      ),
      name,
    ).toEqual([]);
  const [told] = await sello.ports.audit.page(council.accountId, 1, undefined);
  expect(told).toMatchObject({ action: 'member.export', target: ana.id, actor: { type: 'key' } });
});

test('a person gets the same export in the dashboard, if the call asks for identifiers', async ({
  sello,
}) => {
  const { call } = await signUp(sello);
  const made = await call('POST', '/members?mode=test', { given_name: 'Ana', first_surname: 'Luna' });
  const answer = await call('GET', `/members/${made.body.member.id}/export?mode=test&reveal=true`);
  expect(answer.status, answer.text).toBe(200);
  expect(filesIn(answer).get('member.json')).toContain('Luna');
});
