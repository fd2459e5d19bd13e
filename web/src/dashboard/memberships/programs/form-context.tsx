import type { Rules } from '@sello/rules';
import { createContext, useContext } from 'react';
import type { Problems, ProgramDraft } from './program-draft.ts';

export type ProgramForm = {
  draft: ProgramDraft;
  problems: Problems;
  /** A retired program is read-only. */
  isReadOnly: boolean;
  change: (changes: Partial<ProgramDraft>) => void;
  changeRules: (changes: Partial<Rules>) => void;
};

const FormContext = createContext<ProgramForm | undefined>(undefined);

export const ProgramFormProvider = FormContext;

export function useProgramForm(): ProgramForm {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('outside of a form of a program');
  return form;
}

/** Replaces the item at this place of a list; undefined removes it. */
export function replaced<T>(list: readonly T[], index: number, item: T | undefined): T[] {
  return list.flatMap((one, at) => (at !== index ? [one] : item === undefined ? [] : [item]));
}
