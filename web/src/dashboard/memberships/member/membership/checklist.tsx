import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { api, type Member, type Term } from '../../../api.ts';
import { useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useMemberChange } from '../use-member.ts';
import { TEXT } from './text.ts';

type ChecklistProps = { member: Member; term: Term; isDecided: boolean };

/** What a renewal needs besides points. Clicking a ticked item again clears it. */
export function Checklist({ member, term, isDecided }: ChecklistProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const toast = useToast();
  const [mode] = useMode();
  const may = useMay();
  const mark = useMemberChange(member.id, ({ code, done }: { code: string; done: boolean }) =>
    api.markChecklistItem(term.id, code, { done }, { mode }),
  );
  const disabled = !may('markChecklistItem') || isDecided || member.status === 'anonymised';
  return (
    <fieldset className="stack gap-small">
      <legend className="term-legend">{text.checklist}</legend>
      {term.checklist.map(({ code, name, done, done_on: on, note }) => (
        <Checkbox
          key={code}
          label={name}
          hint={[on && text.doneOn(formats.fullDay(on)), note].filter(Boolean).join('. ') || undefined}
          checked={mark.isPending && mark.variables.code === code ? mark.variables.done : done}
          disabled={disabled}
          onChange={(next) =>
            mark.mutate({ code, done: next }, { onError: (error) => toast(error.message, 'bad') })
          }
        />
      ))}
    </fieldset>
  );
}
