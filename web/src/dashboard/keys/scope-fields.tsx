import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SCOPES, type Scope } from '../api.ts';
import { useMay } from '../may.tsx';
import { CERTIFICATE_SCOPES, type KeyDraft, mayHave } from './key-draft.ts';
import { SCOPE_TEXT } from './scope-text.ts';
import { TEXT } from './text.ts';

type ScopeFieldsProps = {
  draft: KeyDraft;
  onChange: (change: Partial<KeyDraft>) => void;
  fault: string | undefined;
};

const ACCOUNT_SCOPES: readonly Scope[] = ['usage:read', 'audit:read', 'people:read', 'people:write'];

const MEMBERSHIP_SCOPES = SCOPES.filter(
  (scope) => !CERTIFICATE_SCOPES.includes(scope) && !ACCOUNT_SCOPES.includes(scope),
);

/** The scopes of a key: those for certificates are always shown, the others are folded until needed. */
export function ScopeFields({ draft, onChange, fault }: ScopeFieldsProps) {
  const { form } = useText(TEXT);
  const toggle = (scope: Scope, isWanted: boolean) =>
    onChange({ scopes: SCOPES.filter((one) => (one === scope ? isWanted : draft.scopes.includes(one))) });
  return (
    <fieldset className="key-scopes">
      <legend>{form.scopes}</legend>
      <ScopeBoxes scopes={CERTIFICATE_SCOPES} draft={draft} onToggle={toggle} />
      <FoldedScopes
        label={form.membershipScopes}
        scopes={MEMBERSHIP_SCOPES}
        draft={draft}
        onToggle={toggle}
      />
      <FoldedScopes label={form.accountScopes} scopes={ACCOUNT_SCOPES} draft={draft} onToggle={toggle} />
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

function FoldedScopes({ label, scopes, draft, onToggle }: ScopeBoxesProps & { label: string }) {
  const { form } = useText(TEXT);
  const formats = useFormats();
  const offered = scopes.filter((scope) => mayHave(draft.mode, scope));
  const chosen = offered.filter((scope) => draft.scopes.includes(scope)).length;
  return (
    <details className="key-more-scopes">
      <summary>
        {label}
        {chosen > 0 && <span className="muted"> · {form.chosenScopes(formats.number(chosen))}</span>}
      </summary>
      <div className="key-scope-columns">
        <ScopeBoxes scopes={offered} draft={draft} onToggle={onToggle} />
      </div>
    </details>
  );
}

function ScopeBoxes({ scopes, draft, onToggle }: ScopeBoxesProps) {
  const text = useText(SCOPE_TEXT);
  const may = useMay();
  // A person can only give a key scopes that they have themselves. Scopes that the key already has stay until somebody
  // removes them.
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
