/** What is wrong with a program's rules, for the caller who wrote them. */

export interface RuleProblem {
  /** For example `rules.requirements[2].categories[0]`. */
  path: string;
  message_en: string;
  message_es: string;
}

/** The messages begin with the path, as in every error about a field. */
export function problem(path: string, en: string, es: string): RuleProblem {
  return { path, message_en: `${path} ${en}`, message_es: `${path} ${es}` };
}

/** Reports each value that appears in the list more than once. */
export function checkDoubled(values: readonly string[], pathOf: (index: number) => string): RuleProblem[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [
      problem(
        pathOf(index),
        `repeats ${value}; each may stand there once.`,
        `repite ${value}; cada uno puede aparecer una sola vez.`,
      ),
    ];
  });
}
