/** When terms end: counted from the start of each membership, or on a day set by the rules or for the membership. */

import { OF_MEMBERSHIP } from '@sello/rules';
import { useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { type AnchorKind, anchorKind, dayOfYear, partsOfDay } from './anchor-kind.ts';
import { useProgramForm } from './form-context.tsx';
import { RuleChoice, RuleLimit, RuleNumber } from './form-fields.tsx';
import { TEXT } from './text.ts';

const KINDS = ['own_start', 'date', 'day_of_year', 'membership'] as const;

export function AnchorFields() {
  const text = useText(TEXT);
  const { draft, changeRules } = useProgramForm();
  const { anchor, first_term_min_months } = draft.rules;
  const kind = anchorKind(anchor);
  const first: Record<AnchorKind, string | null> = {
    own_start: null,
    date: `${new Date().getFullYear() + 1}-01-01`,
    day_of_year: '01-01',
    membership: OF_MEMBERSHIP,
  };
  return (
    <>
      <div className="rules-wide">
        <RuleChoice
          label={text.anchorKind}
          hint={text.anchorHints[kind]}
          at={kind === 'own_start' || kind === 'membership' ? 'rules.anchor' : 'rules.anchor.kind'}
          value={kind}
          options={KINDS.map((value) => ({ value, label: text.anchorKinds[value] }))}
          onChange={(next) =>
            changeRules({
              anchor: first[next],
              ...(next === 'own_start' && { first_term_min_months: undefined }),
            })
          }
        />
      </div>
      {anchor !== null && kind === 'date' && <DateField anchor={anchor} />}
      {anchor !== null && kind === 'day_of_year' && <DayOfYearFields anchor={anchor} />}
      {anchor !== null && (
        <RuleLimit
          label={text.firstTermMonths}
          hint={text.firstTermMonthsHint}
          at="rules.first_term_min_months"
          value={first_term_min_months}
          onChange={(value) => changeRules({ first_term_min_months: value ?? undefined })}
        />
      )}
    </>
  );
}

function DateField({ anchor }: { anchor: string }) {
  const text = useText(TEXT);
  const { problems, changeRules, isReadOnly } = useProgramForm();
  return (
    <Field
      label={text.anchor}
      type="date"
      disabled={isReadOnly}
      value={anchor}
      error={problems['rules.anchor']}
      onChange={({ target }) => changeRules({ anchor: target.value })}
    />
  );
}

function DayOfYearFields({ anchor }: { anchor: string }) {
  const text = useText(TEXT);
  const language = useLanguage();
  const { changeRules } = useProgramForm();
  const { month, day } = partsOfDay(anchor);
  const names = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-MX', {
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <>
      <RuleChoice
        label={text.anchorMonth}
        at="rules.anchor.month"
        value={String(month)}
        options={Array.from({ length: 12 }, (_, n) => ({
          value: String(n + 1),
          label: names.format(Date.UTC(2023, n, 1)),
        }))}
        onChange={(value) => changeRules({ anchor: dayOfYear(Number(value), day) })}
      />
      <RuleNumber
        label={text.anchorDay}
        at="rules.anchor"
        value={day}
        onChange={(value) => changeRules({ anchor: dayOfYear(month, value) })}
      />
    </>
  );
}
