import { templateCells } from '../../../harness/template-cells.ts';
import { expect, test } from '../../../harness/world.ts';

test('the empty workbook of a marking has the names that people use, in their language', async ({
  person,
}) => {
  const path = '/markings/template?language=';
  const spanish = await templateCells(person, `${path}es`, 'requisitos.xlsx');
  for (const name of ['Número de miembro', 'Requisito']) expect(spanish).toContain(name);
  const english = await templateCells(person, `${path}en`, 'checklists.xlsx');
  for (const name of ['Member number', 'Item']) expect(english).toContain(name);
});
