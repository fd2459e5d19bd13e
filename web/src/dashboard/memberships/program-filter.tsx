import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Select } from '../../ui/select.tsx';
import type { Program } from '../api.ts';
import { COUNCIL_TEXT } from './text.ts';
import { usePrograms } from './use-programs.ts';

type ProgramFilterProps = {
  label: string;
  /** The value for all programs. */
  all: string;
  programs: readonly Program[];
  value: string;
  onChange: (changes: { program: string }) => void;
};

export function ProgramFilter({ label, all, programs, value, onChange }: ProgramFilterProps) {
  return (
    <Select
      label={label}
      value={value}
      options={[{ value: '', label: all }, ...programs.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(program) => onChange({ program })}
    />
  );
}

/** Offers all programs, including drafts. Without a choice, any program matches. */
export function AnyProgramFilter(props: Pick<ProgramFilterProps, 'label' | 'value' | 'onChange'>) {
  const words = useText(COUNCIL_TEXT);
  const { programs } = usePrograms();
  return <ProgramFilter {...props} all={words.anyOne} programs={programs} />;
}

export function FilterSet({ children }: { children: ReactNode }) {
  const words = useText(COUNCIL_TEXT);
  return (
    <fieldset className="council-filters">
      <legend className="visually-hidden">{words.filters}</legend>
      {children}
    </fieldset>
  );
}
