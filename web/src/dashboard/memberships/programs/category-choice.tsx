import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useProgramForm } from './form-context.tsx';
import { depthOf } from './program-draft.ts';
import { TEXT } from './text.ts';

type CategoryChoiceProps = {
  label: string;
  /** Null means all categories. */
  chosen: readonly string[] | null;
  path: string;
  onChange: (chosen: string[] | null) => void;
};

export function CategoryChoice({ label, chosen, path, onChange }: CategoryChoiceProps) {
  const text = useText(TEXT);
  const { draft, problems, isReadOnly } = useProgramForm();
  const { categories } = draft.rules;
  const known = new Set(categories.map(({ code }) => code));
  const error = Object.entries(problems).find(([at]) => at.startsWith(path))?.[1];
  const names = categories.filter(({ code }) => chosen?.includes(code)).map(({ name }) => name);
  return (
    <Disclosure
      key={String(error === undefined)}
      isOpen={error !== undefined}
      summary={`${label}: ${chosen === null ? text.allCategories : names.join(', ') || '—'}`}
    >
      <fieldset className="category-choice">
        <legend className="visually-hidden">{label}</legend>
        <Checkbox
          label={text.allCategories}
          disabled={isReadOnly}
          checked={chosen === null}
          onChange={(isAll) => onChange(isAll ? null : [])}
        />
        {chosen !== null && (
          <div className="category-choices">
            {categories.map(({ code, name }) => (
              <div key={code} style={{ marginInlineStart: `${depthOf(draft.rules, code) * 18}px` }}>
                <Checkbox
                  label={name}
                  disabled={isReadOnly}
                  checked={chosen.includes(code)}
                  onChange={(isOn) =>
                    onChange(
                      isOn ? [...chosen, code] : chosen.filter((one) => one !== code && known.has(one)),
                    )
                  }
                />
              </div>
            ))}
          </div>
        )}
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </fieldset>
    </Disclosure>
  );
}
