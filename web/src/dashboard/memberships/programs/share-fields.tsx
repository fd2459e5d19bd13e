import type { Category, MaxShare, Requirement } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useProgramForm } from './form-context.tsx';
import { RuleCheck, RuleChoice, RuleNumber } from './form-fields.tsx';
import { TEXT } from './text.ts';

type ShareProps = { category: Category; at: string; onChange: (changes: Partial<Category>) => void };

/** The cap of a category as a share: of everything that counts, or of what the requirements ask for. */
export function ShareFields({ category, at, onChange }: ShareProps) {
  const text = useText(TEXT);
  const { draft } = useProgramForm();
  const path = `${at}.max_share`;
  const share = category.max_share ?? null;
  const put = (changes: Partial<MaxShare>) => share && onChange({ max_share: { ...share, ...changes } });
  const first = draft.rules.requirements.find(isNumberOfPoints);
  return (
    <div className="rules-wide stack gap-small">
      <RuleCheck
        label={text.share}
        at={path}
        isOn={share !== null}
        onChange={(isOn) => onChange({ max_share: isOn ? { percent: 50, of: 'counted' } : undefined })}
      />
      {share && (
        <div className="rules-grid">
          <RuleNumber
            label={text.sharePercent}
            at={`${path}.percent`}
            value={share.percent}
            onChange={(percent) => put({ percent })}
          />
          <RuleChoice
            label={text.shareOf}
            at={`${path}.of`}
            value={share.of === 'counted' ? 'counted' : 'asked'}
            options={(['counted', 'asked'] as const).map((value) => ({ value, label: text.sharesOf[value] }))}
            onChange={(of) => put({ of: of === 'counted' ? of : first ? [first.code] : [] })}
          />
          {share.of !== 'counted' && (
            <ShareOfRequirements path={`${path}.of`} codes={share.of} onChange={(of) => put({ of })} />
          )}
        </div>
      )}
    </div>
  );
}

type OfRequirementsProps = { path: string; codes: readonly string[]; onChange: (codes: string[]) => void };

function ShareOfRequirements({ path, codes, onChange }: OfRequirementsProps) {
  const text = useText(TEXT);
  const { draft, problems, isReadOnly } = useProgramForm();
  const error = Object.entries(problems).find(([at]) => at.startsWith(`${path}[`))?.[1];
  const choices = draft.rules.requirements.filter(
    (requirement) => isNumberOfPoints(requirement) || codes.includes(requirement.code),
  );
  const unknown = codes.filter((code) => !choices.some((one) => one.code === code));
  return (
    <fieldset className="category-choice rules-wide">
      <legend>{text.shareRequirements}</legend>
      {[...choices, ...unknown.map((code) => ({ code, name: code }))].map(({ code, name }) => (
        <Checkbox
          key={code}
          label={name}
          disabled={isReadOnly}
          checked={codes.includes(code)}
          onChange={(isOn) => onChange(isOn ? [...codes, code] : codes.filter((one) => one !== code))}
        />
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A share applies to points that are required for the whole term. */
function isNumberOfPoints({ period, min_points }: Requirement): boolean {
  return period === 'term' && typeof min_points === 'number';
}
