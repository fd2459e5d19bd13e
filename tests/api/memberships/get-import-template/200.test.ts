import { templateCells } from '../../../harness/template-cells.ts';
import { expect, test } from '../../../harness/world.ts';

test('the empty workbook of members has the names that people use, in their language', async ({ person }) => {
  const path = '/members/import/template?language=';
  const spanish = await templateCells(person, `${path}es`, 'miembros.xlsx');
  for (const name of ['Nombre(s)', 'Apellido paterno', 'CURP']) expect(spanish).toContain(name);
  const english = await templateCells(person, `${path}en`, 'members.xlsx');
  for (const name of ['Given names', 'First surname', 'CURP']) expect(english).toContain(name);
});
