/** Why a workbook cannot be read. The thread sends only the code; `read-aside.ts` has the messages. */

const WORKBOOK_PROBLEMS = ['damaged', 'encrypted', 'other_kind', 'too_large', 'too_many_rows'] as const;

export type WorkbookProblemCode = (typeof WORKBOOK_PROBLEMS)[number];

export class WorkbookProblem extends Error {
  readonly code: WorkbookProblemCode;

  constructor(code: WorkbookProblemCode) {
    super(code);
    this.code = code;
  }
}
