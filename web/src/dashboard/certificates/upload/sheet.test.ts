import { expect, test } from 'vitest';
import type { Certificate } from '../../api.ts';
import { countedOf, isReading, makeSheet, type SheetSteps, standingOf, uploadsOf } from './sheet.ts';
import { MAX_FILE_BYTES } from './upload-queue.ts';

const KNOWN = { id: 'cert_1' } as Certificate;

test('what was certified before is found and not counted, until somebody asks for it again', async () => {
  const sheet = await read({ find: async (hash) => (hash === 'old' ? KNOWN : undefined) }, 'old', 'new');
  expect(standings(sheet)).toEqual(['known', 'new']);
  expect(named(sheet)).toEqual(['new']);
  sheet.certifyAgain(1, true);
  expect(named(sheet)).toEqual(['old', 'new']);
});

test('the same file twice in one sheet is counted once, also after the first of them is left out', async () => {
  const sheet = await read({}, 'a', 'b', 'a');
  expect(standings(sheet)).toEqual(['new', 'new', 'twin']);
  expect(countedOf(sheet.state())).toHaveLength(2);
  sheet.remove(1);
  expect(standings(sheet)).toEqual(['new', 'new']);
});

test('nothing is counted before it has been read and looked up', async () => {
  let answer: (found: undefined) => void = () => {};
  const sheet = await read({ find: () => new Promise((resolve) => (answer = resolve)) }, 'a');
  expect([isReading(sheet.state()), countedOf(sheet.state())]).toEqual([true, []]);
  answer(undefined);
  await settled();
  expect([isReading(sheet.state()), named(sheet)]).toEqual([false, ['a']]);
});

test('an empty file is never read, and a file beyond the limit only for its fingerprint', async () => {
  const hashed: string[] = [];
  const sheet = makeSheet({ ...STEPS, hash: async ({ name }) => `hash ${hashed.push(name)}` });
  sheet.add([new File([], 'empty'), sized('large', MAX_FILE_BYTES + 1), sized('full', MAX_FILE_BYTES)]);
  await settled();
  expect(standings(sheet)).toEqual(['empty', 'too_large', 'new']);
  expect(hashed).toEqual(['full']);
  sheet.send('fingerprint');
  await settled();
  expect(standings(sheet)).toEqual(['empty', 'new', 'new']);
  expect(hashed).toEqual(['full', 'large']);
});

test('a file that could not be looked up is not counted, and can be tried again without reading it again', async () => {
  let isDown = true;
  let reads = 0;
  const sheet = await read(
    {
      hash: async ({ name }) => {
        reads += 1;
        return name;
      },
      find: async () => {
        if (isDown) throw new Error('no connection');
        return undefined;
      },
    },
    'a',
  );
  expect(standings(sheet)).toEqual(['failed']);
  isDown = false;
  sheet.retry(1);
  await settled();
  expect([standings(sheet), reads]).toEqual([['new'], 1]);
});

test('in another mode all files are looked up again, also one whose answer was still on its way, and none is read again', async () => {
  const answers: ((found: Certificate | undefined) => void)[] = [];
  let reads = 0;
  const hash = async ({ name }: File) => `${name}${++reads > 2 ? ' again' : ''}`;
  const sheet = await read({ hash, find: () => new Promise((resolve) => answers.push(resolve)) }, 'a', 'b');
  answers.shift()?.(KNOWN);
  await settled();
  sheet.lookUpAgain();
  answers.shift()?.(KNOWN);
  await settled();
  expect(standings(sheet)).toEqual(['reading', 'reading']);
  for (const answer of answers) answer(undefined);
  await settled();
  expect([standings(sheet), reads]).toEqual([['new', 'new'], 2]);
});

test('each file is sent with its own title and hash, and with the fields for all files', async () => {
  const sheet = await read({}, 'a', 'b');
  sheet.entitle(1, ' Contrato ');
  sheet.send('fingerprint');
  const shared = { document_type: 'contrato', description: '' };
  expect(uploadsOf(sheet.state(), shared)).toMatchObject([
    { sha256: 'a', sends: 'fingerprint', details: { title: 'Contrato', document_type: 'contrato' } },
    { sha256: 'b', sends: 'fingerprint', details: { title: '' } },
  ]);
});

test('after the sheet is closed, nothing more is read', async () => {
  const hashed: string[] = [];
  const sheet = makeSheet({
    ...STEPS,
    hash: async ({ name }, { signal }) => {
      hashed.push(name);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  sheet.add(['a', 'b', 'c', 'd'].map((name) => new File([name], name)));
  sheet.abandon();
  await settled();
  expect(hashed).toEqual(['a', 'b']);
});

const STEPS: SheetSteps = { hash: async ({ name }) => name, find: async () => undefined };

async function read(steps: Partial<SheetSteps>, ...names: string[]) {
  const sheet = makeSheet({ ...STEPS, ...steps });
  sheet.add(names.map((name) => new File([name], name)));
  await settled();
  return sheet;
}

type Opened = ReturnType<typeof makeSheet>;

const standings = (sheet: Opened) => sheet.state().drafts.map((draft) => standingOf(draft, sheet.state()));
const named = (sheet: Opened) => countedOf(sheet.state()).map(({ file }) => file.name);
const sized = (name: string, size: number) =>
  Object.defineProperty(new File([name], name), 'size', { value: size });

/** Waits until all pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
