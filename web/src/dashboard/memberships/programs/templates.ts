/** Rules of real bodies to start from, loaded when somebody makes a program. */

import type { Program } from '../../api.ts';

export type Template = {
  id: string;
  body: string;
  /** Public pages that the rules were read in. */
  sources: readonly string[];
  confirmed: string;
  notes: string;
  program: Pick<Program, 'name' | 'unit' | 'rules' | 'checklist'>;
};

export async function loadTemplates(): Promise<readonly Template[]> {
  const { default: file } = await import('@sello/server/rule-sets.json');
  return file.rule_sets as unknown as readonly Template[];
}
