import type { Condition, Requirement } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import {
  CodeField,
  MeasureChoice,
  MeasureFields,
  PeriodFields,
  ProrateField,
  ScopeField,
} from './condition-fields.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { codeFrom } from './program-draft.ts';
import { NameRow, RuleList } from './rule-list.tsx';
import { TEXT } from './text.ts';

const MEASURES = ['min_points', 'min_awards', 'min_categories'] as const;

type AlternativesProps = {
  requirement: Requirement;
  at: string;
  onChange: (changes: Pick<Requirement, 'any_of'>) => void;
};

/** The ways to meet a requirement: one of them is enough. */
export function Alternatives({ requirement, at, onChange }: AlternativesProps) {
  const text = useText(TEXT);
  const { problems } = useProgramForm();
  const all = requirement.any_of ?? [];
  const add = () => {
    const name = `${text.alternative} ${all.length + 1}`;
    const code = codeFrom(
      name,
      all.map((one) => one.code),
    );
    const usual = { categories: null, period: 'term' as const, months: null, prorate_first: false };
    onChange({ any_of: [...all, { code, name, min_points: 10, ...usual }] });
  };
  return (
    <RuleList
      items={all}
      error={problems[`${at}.any_of`]}
      add={text.addAlternative}
      onAdd={add}
      row={(alternative, index) => (
        <AlternativeRow
          alternative={alternative}
          at={`${at}.any_of[${index}]`}
          onChange={(next) => onChange({ any_of: replaced(all, index, next) })}
        />
      )}
    />
  );
}

type AlternativeRowProps = {
  alternative: Condition;
  at: string;
  onChange: (alternative: Condition | undefined) => void;
};

function AlternativeRow({ alternative, at, onChange }: AlternativeRowProps) {
  const change = (changes: Partial<Condition>) => onChange({ ...alternative, ...changes });
  return (
    <fieldset className="rules-item rules-inner">
      <legend className="visually-hidden">{alternative.name}</legend>
      <NameRow
        name={alternative.name}
        at={at}
        onChange={(name) => change({ name })}
        onRemove={() => onChange(undefined)}
      />
      <div className="rules-grid">
        <MeasureChoice of={alternative} at={at} measures={MEASURES} onChange={change} />
        <MeasureFields of={alternative} at={at} onChange={change} />
        <PeriodFields condition={alternative} at={at} onChange={onChange} />
        <CodeField at={at} code={alternative.code} onChange={(code) => change({ code })} />
        <ProrateField condition={alternative} at={at} onChange={onChange} />
      </div>
      <ScopeField condition={alternative} at={at} onChange={(categories) => change({ categories })} />
    </fieldset>
  );
}
