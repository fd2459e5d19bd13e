/** M23: a draw survives kills between seal, certificate, block and result, on a chain that a worker runs itself. */

import { afterAll, expect, test } from 'vitest';
import { type SpawnedSello, spawnSello } from '../../harness/child-sello.ts';
import { fillProgram, newDraw } from '../../harness/draws.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const children: SpawnedSello[] = [];
afterAll(async () => {
  for (const child of children) if (!child.hasEnded) await child.kill('SIGKILL');
});

function spawnWorker(): SpawnedSello {
  const child = spawnSello('worker', {
    DATABASE_URL: sello.database.url,
    SELLO_DATA_DIR: sello.dataDir,
    SELLO_BASE_URL: 'https://sello.example',
  });
  children.push(child);
  return child;
}

/** How far a draw has come. */
const STEPS = ['sealing', 'named', 'sealed', 'drawn'] as const;

test('M23 killed after each step, a draw continues, with one certificate and one result', async () => {
  const council = await openCouncil(sello);
  const { programId } = await fillProgram(council, 8);
  const { id } = (await council.must('POST', '/draws', newDraw(council, programId))).draw;
  await council.must('POST', `/draws/${id}/seal`);
  const read = async () => {
    const [row] = await sello.database.query(
      'select status, document is not null as is_named from draws where id = $1',
      [id],
    );
    return row?.status === 'sealing' && row.is_named === true ? 'named' : String(row?.status);
  };
  const reached: string[] = ['sealing'];
  for (let before = 'sealing'; before !== 'drawn'; ) {
    const child = spawnWorker();
    let now = before;
    while (now === before) now = await read();
    await child.kill('SIGKILL');
    before = await read();
    reached.push(before);
  }
  // Each kill came at another step, and no step was undone.
  expect(reached).toEqual(STEPS.filter((step) => reached.includes(step)));
  expect(reached.at(-1)).toBe('drawn');
  const certificates = await council.must('GET', '/certificates?document_type=draw');
  expect(certificates.certificates).toHaveLength(1);
  const { draw } = await council.must('GET', `/draws/${id}`);
  expect(draw).toMatchObject({
    number: 1,
    reviews: { open: 3 },
    seal: { certificate_id: certificates.certificates[0].id },
  });
  expect(draw.block.number).toBeGreaterThanOrEqual(draw.seal.from_block);
  const events = await sello.database.query(
    "select type from events where type like 'draw.%' order by number",
  );
  expect(events.map(({ type }) => type)).toEqual(['draw.sealed', 'draw.drawn']);
});
