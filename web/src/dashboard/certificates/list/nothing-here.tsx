/** An empty list, and why it is empty. */

import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useMode } from '../../mode.tsx';
import { byFileAlone, isFiltered, type ListQuery } from './list-query.ts';
import { TEXT } from './text.ts';
import { useCertificates } from './use-certificates.ts';

type NothingHereProps = {
  query: ListQuery;
  file: File | undefined;
  total: number;
  onClear: () => void;
  onFirst: () => void;
  /** Opens the sheet for certifying; undefined for people who may not certify. */
  onCertify: ((files: readonly File[]) => void) | undefined;
  /** Drops every filter but the file. */
  onFileAlone: () => void;
};

export function NothingHere({
  query,
  file,
  total,
  onClear,
  onFirst,
  onCertify,
  onFileAlone,
}: NothingHereProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  if (total > 0) {
    return (
      <EmptyState
        icon="search"
        title={text.nothingTitle}
        actions={<Button onClick={onFirst}>{text.firstPage}</Button>}
      >
        {text.beyond}
      </EmptyState>
    );
  }
  if (query.sha256 !== '') {
    const isFileAlone = !isFiltered({ ...query, sha256: '' });
    return isFileAlone ? (
      <UnknownFile file={file} onCertify={onCertify} />
    ) : (
      <FilteredFile query={query} file={file} onCertify={onCertify} onFileAlone={onFileAlone} />
    );
  }
  if (isFiltered(query)) {
    return (
      <EmptyState
        icon="search"
        title={text.nothingTitle}
        actions={<Button onClick={onClear}>{text.clearFilters}</Button>}
      >
        {text.nothing}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="shield" title={text.emptyTitle}>
      {mode === 'live' ? text.emptyLive : text.emptyTest}
    </EmptyState>
  );
}

/** Whether a file is certified must not depend on the other filters, so it is looked up again without them. */
function FilteredFile({
  query,
  file,
  onCertify,
  onFileAlone,
}: Pick<NothingHereProps, 'query' | 'file' | 'onCertify' | 'onFileAlone'>) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { data, isPlaceholderData } = useCertificates(mode, byFileAlone(query));
  if (data === undefined || isPlaceholderData) {
    return (
      <div className="skeleton-padding">
        <Skeleton lines={3} />
      </div>
    );
  }
  if (data.pagination.total === 0) return <UnknownFile file={file} onCertify={onCertify} />;
  return (
    <EmptyState
      icon="search"
      title={text.hiddenTitle}
      actions={
        <Button variant="primary" onClick={onFileAlone}>
          {text.showHidden}
        </Button>
      }
    >
      {text.hidden}
    </EmptyState>
  );
}

function UnknownFile({ file, onCertify }: Pick<NothingHereProps, 'file' | 'onCertify'>) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const certifyNow = file && onCertify && (
    <Button variant="primary" icon="shield" onClick={() => onCertify([file])}>
      {text.certifyNow(file.name)}
    </Button>
  );
  return (
    <EmptyState icon="search" title={text.unknownTitle} actions={certifyNow}>
      {mode === 'live' ? text.unknownLive : text.unknownTest}
    </EmptyState>
  );
}
