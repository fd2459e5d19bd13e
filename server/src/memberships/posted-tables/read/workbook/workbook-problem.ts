/** Why a workbook cannot be read. Its code crosses from the thread; `read-aside.ts` has the words. */

const WORKBOOK_PROBLEMS = ['damaged', 'encrypted', 'other_kind', 'too_large', 'too_many_rows'] as const;

export type WorkbookProblemCode = (typeof WORKBOOK_PROBLEMS)[number];

export class WorkbookProblem extends Error {
  readonly code: WorkbookProblemCode;

  constructor(code: WorkbookProblemCode) {
    super(code);
    this.code = code;
  }
}
