import type { ChecklistItem } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeField } from './condition-fields.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { RuleCheck, RuleChoice, RuleText } from './form-fields.tsx';
import { codeFrom } from './program-draft.ts';
import { RemoveButton, RuleList } from './rule-list.tsx';
import { TEXT } from './text.ts';
import { TracksField } from './tracks-field.tsx';

/** What a renewal needs besides points. */
export function ChecklistCard() {
  const text = useText(TEXT);
  const { draft, change } = useProgramForm();
  const add = () => {
    const code = codeFrom(
      text.newItem,
      draft.checklist.map((one) => one.code),
    );
    change({ checklist: [...draft.checklist, { code, name: text.newItem, tracks: [] }] });
  };
  return (
    <Card title={text.checklist} note={text.checklistNote}>
      <RuleList
        items={draft.checklist}
        add={text.addItem}
        onAdd={add}
        row={(item, index) => <ChecklistRow item={item} index={index} />}
      />
    </Card>
  );
}

function ChecklistRow({ item, index }: { item: ChecklistItem; index: number }) {
  const text = useText(TEXT);
  const { draft, problems, change } = useProgramForm();
  const at = `checklist[${index}]`;
  const put = (next: ChecklistItem | undefined) =>
    change({ checklist: replaced(draft.checklist, index, next) });
  const isYearly = item.period === 'year';
  return (
    <fieldset className="rules-item">
      <legend className="visually-hidden">{item.name}</legend>
      <div className="rules-row">
        <RuleText
          label={text.name}
          at={`${at}.name`}
          value={item.name}
          onChange={(name) => put({ ...item, name })}
        />
        <RemoveButton name={item.name} onRemove={() => put(undefined)} />
      </div>
      <div className="rules-grid">
        <RuleChoice
          label={text.itemPeriod}
          at={`${at}.period`}
          value={item.period ?? 'term'}
          options={(['term', 'year'] as const).map((value) => ({ value, label: text.itemPeriods[value] }))}
          onChange={(period) =>
            put({
              ...item,
              period: period === 'year' ? period : undefined,
              ...(period !== 'year' && { keeps_standing: undefined }),
            })
          }
        />
        <CodeField at={at} code={item.code} onChange={(code) => put({ ...item, code })} />
        <TracksField
          tracks={item.tracks}
          path={`${at}.tracks`}
          onChange={(tracks) => put({ ...item, tracks })}
        />
        {(isYearly || problems[`${at}.keeps_standing`]) && (
          <div className="rules-wide">
            <RuleCheck
              label={text.keepsStanding}
              hint={text.keepsStandingHint}
              at={`${at}.keeps_standing`}
              isOn={item.keeps_standing === true}
              onChange={(isOn) => put({ ...item, keeps_standing: isOn || undefined })}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}
