/** The cells of a template workbook that people fill in. */

import { expect } from 'vitest';
import { readWorkbook } from '../../server/src/memberships/posted-tables/read/workbook/read-workbook.ts';
import type { Person } from './dashboard-person.ts';

/** The cells of its only row; name and type of the file are checked first. */
export async function templateCells(person: Person, path: string, name: string): Promise<readonly string[]> {
  const answer = await person.call('GET', path);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  expect(answer.headers['content-disposition']).toContain(`filename="${name}"`);
  const rows = await readWorkbook(answer.bytes, 10);
  expect(rows).toHaveLength(1);
  return rows[0]?.cells ?? [];
}
