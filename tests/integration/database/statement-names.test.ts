import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(() => openTestSello({ SELLO_DATABASE_CONNECTIONS: '4' }));

test('two statements with the same name both work, whichever connection they share', async () => {
  const { records } = sello.ports;
  for (let i = 0; i < 20; i += 1) {
    expect(await records.query('select 1 as one', [], 'same')).toEqual([{ one: 1 }]);
    expect(await records.query('select $1::text as two', ['x'], 'same')).toEqual([{ two: 'x' }]);
    const rows = await records.transaction((query) => query('select 3 as three', [], 'same'));
    expect(rows).toEqual([{ three: 3 }]);
  }
});
