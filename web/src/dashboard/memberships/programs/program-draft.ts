/** A program being edited: the form's values, and their problems by path. Runs the server's own checks. */

import {
  type ChecklistItem,
  checkChecklist,
  checkRules,
  normalizeChecklist,
  normalizeRules,
  type Rules,
} from '@sello/rules';
import type { Program, Rules as SentRules } from '../../api.ts';

export type ProgramDraft = { name: string; unit: string; rules: Rules; checklist: readonly ChecklistItem[] };

/** By path, as in `rules.requirements[2].min_points`. */
export type Problems = Readonly<Record<string, string>>;

export function draftOf({
  name,
  unit,
  rules,
  checklist,
}: Pick<Program, 'name' | 'unit' | 'rules' | 'checklist'>): ProgramDraft {
  return { name, unit, rules: normalizeRules(rules), checklist: normalizeChecklist(checklist) };
}

export const EMPTY_RULES: SentRules = {
  term_months: 60,
  categories: [{ code: 'emc', name: 'Educación continua' }],
  requirements: [{ code: 'total', name: 'Total', min_points: 100, period: 'term' }],
};

const CODE = /^[a-z0-9_]{1,40}$/;

/** Problems found by the engine's checks, and those for which the server's schema would refuse the rules first. */
export function problemsOf({ rules, checklist }: ProgramDraft, language: 'en' | 'es'): Problems {
  const found: Record<string, string> = {};
  const sound = [...checkRules(rules), ...checkChecklist(checklist)];
  for (const { path, message_en, message_es } of sound) {
    const message = language === 'en' ? message_en : message_es;
    found[path] ??= sentence(message.slice(path.length));
  }
  for (const [path, code] of codesIn(rules, checklist))
    if (!CODE.test(code)) found[path] = WORDS[language].code;
  for (const [path, term] of rules.requirements.flatMap(termsIn))
    if (!Number.isInteger(term) || term < 1) found[path] = WORDS[language].term;
  return found;
}

function codesIn(rules: Rules, checklist: readonly ChecklistItem[]) {
  const coded = (path: string, all: readonly { code: string }[]) =>
    all.map(({ code }, index) => [`${path}[${index}].code`, code] as const);
  return [
    ...coded('rules.categories', rules.categories),
    ...coded('rules.requirements', rules.requirements),
    ...rules.requirements.flatMap(({ any_of }, index) =>
      coded(`rules.requirements[${index}].any_of`, any_of ?? []),
    ),
    ...coded('rules.reinstatement.requirements', rules.reinstatement?.requirements ?? []),
    ...coded('checklist', checklist),
  ];
}

function termsIn({ from_term, to_term }: Rules['requirements'][number], index: number) {
  const at = `rules.requirements[${index}]`;
  return [
    [`${at}.from_term`, from_term] as const,
    ...(to_term === null ? [] : [[`${at}.to_term`, to_term] as const]),
  ];
}

const WORDS = {
  en: {
    code: 'Lower-case letters without accents, digits and _, at most 40.',
    term: 'Must be a whole number from 1 on.',
  },
  es: {
    code: 'Minúsculas sin acentos, dígitos y _, a lo más 40.',
    term: 'Debe ser un número entero, desde 1.',
  },
};

/** The problems in a refusal by the server. Each sentence begins with the path of the field, or quotes the path. */
export function problemsIn(message: string): Problems {
  const found: Record<string, string> = {};
  const path =
    /(?:^|\s)`?((?:rules|checklist)(?:\.[a-z_]+|\[\d+\])+)`?\s+(.*?)(?=\s+`?(?:rules|checklist)[.[]|$)/gs;
  for (const [, at = '', words = ''] of message.matchAll(path)) found[at] ??= sentence(words);
  return found;
}

function sentence(words: string): string {
  const text = words.trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The codes of a category and of all categories below it. */
export function familyOf({ categories }: Rules, code: string): Set<string> {
  const family = new Set([code]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { code: child, parent } of categories)
      if (parent !== null && family.has(parent)) family.add(child);
  }
  return family;
}

/** Every track that the rules name, once. */
export function tracksOf({ rules, checklist }: ProgramDraft): readonly string[] {
  const asked = [...rules.requirements, ...(rules.reinstatement?.requirements ?? []), ...checklist];
  return [...new Set(asked.flatMap(({ tracks }) => tracks))].sort();
}

export function leavesOf({ categories }: Pick<Rules, 'categories'>) {
  const parents = new Set(categories.map(({ parent }) => parent));
  return categories.filter(({ code }) => !parents.has(code));
}

/** How deep a category lies in the tree. A limit ends the count if the parents form a circle. */
export function depthOf({ categories }: Rules, code: string): number {
  let depth = 0;
  let at = categories.find((one) => one.code === code)?.parent ?? null;
  while (at !== null && depth < 5) {
    depth += 1;
    at = categories.find((one) => one.code === at)?.parent ?? null;
  }
  return depth;
}

/** Makes a code from a name, different from the codes that are taken. */
export function codeFrom(name: string, taken: readonly string[]): string {
  const base =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 36) || 'c';
  let code = base;
  for (let n = 2; taken.includes(code); n += 1) code = `${base}_${n}`;
  return code;
}
