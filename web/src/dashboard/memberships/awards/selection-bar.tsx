import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { May } from '../../may.tsx';
import { ReportedByYou } from '../four-eyes.tsx';
import type { AwardQuery } from './award-query.ts';
import { TEXT } from './text.ts';

type SelectionBarProps = {
  query: AwardQuery;
  total: number;
  isMore: boolean;
  loaded: number;
  selected: number;
  /** Whether the person reported all awards that would be decided. */
  isOwn: boolean;
  /** Undefined if there is nothing to do with marked awards. */
  onAll: ((all: boolean) => void) | undefined;
  onApprove: () => void;
  onReject: () => void;
  onRevoke: () => void;
};

/** Acts on the marked awards, or else on the selected one. */
export function SelectionBar(props: SelectionBarProps) {
  const { query, total, isMore, loaded, selected, isOwn, onAll, onApprove, onReject, onRevoke } = props;
  const text = useText(TEXT);
  const formats = useFormats();
  const count = isMore ? text.over(formats.number(total)) : formats.number(total);
  return (
    <div className="queue-bar">
      {onAll === undefined ? (
        <p>{text.waitingCount(count, query.status)}</p>
      ) : (
        <Checkbox
          label={
            selected > 0 ? text.selected(formats.number(selected)) : text.waitingCount(count, query.status)
          }
          checked={selected > 0 && selected === loaded}
          aria-label={text.selectAll(formats.number(loaded))}
          onChange={onAll}
        />
      )}
      <May act="decideAwards">
        <div className="row gap-small">
          {query.status === 'pending' && isOwn && <ReportedByYou />}
          {query.status === 'pending' && !isOwn && (
            <>
              <Button variant="primary" size="small" icon="check" aria-keyshortcuts="a" onClick={onApprove}>
                {selected > 1 ? text.approveMany(formats.number(selected)) : text.approve}
                <kbd>a</kbd>
              </Button>
              <Button variant="danger" size="small" icon="close" aria-keyshortcuts="r" onClick={onReject}>
                {selected > 1 ? text.rejectMany(formats.number(selected)) : text.reject}
                <kbd>r</kbd>
              </Button>
            </>
          )}
          {query.status === 'approved' && (
            <Button variant="danger" size="small" icon="close" aria-keyshortcuts="v" onClick={onRevoke}>
              {selected > 1 ? text.revokeMany(formats.number(selected)) : text.revoke}
              <kbd>v</kbd>
            </Button>
          )}
        </div>
      </May>
    </div>
  );
}
