import type { Requirement } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Alternatives } from './alternatives.tsx';
import { MeasureFields, PeriodFields, ScopeField } from './condition-fields.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { RuleChoice } from './form-fields.tsx';
import { codeFrom } from './program-draft.ts';
import { ASKED, askedOf, withAsked } from './requirement-draft.ts';
import { RequirementOptions } from './requirement-options.tsx';
import { NameRow, RuleList } from './rule-list.tsx';
import { TEXT } from './text.ts';

/** The requirements. A term is met if all requirements that apply to it are met. */
export function RequirementsCard() {
  const text = useText(TEXT);
  const { draft, problems, changeRules } = useProgramForm();
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
      <RuleList
        items={requirements}
        row={(requirement, index) => <RequirementRow requirement={requirement} index={index} />}
        error={problems['rules.requirements']}
        add={text.addRequirement}
        onAdd={add}
      />
    </Card>
  );
}

const OPTIONS = [
  ...['code', 'from_term', 'to_term', 'every_terms', 'tracks'],
  ...['prorate_first', 'late_points', 'keeps_standing'],
];

function RequirementRow({ requirement, index }: { requirement: Requirement; index: number }) {
  const text = useText(TEXT);
  const { draft, problems, changeRules } = useProgramForm();
  const all = draft.rules.requirements;
  const at = `rules.requirements[${index}]`;
  const put = (next: Requirement | undefined) => changeRules({ requirements: replaced(all, index, next) });
  const change = (changes: Partial<Requirement>) => put({ ...requirement, ...changes });
  const hasProblem = OPTIONS.some((name) =>
    Object.keys(problems).some((path) => path.startsWith(`${at}.${name}`)),
  );
  const asked = askedOf(requirement);
  return (
    <fieldset className="rules-item">
      <legend className="visually-hidden">{requirement.name}</legend>
      <NameRow
        name={requirement.name}
        at={at}
        onChange={(name) => change({ name })}
        onRemove={() => put(undefined)}
      />
      <div className="rules-grid">
        <RuleChoice
          label={text.asks}
          at={at}
          value={asked}
          options={ASKED.map((value) => ({ value, label: text.asked[value] }))}
          onChange={(next) => put(withAsked(requirement, next, text.alternative))}
        />
        {asked !== 'any_of' && (
          <>
            <MeasureFields of={requirement} at={at} onChange={change} />
            <PeriodFields condition={requirement} at={at} onChange={put} />
          </>
        )}
      </div>
      {asked === 'any_of' ? (
        <Alternatives requirement={requirement} at={at} onChange={change} />
      ) : (
        <ScopeField condition={requirement} at={at} onChange={(categories) => change({ categories })} />
      )}
      <Disclosure key={String(hasProblem)} isOpen={hasProblem} summary={text.moreOptions}>
        <RequirementOptions requirement={requirement} at={at} onChange={change} />
      </Disclosure>
    </fieldset>
  );
}
