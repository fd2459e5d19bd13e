import type { Category } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';
import { codeFrom, depthOf, familyOf } from './program-draft.ts';
import { TEXT } from './text.ts';

/** The tree of what points are given for, with its caps. */
export function CategoriesCard() {
  const text = useText(TEXT);
  const { draft, problems, changeRules, isReadOnly } = useProgramForm();
  const { categories } = draft.rules;
  const add = () => {
    const code = codeFrom(
      text.newCategory,
      categories.map((one) => one.code),
    );
    const caps = { max_points: null, max_points_per_year: null, max_awards_per_year: null };
    changeRules({ categories: [...categories, { code, name: text.newCategory, parent: null, ...caps }] });
  };
  return (
    <Card title={text.categories} note={text.categoriesNote}>
      <div className="stack">
        {problems['rules.categories'] && <p className="field-error">{problems['rules.categories']}</p>}
        <ul className="rules-list">
          {categories.map((category, index) => (
            // Codes may be typed twice for a moment; the place is what tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name.
            <li key={index} style={{ marginInlineStart: `${depthOf(draft.rules, category.code) * 24}px` }}>
              <CategoryRow category={category} index={index} />
            </li>
          ))}
        </ul>
        {!isReadOnly && (
          <div>
            <Button size="small" icon="plus" onClick={add}>
              {text.addCategory}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function CategoryRow({ category, index }: { category: Category; index: number }) {
  const text = useText(TEXT);
  const { draft, problems, changeRules, isReadOnly } = useProgramForm();
  const { rules } = draft;
  const at = `rules.categories[${index}]`;
  const change = (changes: Partial<Category>) =>
    changeRules({ categories: replaced(rules.categories, index, { ...category, ...changes }) });
  const own = familyOf(rules, category.code);
  const cap = (name: 'max_points' | 'max_points_per_year' | 'max_awards_per_year') => (
    <NumberField
      label={text.caps[name]}
      optional
      disabled={isReadOnly}
      value={category[name]}
      error={problems[`${at}.${name}`]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const hasProblem = ['code', 'max_points', 'max_points_per_year', 'max_awards_per_year'].some(
    (name) => problems[`${at}.${name}`] !== undefined,
  );
  const isCapped =
    category.max_points !== null ||
    category.max_points_per_year !== null ||
    category.max_awards_per_year !== null;
  return (
    <fieldset className="rules-item">
      <legend className="visually-hidden">{category.name}</legend>
      <div className="rules-row">
        <Field
          label={text.name}
          value={category.name}
          disabled={isReadOnly}
          {...problemAt(problems, `${at}.name`)}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Select
          label={text.parent}
          value={category.parent ?? ''}
          disabled={isReadOnly}
          options={[
            { value: '', label: text.noParent },
            ...rules.categories
              .filter(({ code }) => !own.has(code))
              .map(({ code, name }) => ({ value: code, label: name })),
          ]}
          {...problemAt(problems, `${at}.parent`)}
          onChange={(parent) => change({ parent: parent || null })}
        />
        {!isReadOnly && (
          <Button
            variant="quiet"
            icon="trash"
            aria-label={text.remove(category.name)}
            onClick={() => changeRules({ categories: replaced(rules.categories, index, undefined) })}
          />
        )}
      </div>
      <Disclosure
        key={String(hasProblem)}
        isOpen={hasProblem}
        summary={isCapped ? text.capsOf(capWords(category)) : text.noCaps}
      >
        <div className="rules-grid">
          <Field
            label={text.code}
            value={category.code}
            disabled={isReadOnly}
            {...problemAt(problems, `${at}.code`)}
            onChange={({ target }) => change({ code: target.value })}
          />
          {cap('max_points')}
          {cap('max_points_per_year')}
          {cap('max_awards_per_year')}
        </div>
      </Disclosure>
    </fieldset>
  );
}

function capWords({
  max_points: term,
  max_points_per_year: year,
  max_awards_per_year: awards,
}: Category): string {
  return [term, year, awards].map((cap) => cap ?? '–').join(' / ');
}

/** Renders nothing if there is no problem. */
export function problemAt(problems: Readonly<Record<string, string>>, path: string): { error?: string } {
  const error = problems[path];
  return error === undefined ? {} : { error };
}
