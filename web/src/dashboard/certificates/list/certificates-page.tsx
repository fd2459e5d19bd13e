import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { CertificateTable } from './certificate-table.tsx';
import './certificates.css';
import type { Certificate } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { AdoptButton } from '../adopt/adopt-button.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import { useCertify, usePageDrop } from '../upload/use-certify.tsx';
import { Chips } from './chips.tsx';
import { useColumns } from './columns.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Filters } from './filters.tsx';
import { byFileAlone, type ListQuery, parseListQuery, toSearch } from './list-query.ts';
import { NothingHere } from './nothing-here.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { TEXT } from './text.ts';
import { useCertificates } from './use-certificates.ts';

export function CertificatesPage() {
  const text = useText(TEXT);
  const mayCertify = useMay()('createCertificate');
  const [mode] = useMode();
  const { take, sheet } = useCertify();
  const isOver = usePageDrop(mayCertify ? take : undefined);
  return (
    <Page title={text.title} actions={mayCertify && <Actions onFiles={take} />}>
      <UploadList />
      {/* Changing the mode starts a new list. */}
      <CertificateList key={mode} onCertify={mayCertify ? take : undefined} />
      {sheet}
      {isOver && <div className="drop-over">{text.dropHere}</div>}
    </Page>
  );
}

function Actions({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <>
      <AdoptButton />
      <CertifyButton onFiles={onFiles} />
    </>
  );
}

function CertifyButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const text = useText(TEXT);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={text.certify}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button variant="primary" icon="plus" onClick={() => picker.current?.click()}>
        {text.certify}
      </Button>
    </>
  );
}

type CertificateListProps = { onCertify: ((files: readonly File[]) => void) | undefined };

function CertificateList({ onCertify }: CertificateListProps) {
  const [mode] = useMode();
  const { query, change, clear } = useListQuery();
  const [sought, setSought] = useState<{ sha256: string; file: File }>();
  const selection = useSelection();
  const { columns, toggle } = useColumns();
  const list = useCertificates(mode, query);
  const soughtFile = sought?.sha256 === query.sha256 ? sought.file : undefined;
  const find = (sha256: string, file?: File) => {
    setSought(file && { sha256, file });
    change({ sha256, q: '' });
  };
  return (
    <Card flush>
      <div className="list-tools">
        <Tools query={query} list={list.data?.certificates ?? []} onChange={change} onHash={find}>
          <ColumnsMenu columns={columns} onToggle={toggle} />
        </Tools>
        <Chips query={query} file={soughtFile} onChange={change} onClear={clear} />
        <SelectionBar selection={selection} />
      </div>
      <Loaded
        found={list}
        lines={8}
        frame="padding"
        isEmpty={({ certificates }) => certificates.length === 0}
        empty={
          <NothingHere
            query={query}
            file={soughtFile}
            onCertify={onCertify}
            total={list.data?.pagination.total ?? 0}
            onClear={clear}
            onFirst={() => change({ offset: 0 })}
            onFileAlone={() => change(byFileAlone(query))}
          />
        }
      >
        {({ certificates, pagination }) => (
          <div aria-busy={list.isPlaceholderData} className="list-rows">
            <CertificateTable
              certificates={certificates}
              columns={columns}
              selection={selection}
              order={query.order}
              onOrder={(order) => change({ order })}
              onTag={(tag) => change({ tag })}
            />
            <Pager pagination={pagination} shown={certificates.length} onChange={change} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

type ToolsProps = {
  query: ListQuery;
  list: readonly Certificate[];
  onChange: (changes: Partial<ListQuery>) => void;
  onHash: (sha256: string, file?: File) => void;
  children: ReactNode;
};

function Tools({ query, list, onChange, onHash, children }: ToolsProps) {
  const text = useText(TEXT);
  const [isOpen, setOpen] = useState(false);
  const types = [...new Set(list.flatMap((row) => row.document_type ?? []))].sort();
  return (
    <>
      <SearchBox q={query.q} onWords={(q) => onChange({ q })} onHash={onHash}>
        <Button icon="settings" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text.filters}
        </Button>
        <ExportMenu query={query} />
        {children}
      </SearchBox>
      {isOpen && <Filters query={query} types={types} onChange={onChange} />}
    </>
  );
}

function useListQuery() {
  const [params, setParams] = useSearchParams();
  const query = parseListQuery(params);
  const change = (changes: Partial<ListQuery>) => {
    // A changed filter starts again at the first page.
    const next = { ...query, offset: 0, ...changes };
    // Only changes of page go into the browser's history, not every letter of a search.
    setParams(toSearch(next), { replace: !('offset' in changes) });
  };
  const clear = () => setParams(query.limit === 20 ? {} : { limit: String(query.limit) });
  return { query, change, clear };
}
