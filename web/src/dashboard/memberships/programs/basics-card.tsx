import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';
import { TEXT } from './text.ts';

/** Name, how long a term is, and when renewals open and close. */
export function BasicsCard() {
  const text = useText(TEXT);
  const { draft, problems, change, changeRules, isReadOnly } = useProgramForm();
  const { rules } = draft;
  const days = (name: 'term_months' | 'grace_days' | 'renewal_opens_days') => ({
    label: text.fields[name],
    hint: text.hints[name],
    value: rules[name],
    error: problems[`rules.${name}`],
    disabled: isReadOnly,
    onChange: (value: number | null) => changeRules({ [name]: value ?? Number.NaN }),
  });
  return (
    <Card title={text.basics}>
      <div className="rules-grid">
        <div className="rules-wide">
          <Field
            label={text.name}
            maxLength={200}
            disabled={isReadOnly}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </div>
        <Field
          label={text.unit}
          maxLength={40}
          disabled={isReadOnly}
          value={draft.unit}
          onChange={({ target }) => change({ unit: target.value })}
        />
        <NumberField {...days('term_months')} />
        <NumberField {...days('grace_days')} />
        <NumberField {...days('renewal_opens_days')} />
        <div className="rules-wide stack gap-small">
          <Checkbox
            label={text.anchored}
            hint={text.anchoredHint}
            disabled={isReadOnly}
            checked={rules.anchor !== null}
            onChange={(isOn) =>
              changeRules({ anchor: isOn ? `${new Date().getFullYear() + 1}-01-01` : null })
            }
          />
          {rules.anchor !== null && (
            <Field
              label={text.anchor}
              type="date"
              disabled={isReadOnly}
              value={rules.anchor}
              {...(problems['rules.anchor'] && { error: problems['rules.anchor'] })}
              onChange={({ target }) => changeRules({ anchor: target.value })}
            />
          )}
        </div>
      </div>
    </Card>
  );
}
