import type { CarryOver, Rules } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { RuleCheck, RuleChoice, RuleLimit } from './form-fields.tsx';
import { leavesOf } from './program-draft.ts';
import { RemoveButton, RuleList } from './rule-list.tsx';
import { TEXT } from './text.ts';

const PATH = 'rules.carry_over';

type CarriedCategory = NonNullable<CarryOver['by_category']>[number];

/** Settings for surplus points that also count in the next term. */
export function CarryOverCard() {
  const text = useText(TEXT);
  const { draft, changeRules } = useProgramForm();
  const carry = draft.rules.carry_over;
  const change = (changes: Partial<CarryOver>) =>
    carry && changeRules({ carry_over: { ...carry, ...changes } });
  return (
    <Card title={text.carryOver}>
      <div className="stack">
        <RuleCheck
          label={text.carries}
          hint={text.carriesHint}
          at={PATH}
          isOn={carry !== null}
          onChange={(isOn) =>
            changeRules({
              carry_over: isOn ? { max_points: 20, earned_within_months: 12, categories: null } : null,
            })
          }
        />
        {carry && (
          <>
            <Amounts carry={carry} onChange={change} />
            <CategoryChoice
              label={text.ofCategories}
              chosen={carry.categories}
              path={`${PATH}.categories`}
              onChange={(categories) => change({ categories })}
            />
            <ByCategory carry={carry} rules={draft.rules} onChange={change} />
          </>
        )}
      </div>
    </Card>
  );
}

type CarryProps = { carry: CarryOver; onChange: (changes: Partial<CarryOver>) => void };

function Amounts({ carry, onChange }: CarryProps) {
  const text = useText(TEXT);
  return (
    <div className="rules-grid">
      <RuleLimit
        label={text.carryMost}
        hint={text.carryMostHint}
        at={`${PATH}.max_points`}
        value={carry.max_points}
        onChange={(max_points) => onChange({ max_points })}
      />
      <RuleLimit
        label={text.carryMonths}
        hint={text.carryMonthsHint}
        at={`${PATH}.earned_within_months`}
        value={carry.earned_within_months}
        onChange={(earned_within_months) => onChange({ earned_within_months })}
      />
      <RuleLimit
        label={text.carryTerms}
        hint={text.carryTermsHint}
        at={`${PATH}.terms`}
        value={carry.terms}
        onChange={(terms) => onChange({ terms: terms ?? undefined })}
      />
    </div>
  );
}

/** Exceptions for single categories: a lower maximum, or another category to which the points go. */
function ByCategory({ carry, rules, onChange }: CarryProps & { rules: Rules }) {
  const text = useText(TEXT);
  const entries = carry.by_category ?? [];
  const put = (next: readonly CarriedCategory[]) =>
    onChange({ by_category: next.length === 0 ? undefined : next });
  const add = () => {
    const free = rules.categories.find(({ code }) => !entries.some(({ category }) => category === code));
    put([...entries, { category: free?.code ?? '', max_points: 10 }]);
  };
  return (
    <div className="stack gap-small">
      <h3>{text.carriedCategories}</h3>
      <p className="muted small">{text.carriedCategoriesNote}</p>
      <RuleList
        items={entries}
        add={text.addCarried}
        onAdd={add}
        row={(entry, index) => (
          <CarriedRow
            entry={entry}
            rules={rules}
            at={`${PATH}.by_category[${index}]`}
            onChange={(next) => put(replaced(entries, index, next))}
          />
        )}
      />
    </div>
  );
}

type CarriedRowProps = {
  entry: CarriedCategory;
  rules: Rules;
  at: string;
  onChange: (entry: CarriedCategory | undefined) => void;
};

function CarriedRow({ entry, rules, at, onChange }: CarriedRowProps) {
  const text = useText(TEXT);
  const { problems } = useProgramForm();
  const named = rules.categories.map(({ code, name }) => ({ value: code, label: name }));
  const leaves = leavesOf(rules).map(({ code, name }) => ({ value: code, label: name }));
  const name = named.find(({ value }) => value === entry.category)?.label ?? entry.category;
  return (
    <fieldset className="rules-item rules-inner">
      <legend className="visually-hidden">{name}</legend>
      <div className="rules-row">
        <RuleChoice
          label={text.category}
          at={`${at}.category`}
          value={entry.category}
          options={withOwn(named, entry.category)}
          onChange={(category) => onChange({ ...entry, category })}
        />
        <RemoveButton name={name} onRemove={() => onChange(undefined)} />
      </div>
      <div className="rules-grid">
        <RuleLimit
          label={text.carriedMost}
          at={`${at}.max_points`}
          value={entry.max_points}
          onChange={(max_points) => onChange({ ...entry, max_points })}
        />
        <RuleChoice
          label={text.carriedAs}
          at={`${at}.as`}
          value={entry.as ?? ''}
          options={[{ value: '', label: text.carriedAsItself }, ...withOwn(leaves, entry.as ?? undefined)]}
          onChange={(as) => onChange({ ...entry, as: as || null })}
        />
      </div>
      {problems[at] && <p className="field-error">{problems[at]}</p>}
    </fieldset>
  );
}

/** Keeps the stored code in the list even if no category has it any more. */
function withOwn(options: { value: string; label: string }[], own: string | undefined) {
  if (own === undefined || options.some(({ value }) => value === own)) return options;
  return [...options, { value: own, label: own }];
}
