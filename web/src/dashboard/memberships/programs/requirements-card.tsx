import type { Requirement } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { problemAt } from './categories-card.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';
import { codeFrom } from './program-draft.ts';
import { TEXT } from './text.ts';
import { TracksField } from './tracks-field.tsx';

const PERIODS = ['term', 'year', 'months'] as const;

/** The minima: a term is met when all that apply to it are. */
export function RequirementsCard() {
  const text = useText(TEXT);
  const { draft, problems, changeRules, isReadOnly } = useProgramForm();
  const { requirements } = draft.rules;
  const add = () => {
    const code = codeFrom(
      text.newRequirement,
      requirements.map((one) => one.code),
    );
    const usual = {
      categories: null,
      period: 'term' as const,
      months: null,
      from_term: 1,
      to_term: null,
      prorate_first: false,
      tracks: [],
    };
    changeRules({
      requirements: [...requirements, { code, name: text.newRequirement, min_points: 10, ...usual }],
    });
  };
  return (
    <Card title={text.requirements} note={text.requirementsNote}>
      <div className="stack">
        {problems['rules.requirements'] && <p className="field-error">{problems['rules.requirements']}</p>}
        <ul className="rules-list">
          {requirements.map((requirement, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
            <li key={index}>
              <RequirementRow requirement={requirement} index={index} />
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <div>
            <Button size="small" icon="plus" onClick={add}>
              {text.addRequirement}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function RequirementRow({ requirement, index }: { requirement: Requirement; index: number }) {
  const text = useText(TEXT);
  const { draft, problems, changeRules, isReadOnly } = useProgramForm();
  const all = draft.rules.requirements;
  const at = `rules.requirements[${index}]`;
  const change = (changes: Partial<Requirement>) =>
    changeRules({ requirements: replaced(all, index, { ...requirement, ...changes }) });
  const hasProblem = ['code', 'from_term', 'to_term', 'tracks', 'prorate_first'].some((name) =>
    Object.keys(problems).some((path) => path.startsWith(`${at}.${name}`)),
  );
  return (
    <fieldset className="rules-item">
      <legend className="visually-hidden">{requirement.name}</legend>
      <div className="rules-row">
        <Field
          label={text.name}
          value={requirement.name}
          disabled={isReadOnly}
          {...problemAt(problems, `${at}.name`)}
          onChange={({ target }) => change({ name: target.value })}
        />
        <NumberField
          label={text.minPoints}
          value={requirement.min_points ?? null}
          disabled={isReadOnly}
          error={problems[`${at}.min_points`]}
          onChange={(value) => change({ min_points: value ?? Number.NaN })}
        />
        <Select
          label={text.period}
          value={requirement.period ?? 'term'}
          disabled={isReadOnly}
          options={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
          {...problemAt(problems, `${at}.period`)}
          onChange={(period) =>
            change({ period, months: period === 'months' ? (requirement.months ?? 36) : null })
          }
        />
        {!isReadOnly && (
          <Button
            variant="quiet"
            icon="trash"
            aria-label={text.remove(requirement.name)}
            onClick={() => changeRules({ requirements: replaced(all, index, undefined) })}
          />
        )}
      </div>
      {requirement.period === 'months' && (
        <NumberField
          label={text.months}
          value={requirement.months}
          disabled={isReadOnly}
          error={problems[`${at}.months`]}
          onChange={(months) => change({ months })}
        />
      )}
      <CategoryChoice
        label={text.ofCategories}
        chosen={requirement.categories}
        path={`${at}.categories`}
        onChange={(categories) => change({ categories })}
      />
      <Disclosure key={String(hasProblem)} isOpen={hasProblem} summary={text.moreOptions}>
        <MoreOptions requirement={requirement} at={at} change={change} />
      </Disclosure>
    </fieldset>
  );
}

type MoreOptionsProps = {
  requirement: Requirement;
  at: string;
  change: (changes: Partial<Requirement>) => void;
};

function MoreOptions({ requirement, at, change }: MoreOptionsProps) {
  const text = useText(TEXT);
  const { problems, isReadOnly } = useProgramForm();
  return (
    <div className="rules-grid">
      <Field
        label={text.code}
        value={requirement.code}
        disabled={isReadOnly}
        {...problemAt(problems, `${at}.code`)}
        onChange={({ target }) => change({ code: target.value })}
      />
      <NumberField
        label={text.fromTerm}
        value={requirement.from_term}
        disabled={isReadOnly}
        error={problems[`${at}.from_term`]}
        onChange={(value) => change({ from_term: value ?? 1 })}
      />
      <NumberField
        label={text.toTerm}
        optional
        value={requirement.to_term}
        disabled={isReadOnly}
        error={problems[`${at}.to_term`]}
        onChange={(value) => change({ to_term: value })}
      />
      <TracksField
        tracks={requirement.tracks}
        path={`${at}.tracks`}
        onChange={(tracks) => change({ tracks })}
      />
      <div className="rules-wide">
        <Checkbox
          label={text.prorate}
          hint={problems[`${at}.prorate_first`] ?? text.prorateHint}
          disabled={isReadOnly}
          checked={requirement.prorate_first}
          onChange={(isOn) => change({ prorate_first: isOn })}
        />
      </div>
    </div>
  );
}
