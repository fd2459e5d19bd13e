import type { Condition, Requirement } from '@sello/rules';
import { PERIODS } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { CategoryChoice } from './category-choice.tsx';
import { useProgramForm } from './form-context.tsx';
import { RuleCheck, RuleChoice, RuleLimit, RuleNumber, RuleText } from './form-fields.tsx';
import { type Asked, type Measured, measureIn, withMeasure, withPeriod } from './requirement-draft.ts';
import { TEXT } from './text.ts';

type Measures = readonly Exclude<Asked, 'any_of'>[];

type MeasureFieldsProps = {
  of: Measured;
  at: string;
  onChange: (changes: Measured) => void;
};

/** How much is required, and the least that an award or an area needs in order to count. */
export function MeasureFields({ of, at, onChange }: MeasureFieldsProps) {
  const text = useText(TEXT);
  const measure = measureIn(of);
  return (
    <>
      <RuleNumber
        label={text.least[measure]}
        at={`${at}.${measure}`}
        value={of[measure]}
        onChange={(value) => onChange({ [measure]: value })}
      />
      {measure !== 'min_points' && (
        <RuleLimit
          label={measure === 'min_awards' ? text.eachAward : text.eachArea}
          at={`${at}.each_points`}
          value={of.each_points}
          onChange={(value) => onChange({ each_points: value ?? undefined })}
        />
      )}
    </>
  );
}

/** Points, awards or areas. */
export function MeasureChoice({ of, at, measures, onChange }: MeasureFieldsProps & { measures: Measures }) {
  const text = useText(TEXT);
  return (
    <RuleChoice
      label={text.asks}
      at={at}
      value={measureIn(of)}
      options={measures.map((value) => ({ value, label: text.asked[value] }))}
      onChange={(measure) => onChange(withMeasure(measure))}
    />
  );
}

type PeriodFieldsProps<T extends Condition> = {
  condition: T;
  at: string;
  onChange: (condition: T) => void;
};

/** The period of a condition: the term, each year, or the last months. */
export function PeriodFields<T extends Condition>({ condition, at, onChange }: PeriodFieldsProps<T>) {
  const text = useText(TEXT);
  return (
    <>
      <RuleChoice
        label={text.period}
        at={`${at}.period`}
        value={condition.period ?? 'term'}
        options={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
        onChange={(period) => onChange(withPeriod(condition, period))}
      />
      {condition.period === 'months' && (
        <RuleNumber
          label={text.months}
          at={`${at}.months`}
          value={condition.months}
          onChange={(months) => onChange({ ...condition, months })}
        />
      )}
    </>
  );
}

/** Whether a short first term needs only its share of the points for a whole term. */
export function ProrateField<T extends Condition>({ condition, at, onChange }: PeriodFieldsProps<T>) {
  const text = useText(TEXT);
  const { problems } = useProgramForm();
  const path = `${at}.prorate_first`;
  const canProrate = condition.period === 'term' && measureIn(condition) === 'min_points';
  if (!canProrate && problems[path] === undefined && !condition.prorate_first) return null;
  return (
    <div className="rules-wide">
      <RuleCheck
        label={text.prorate}
        at={path}
        isOn={condition.prorate_first}
        onChange={(isOn) => onChange({ ...condition, prorate_first: isOn })}
      />
    </div>
  );
}

export function ScopeField({
  condition,
  at,
  onChange,
}: {
  condition: Pick<Requirement, 'categories' | 'min_categories'>;
  at: string;
  onChange: (categories: string[] | null) => void;
}) {
  const text = useText(TEXT);
  return (
    <CategoryChoice
      label={typeof condition.min_categories === 'number' ? text.areas : text.ofCategories}
      chosen={condition.categories}
      path={`${at}.categories`}
      onChange={onChange}
    />
  );
}

/** The code by which the API and the lists identify a rule. */
export function CodeField({
  at,
  code,
  onChange,
}: {
  at: string;
  code: string;
  onChange: (code: string) => void;
}) {
  const text = useText(TEXT);
  return (
    <RuleText label={text.code} hint={text.codeHint} at={`${at}.code`} value={code} onChange={onChange} />
  );
}
