import { templateCells } from '../../../harness/template-cells.ts';
import { expect, test } from '../../../harness/world.ts';

test('the empty workbook of a roster has the names that people use, in their language', async ({
  person,
}) => {
  const path = '/rosters/template?language=';
  const spanish = await templateCells(person, `${path}es`, 'lista.xlsx');
  for (const name of ['Número de miembro', 'Participación']) expect(spanish).toContain(name);
  const english = await templateCells(person, `${path}en`, 'roster.xlsx');
  for (const name of ['Member number', 'Role']) expect(english).toContain(name);
});
