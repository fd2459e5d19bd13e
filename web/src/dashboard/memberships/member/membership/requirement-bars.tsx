/** A bar for each requirement, with what is missing written beside it. */

import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { api, type Evaluation, type Member, type Term } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useMemberChange } from '../use-member.ts';
import { TEXT } from './text.ts';

type Requirement = Evaluation['requirements'][number];

type BarsProps = { member: Member; requirements: readonly Requirement[]; term: Term | undefined };

export function RequirementBars({ member, requirements, term }: BarsProps) {
  const text = useText(TEXT);
  if (requirements.length === 0) return <p>{text.noRequirements}</p>;
  return (
    <ul className="requirement-bars" aria-label={text.requirements}>
      {requirements.map((requirement) => (
        <li key={requirement.code}>
          <Bar requirement={requirement} />
          <WaiverLine member={member} code={requirement.code} term={term} />
        </li>
      ))}
    </ul>
  );
}

function Bar({
  requirement: { name, have, min, missing, met, by_year: byYear },
}: {
  requirement: Requirement;
}) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <>
      <ProgressBar
        label={name}
        note={
          <span className="row gap-small">
            {text.have(formats.number(have), formats.number(min))}
            {met ? (
              <Badge tone="good">{text.done}</Badge>
            ) : (
              <Badge tone="warn" icon="alert">
                {text.missing(formats.number(missing))}
              </Badge>
            )}
          </span>
        }
        value={met ? Math.max(min, 1) : have}
        max={Math.max(min, 1)}
        tone={met ? 'normal' : 'warn'}
      />
      {byYear && <p className="small muted">{text.perYear(byYear.map(formats.number).join(' · '))}</p>}
    </>
  );
}

function WaiverLine({ member, code, term }: { member: Member; code: string; term: Term | undefined }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const remove = useMemberChange(member.id, () => api.endWaiver(term?.id ?? '', code, { mode }), {
    say: text.unwaived,
  });
  const waiver = term?.waivers.find(({ requirement }) => requirement === code);
  if (term === undefined || waiver === undefined) return null;
  return (
    <p className="row gap-small small">
      <span>
        {text.waived(formats.number(waiver.min_points))} {waiver.reason}
      </span>
      {term.renewal_id === null && (
        <May act="endWaiver">
          <Button size="small" variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            {text.unwaive}
          </Button>
        </May>
      )}
    </p>
  );
}
