import type { Category } from '@sello/rules';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { CategoryLimits } from './category-limits.tsx';
import { replaced, useProgramForm } from './form-context.tsx';
import { RuleChoice, RuleText } from './form-fields.tsx';
import { limitWords } from './limit-words.ts';
import { codeFrom, depthOf, familyOf } from './program-draft.ts';
import { RemoveButton, RuleList } from './rule-list.tsx';
import { TEXT } from './text.ts';

/** The tree of categories in which points are given, with their caps. */
export function CategoriesCard() {
  const text = useText(TEXT);
  const { draft, problems, changeRules } = useProgramForm();
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
      <RuleList
        items={categories}
        row={(category, index) => <CategoryRow category={category} index={index} />}
        depth={({ code }) => depthOf(draft.rules, code)}
        error={problems['rules.categories']}
        add={text.addCategory}
        onAdd={add}
      />
    </Card>
  );
}

function CategoryRow({ category, index }: { category: Category; index: number }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { draft, problems, changeRules } = useProgramForm();
  const { rules } = draft;
  const at = `rules.categories[${index}]`;
  const put = (next: Category | undefined) =>
    changeRules({ categories: replaced(rules.categories, index, next) });
  const change = (changes: Partial<Category>) => put({ ...category, ...changes });
  const own = familyOf(rules, category.code);
  const hasProblem = Object.keys(problems).some(
    (path) => path.startsWith(`${at}.`) && ![`${at}.name`, `${at}.parent`].includes(path),
  );
  const limits = limitWords(category, text.limitWords, formats.number);
  return (
    <fieldset className="rules-item">
      <legend className="visually-hidden">{category.name}</legend>
      <div className="rules-row">
        <RuleText
          label={text.name}
          at={`${at}.name`}
          value={category.name}
          onChange={(name) => change({ name })}
        />
        <RuleChoice
          label={text.parent}
          at={`${at}.parent`}
          value={category.parent ?? ''}
          options={[
            { value: '', label: text.noParent },
            ...rules.categories
              .filter(({ code }) => !own.has(code))
              .map(({ code, name }) => ({ value: code, label: name })),
          ]}
          // Only a top-level category has its own unit.
          onChange={(parent) => change({ parent: parent || null, ...(parent && { unit: undefined }) })}
        />
        <RemoveButton name={category.name} onRemove={() => put(undefined)} />
      </div>
      <Disclosure
        key={String(hasProblem)}
        isOpen={hasProblem}
        summary={`${text.limits}: ${limits.join(' · ') || text.noLimits}`}
      >
        <CategoryLimits category={category} at={at} onChange={change} />
      </Disclosure>
    </fieldset>
  );
}
