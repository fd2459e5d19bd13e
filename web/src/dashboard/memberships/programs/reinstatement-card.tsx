import type { ReinstatementRequirement, Rules } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeField, MeasureChoice, MeasureFields, ScopeField } from './condition-fields.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { RuleCheck, RuleLimit, RuleNumber } from './form-fields.tsx';
import { codeFrom } from './program-draft.ts';
import { NameRow, RuleList } from './rule-list.tsx';
import { TEXT } from './text.ts';
import { TracksField } from './tracks-field.tsx';

const PATH = 'rules.reinstatement';

type Reinstatement = NonNullable<Rules['reinstatement']>;

/** What a membership that has lapsed needs in order to be renewed. */
export function ReinstatementCard() {
  const text = useText(TEXT);
  const { draft, changeRules } = useProgramForm();
  const asked = draft.rules.reinstatement ?? null;
  const change = (changes: Partial<Reinstatement>) =>
    asked && changeRules({ reinstatement: { ...asked, ...changes } });
  return (
    <Card title={text.reinstatement} note={text.reinstatementNote}>
      <div className="stack">
        <RuleCheck
          label={text.reinstates}
          hint={text.reinstatesHint}
          at={PATH}
          isOn={asked !== null}
          onChange={(isOn) =>
            changeRules({ reinstatement: isOn ? { within_months: 12, requirements: [] } : undefined })
          }
        />
        {asked && (
          <>
            <div className="rules-grid">
              <RuleLimit
                label={text.withinMonths}
                hint={text.withinMonthsHint}
                at={`${PATH}.within_months`}
                value={asked.within_months}
                onChange={(within_months) => change({ within_months })}
              />
            </div>
            <RuleCheck
              label={text.oldTermMet}
              hint={text.oldTermMetHint}
              at={`${PATH}.old_term_met`}
              isOn={asked.old_term_met !== false}
              onChange={(isOn) => change({ old_term_met: isOn ? undefined : false })}
            />
            <Requirements asked={asked.requirements} onChange={(requirements) => change({ requirements })} />
          </>
        )}
      </div>
    </Card>
  );
}

type RequirementsProps = {
  asked: Reinstatement['requirements'];
  onChange: (asked: Reinstatement['requirements']) => void;
};

function Requirements({ asked, onChange }: RequirementsProps) {
  const text = useText(TEXT);
  const add = () => {
    const code = codeFrom(
      text.newRecent,
      asked.map((one) => one.code),
    );
    const usual = { categories: null, months: 12, tracks: [] };
    onChange([...asked, { code, name: text.newRecent, min_points: 10, ...usual }]);
  };
  return (
    <RuleList
      items={asked}
      add={text.addRequirement}
      onAdd={add}
      row={(requirement, index) => (
        <RecentRow
          requirement={requirement}
          at={`${PATH}.requirements[${index}]`}
          onChange={(next) => onChange(replaced(asked, index, next))}
        />
      )}
    />
  );
}

type RecentRowProps = {
  requirement: ReinstatementRequirement;
  at: string;
  onChange: (requirement: ReinstatementRequirement | undefined) => void;
};

function RecentRow({ requirement, at, onChange }: RecentRowProps) {
  const text = useText(TEXT);
  const change = (changes: Partial<ReinstatementRequirement>) => onChange({ ...requirement, ...changes });
  const takeMeasure = ({ min_points, min_awards, each_points }: Partial<ReinstatementRequirement>) =>
    onChange({ ...requirement, min_points, min_awards, each_points });
  return (
    <fieldset className="rules-item rules-inner">
      <legend className="visually-hidden">{requirement.name}</legend>
      <NameRow
        name={requirement.name}
        at={at}
        onChange={(name) => change({ name })}
        onRemove={() => onChange(undefined)}
      />
      <div className="rules-grid">
        <MeasureChoice
          of={requirement}
          at={at}
          measures={['min_points', 'min_awards']}
          onChange={takeMeasure}
        />
        <MeasureFields of={requirement} at={at} onChange={change} />
        <RuleNumber
          label={text.recentMonths}
          at={`${at}.months`}
          value={requirement.months}
          onChange={(months) => change({ months })}
        />
        <CodeField at={at} code={requirement.code} onChange={(code) => change({ code })} />
        <TracksField
          tracks={requirement.tracks}
          path={`${at}.tracks`}
          onChange={(tracks) => change({ tracks })}
        />
      </div>
      <ScopeField condition={requirement} at={at} onChange={(categories) => change({ categories })} />
    </fieldset>
  );
}
