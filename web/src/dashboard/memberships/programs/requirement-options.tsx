import type { Requirement } from '@sello/rules';
import { useText } from '../../../i18n/use-text.ts';
import { CodeField, ProrateField } from './condition-fields.tsx';
import { useProgramForm } from './form-context.tsx';
import { RuleCheck, RuleLimit, RuleNumber } from './form-fields.tsx';
import { TEXT } from './text.ts';
import { TracksField } from './tracks-field.tsx';

type OptionsProps = {
  requirement: Requirement;
  at: string;
  onChange: (changes: Partial<Requirement>) => void;
};

/**
 * From which term on, how often and for whom a requirement applies, and what happens if it is met late or a year is
 * missed.
 */
export function RequirementOptions({ requirement, at, onChange }: OptionsProps) {
  const text = useText(TEXT);
  return (
    <div className="rules-grid">
      <CodeField at={at} code={requirement.code} onChange={(code) => onChange({ code })} />
      <TracksField
        tracks={requirement.tracks}
        path={`${at}.tracks`}
        onChange={(tracks) => onChange({ tracks })}
      />
      <RuleNumber
        label={text.fromTerm}
        at={`${at}.from_term`}
        value={requirement.from_term}
        onChange={(from_term) => onChange({ from_term })}
      />
      <RuleLimit
        label={text.toTerm}
        at={`${at}.to_term`}
        value={requirement.to_term}
        onChange={(to_term) => onChange({ to_term })}
      />
      <RuleLimit
        label={text.everyTerms}
        hint={text.everyTermsHint}
        at={`${at}.every_terms`}
        value={requirement.every_terms}
        onChange={(every_terms) => onChange({ every_terms: every_terms ?? undefined })}
      />
      <Consequences requirement={requirement} at={at} onChange={onChange} />
      {!requirement.any_of && <ProrateField condition={requirement} at={at} onChange={onChange} />}
    </div>
  );
}

function Consequences({ requirement, at, onChange }: OptionsProps) {
  const text = useText(TEXT);
  const { problems } = useProgramForm();
  const { period, min_points, late_points, keeps_standing = false } = requirement;
  const isOfPoints = period === 'term' && typeof min_points === 'number';
  return (
    <>
      {(isOfPoints || problems[`${at}.late_points`]) && (
        <RuleLimit
          label={text.latePoints}
          hint={text.latePointsHint}
          at={`${at}.late_points`}
          value={late_points}
          onChange={(value) => onChange({ late_points: value ?? undefined })}
        />
      )}
      {(period === 'year' || problems[`${at}.keeps_standing`]) && (
        <div className="rules-wide">
          <RuleCheck
            label={text.keepsStanding}
            hint={text.keepsStandingHint}
            at={`${at}.keeps_standing`}
            isOn={keeps_standing}
            onChange={(isOn) => onChange({ keeps_standing: isOn || undefined })}
          />
        </div>
      )}
    </>
  );
}
