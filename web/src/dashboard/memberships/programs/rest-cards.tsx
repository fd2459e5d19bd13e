import type { ChecklistItem } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { problemAt } from './categories-card.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';
import { codeFrom } from './program-draft.ts';
import { TEXT } from './text.ts';
import { TracksField } from './tracks-field.tsx';

/** Surplus that counts in the next term too. */
export function CarryOverCard() {
  const text = useText(TEXT);
  const { draft, problems, changeRules, isReadOnly } = useProgramForm();
  const carry = draft.rules.carry_over;
  const change = (changes: Partial<NonNullable<typeof carry>>) =>
    carry && changeRules({ carry_over: { ...carry, ...changes } });
  return (
    <Card title={text.carryOver}>
      <div className="stack">
        <Checkbox
          label={text.carries}
          hint={text.carriesHint}
          disabled={isReadOnly}
          checked={carry !== null}
          onChange={(isOn) =>
            changeRules({
              carry_over: isOn ? { max_points: 20, earned_within_months: 12, categories: null } : null,
            })
          }
        />
        {carry && (
          <>
            <div className="rules-grid">
              <NumberField
                label={text.carryMost}
                value={carry.max_points}
                disabled={isReadOnly}
                error={problems['rules.carry_over.max_points']}
                onChange={(value) => change({ max_points: value ?? Number.NaN })}
              />
              <NumberField
                label={text.carryMonths}
                value={carry.earned_within_months}
                disabled={isReadOnly}
                error={problems['rules.carry_over.earned_within_months']}
                onChange={(value) => change({ earned_within_months: value ?? Number.NaN })}
              />
            </div>
            <CategoryChoice
              label={text.ofCategories}
              chosen={carry.categories}
              path="rules.carry_over.categories"
              onChange={(categories) => change({ categories })}
            />
          </>
        )}
      </div>
    </Card>
  );
}

/** What a renewal needs besides points. */
export function ChecklistCard() {
  const text = useText(TEXT);
  const { draft, change, isReadOnly } = useProgramForm();
  const add = () => {
    const code = codeFrom(
      text.newItem,
      draft.checklist.map((one) => one.code),
    );
    change({ checklist: [...draft.checklist, { code, name: text.newItem, tracks: [] }] });
  };
  return (
    <Card title={text.checklist} note={text.checklistNote}>
      <div className="stack">
        <ul className="rules-list">
          {draft.checklist.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
            <li key={index}>
              <ChecklistRow item={item} index={index} />
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <div>
            <Button size="small" icon="plus" onClick={add}>
              {text.addItem}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function ChecklistRow({ item, index }: { item: ChecklistItem; index: number }) {
  const text = useText(TEXT);
  const { draft, problems, change, isReadOnly } = useProgramForm();
  const put = (next: ChecklistItem | undefined) =>
    change({ checklist: replaced(draft.checklist, index, next) });
  return (
    <fieldset className="rules-item">
      <legend className="visually-hidden">{item.name}</legend>
      <div className="rules-row">
        <Field
          label={text.name}
          value={item.name}
          disabled={isReadOnly}
          {...problemAt(problems, `checklist[${index}].name`)}
          onChange={({ target }) => put({ ...item, name: target.value })}
        />
        <Field
          label={text.code}
          value={item.code}
          disabled={isReadOnly}
          {...problemAt(problems, `checklist[${index}].code`)}
          onChange={({ target }) => put({ ...item, code: target.value })}
        />
        <TracksField
          tracks={item.tracks}
          path={`checklist[${index}].tracks`}
          onChange={(tracks) => put({ ...item, tracks })}
        />
        {!isReadOnly && (
          <Button
            variant="quiet"
            icon="trash"
            aria-label={text.remove(item.name)}
            onClick={() => put(undefined)}
          />
        )}
      </div>
    </fieldset>
  );
}
