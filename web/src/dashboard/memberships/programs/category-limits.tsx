import type { Category } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { CodeField } from './condition-fields.tsx';
import { useProgramForm } from './form-context.tsx';
import { RuleLimit, RuleText } from './form-fields.tsx';
import { leavesOf } from './program-draft.ts';
import { ShareFields } from './share-fields.tsx';
import { TEXT } from './text.ts';

type LimitsProps = { category: Category; at: string; onChange: (changes: Partial<Category>) => void };

/** Caps, multiplier, share and unit of one category. */
export function CategoryLimits({ category, at, onChange }: LimitsProps) {
  const text = useText(TEXT);
  const limit = (name: 'max_points' | 'max_points_per_year') => (
    <RuleLimit
      label={text.caps[name]}
      at={`${at}.${name}`}
      value={category[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className="rules-grid">
      {limit('max_points')}
      {limit('max_points_per_year')}
      <LeafLimits category={category} at={at} onChange={onChange} />
      <ShareFields category={category} at={at} onChange={onChange} />
      {category.parent === null && (
        <RuleText
          label={text.ownUnit}
          hint={text.ownUnitHint}
          optional
          maxLength={40}
          at={`${at}.unit`}
          value={category.unit ?? ''}
          onChange={(unit) => onChange({ unit: unit || undefined })}
        />
      )}
      <CodeField at={at} code={category.code} onChange={(code) => onChange({ code })} />
    </div>
  );
}

const LEAF_FIELDS = [
  'max_awards_per_year',
  'max_points_per_award',
  'multiplier',
  'multiplier_first_points',
] as const;

/**
 * Limits that only a category without subcategories may have. A value left in another category is shown with its
 * problem.
 */
function LeafLimits({ category, at, onChange }: LimitsProps) {
  const text = useText(TEXT);
  const { draft, problems } = useProgramForm();
  const isLeaf = leavesOf(draft.rules).some(({ code }) => code === category.code);
  const limit = (name: (typeof LEAF_FIELDS)[number], hint?: string) =>
    (isLeaf || problems[`${at}.${name}`] !== undefined) && (
      <RuleLimit
        label={text.caps[name]}
        {...(hint !== undefined && { hint })}
        at={`${at}.${name}`}
        value={category[name]}
        // In the first edition of the rules, the number of awards is always present; other empty fields are left out.
        onChange={(value) =>
          onChange({ [name]: value ?? (name === 'max_awards_per_year' ? null : undefined) })
        }
      />
    );
  return (
    <>
      {limit('max_awards_per_year')}
      {limit('max_points_per_award')}
      {limit('multiplier', text.multiplierHint)}
      {(typeof category.multiplier === 'number' || typeof category.multiplier_first_points === 'number') &&
        limit('multiplier_first_points', text.firstPointsHint)}
    </>
  );
}
