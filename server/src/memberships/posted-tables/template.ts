/** Empty workbooks to fill in: the columns of a table under the names that people use. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { toWorkbook, XLSX_TYPE } from '../../http/workbook.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import type { Scope } from '../../operations/scopes.ts';
import type { TableFields } from './read/table-fields.ts';

type Template = {
  path: string;
  operationId: string;
  scope: Scope;
  tag: string;
  fields: TableFields;
  names: Readonly<Record<'es' | 'en', string>>;
};

/** `language` is that of the page; a link can send it only in the query. */
export function templateOperation({ fields, names, ...declared }: Template): Operation {
  return operation({
    ...declared,
    method: 'GET',
    summary: 'An empty workbook to fill in',
    query: Type.Object({ language: oneOf(['es', 'en']) }),
    answers: {
      200: {
        description: 'The workbook.',
        content: { [XLSX_TYPE]: { schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }) } },
      },
    },
    refusals: [],
    run: async (_, { query: { language } }) => {
      const header = Object.values(fields.labels).map((label) => label[language]);
      const content = await toWorkbook(header, []);
      return { status: 200, file: { type: XLSX_TYPE, name: `${names[language]}.xlsx`, content } };
    },
  });
}
