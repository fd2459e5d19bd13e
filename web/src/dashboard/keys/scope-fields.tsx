import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SCOPES, type Scope } from '../api.ts';
import { useMay } from '../may.tsx';
import { CERTIFICATE_SCOPES, type KeyDraft } from './key-draft.ts';
import { SCOPE_TEXT } from './scope-text.ts';
import { TEXT } from './text.ts';

type ScopeFieldsProps = {
  draft: KeyDraft;
  onChange: (change: Partial<KeyDraft>) => void;
  fault: string | undefined;
};

/** Of no use to a key yet: no operation of the public API asks for them. */
const NOT_OFFERED: readonly Scope[] = ['audit:read', 'people:read', 'people:write', 'usage:read'];

const MEMBERSHIP_SCOPES = SCOPES.filter(
  (scope) => !CERTIFICATE_SCOPES.includes(scope) && !NOT_OFFERED.includes(scope),
);

/** Permissions: those for certificates are always shown, those for memberships are folded away until needed. */
export function ScopeFields({ draft, onChange, fault }: ScopeFieldsProps) {
  const { form } = useText(TEXT);
  const formats = useFormats();
  const chosen = MEMBERSHIP_SCOPES.filter((scope) => draft.scopes.includes(scope)).length;
  const toggle = (scope: Scope, isWanted: boolean) =>
    onChange({ scopes: SCOPES.filter((one) => (one === scope ? isWanted : draft.scopes.includes(one))) });
  return (
    <fieldset className="key-scopes">
      <legend>{form.scopes}</legend>
      <ScopeBoxes scopes={CERTIFICATE_SCOPES} draft={draft} onToggle={toggle} />
      <details className="key-more-scopes">
        <summary>
          {form.membershipScopes}
          {chosen > 0 && <span className="muted"> · {form.chosenScopes(formats.number(chosen))}</span>}
        </summary>
        <div className="key-scope-columns">
          <ScopeBoxes scopes={MEMBERSHIP_SCOPES} draft={draft} onToggle={toggle} />
        </div>
      </details>
      {fault && (
        <p className="field-error" role="alert">
          <Icon name="error" size={16} />
          <span>{fault}</span>
        </p>
      )}
    </fieldset>
  );
}

type ScopeBoxesProps = {
  scopes: readonly Scope[];
  draft: KeyDraft;
  onToggle: (scope: Scope, isWanted: boolean) => void;
};

function ScopeBoxes({ scopes, draft, onToggle }: ScopeBoxesProps) {
  const text = useText(SCOPE_TEXT);
  const may = useMay();
  // A key is given only what its maker has; what it has already stays until somebody takes it away.
  const shown = scopes.filter((scope) => may(scope) || draft.scopes.includes(scope));
  return shown.map((scope) => (
    <Checkbox
      key={scope}
      label={text[scope].name}
      hint={text[scope].hint}
      checked={draft.scopes.includes(scope)}
      onChange={(isWanted) => onToggle(scope, isWanted)}
    />
  ));
}
