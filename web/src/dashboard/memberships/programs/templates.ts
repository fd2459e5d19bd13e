/** Templates: the rules of real bodies, loaded when somebody creates a program. */

import type { Program, Rules } from '../../api.ts';

export type Template = {
  id: string;
  body: string;
  /** Public pages from which the rules were taken. */
  sources: readonly string[];
  /** The day on which the pages were read, where it was noted. */
  read_on?: string;
  confirmed: string;
  notes: string;
  program: Pick<Program, 'name' | 'unit' | 'rules' | 'checklist'>;
};

export async function loadTemplates(): Promise<readonly Template[]> {
  const { default: file } = await import('@sello/rules/rule-sets.json');
  return (file.rule_sets as unknown as readonly Template[]).map((template) => ({
    ...template,
    program: { ...template.program, rules: withNames(template.program.rules) },
  }));
}

/** A requirement without a name gets the name of the category with the same code, or else its code as the name. */
function withNames(rules: Rules): Rules {
  const requirements = rules.requirements.map((requirement) => {
    const { code, name = rules.categories.find((one) => one.code === code)?.name ?? capital(code) } =
      requirement;
    return { ...requirement, name };
  });
  return { ...rules, requirements };
}

function capital(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}
