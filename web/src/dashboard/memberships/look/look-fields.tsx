import { useText } from '../../../i18n/use-text.ts';
import { Field, Labelled } from '../../../ui/field.tsx';
import type { Council } from '../../api.ts';
import { isFaint } from './contrast.ts';
import { ImageField } from './image-field.tsx';
import { TEXT } from './text.ts';

type LookFieldsProps = { look: Council; onChange: (changes: Partial<Council>) => void };

export function LookFields({ look, onChange }: LookFieldsProps) {
  const text = useText(TEXT);
  return (
    <div className="stack gap-large">
      <Field
        label={text.name}
        hint={text.nameHint}
        required={false}
        maxLength={200}
        value={look.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <div className="look-colors">
        <ColorField
          label={text.color}
          hint={isFaint(look.color) ? text.faint : text.colorHint}
          value={look.color}
          onChange={(color) => onChange({ color })}
        />
        <ColorField
          label={text.accent}
          hint={text.accentHint}
          value={look.accent}
          onChange={(accent) => onChange({ accent })}
        />
      </div>
      <ImageField
        label={text.logo}
        choose={text.chooseLogo}
        remove={text.removeLogo}
        sha256={look.logo}
        onChange={(logo) => onChange({ logo })}
      />
    </div>
  );
}

type ColorFieldProps = { label: string; hint: string; value: string; onChange: (value: string) => void };

/** A colour picker, and a text field for people who know the code. */
function ColorField({ label, hint, value, onChange }: ColorFieldProps) {
  const text = useText(TEXT);
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Labelled label={label} hint={hint} error={isColor ? undefined : text.badColor} optional={undefined}>
      {(tied) => (
        <div className="look-color">
          <input
            type="color"
            aria-label={text.pick(label)}
            value={isColor ? value : '#000000'}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            {...tied}
            className="input mono"
            maxLength={7}
            value={value}
            onChange={({ target }) => onChange(target.value.trim())}
          />
        </div>
      )}
    </Labelled>
  );
}
