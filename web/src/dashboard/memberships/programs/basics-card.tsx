import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { AnchorFields } from './anchor-fields.tsx';
import { useProgramForm } from './form-context.tsx';
import { RuleNumber, RuleText } from './form-fields.tsx';
import { TEXT } from './text.ts';

/** The program's name, the length of a term, and when renewals open and close. */
export function BasicsCard() {
  const text = useText(TEXT);
  const { draft, change, changeRules } = useProgramForm();
  const days = (name: 'term_months' | 'grace_days' | 'renewal_opens_days') => (
    <RuleNumber
      label={text.fields[name]}
      hint={text.hints[name]}
      at={`rules.${name}`}
      value={draft.rules[name]}
      onChange={(value) => changeRules({ [name]: value })}
    />
  );
  return (
    <Card title={text.basics}>
      <div className="rules-grid">
        <div className="rules-wide">
          <RuleText
            label={text.name}
            at="name"
            maxLength={200}
            value={draft.name}
            onChange={(name) => change({ name })}
          />
        </div>
        <RuleText
          label={text.unit}
          at="unit"
          maxLength={40}
          value={draft.unit}
          onChange={(unit) => change({ unit })}
        />
        {days('term_months')}
        {days('grace_days')}
        {days('renewal_opens_days')}
        <AnchorFields />
      </div>
    </Card>
  );
}
