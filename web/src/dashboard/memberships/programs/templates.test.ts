import { expect, test } from 'vitest';
import { TEMPLATES_ES } from './template-text.ts';
import { loadTemplates } from './templates.ts';

test('the sources of each template are described in Spanish too', async () => {
  const templates = await loadTemplates();
  expect(Object.keys(TEMPLATES_ES).toSorted()).toEqual(templates.map(({ id }) => id).toSorted());
  for (const { id, notes } of templates)
    expect([id, TEMPLATES_ES[id]?.notes !== undefined]).toEqual([id, notes !== '']);
});
