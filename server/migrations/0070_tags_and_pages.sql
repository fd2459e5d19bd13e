-- locks certificates: share row exclusive, instant
-- locks certificates: access exclusive, instant
-- locks accounts: access exclusive, instant
-- locks certificate_words: row exclusive, writes 100 million rows in 6 h
--
-- Tags of certificates, descriptions among the words that searches find, and what an owner decides about a public page.
alter table certificates
  -- Null where there are none. Like title and description they are no evidence.
  add column tags text[],
  alter column tags set statistics 0;

-- A certificate's tags as numbers, as `metadata_terms` does it: one index entry finds a tag of one account and mode. Two texts
-- may give the same number, so a search compares the tags too.
create function tag_terms(p_account text, p_livemode boolean, p_tags text[]) returns bigint[]
  language sql immutable parallel safe
begin atomic
  select array_agg(hashtextextended(p_account || case when p_livemode then ' live ' else ' test ' end || tag, 0))
    from unnest(p_tags) tag;
end;

-- With the description. The function of the same name without it is used by older programs.
create function search_words(
  p_title text, p_file_name text, p_document_type text, p_external_id text, p_description text
) returns text
  language sql immutable parallel safe
  return search_words(p_title, p_file_name, p_document_type, p_external_id)
    || coalesce(E'\n' || plain_text(p_description), '');

create or replace function index_certificates(p_account text, p_livemode boolean, p_most integer) returns integer
  language plpgsql as $$
declare
  first bigint;
  last bigint;
  done integer;
begin
  insert into search_progress (account_id, livemode) values (p_account, p_livemode) on conflict do nothing;
  -- A change of a certificate waits here, or is seen by the next statement.
  select indexed_to into first from search_progress
   where account_id = p_account and livemode = p_livemode for update;
  with added as (
    insert into certificate_words (account_id, livemode, number, words)
    select account_id, livemode, number, search_words(title, file_name, document_type, external_id, description)
      from certificates
     where account_id = p_account and livemode = p_livemode and number > first order by number limit p_most
    on conflict do nothing
    returning number
  )
  select count(*), max(number) into done, last from added;
  if done > 0 then
    update search_progress set indexed_to = last where account_id = p_account and livemode = p_livemode;
  end if;
  return done;
end $$;

create or replace function certificate_changed() returns trigger
  language plpgsql as $$
begin
  insert into search_progress as p (account_id, livemode, changes) values (new.account_id, new.livemode, 1)
  on conflict (account_id, livemode) do update set changes = p.changes + 1;
  update certificate_words
     set words = search_words(new.title, new.file_name, new.document_type, new.external_id, new.description)
   where account_id = new.account_id and livemode = new.livemode and number = new.number;
  return null;
end $$;
create or replace trigger certificate_changed
  after update of title, file_name, document_type, external_id, metadata, description, tags on certificates
  for each row execute function certificate_changed();

update certificate_words w
   set words = search_words(c.title, c.file_name, c.document_type, c.external_id, c.description)
  from certificates c
 where c.description is not null
   and w.account_id = c.account_id and w.livemode = c.livemode and w.number = c.number;

-- Whether public pages name the account. Who had an account before was never asked.
alter table accounts add column shows_name boolean not null default false;

-- What an owner decided about the public page of a certificate, and how often it was opened. A page without a row is as
-- it was made. Nothing is kept about who opened it.
create table public_pages (
  account_id     text collate "C" not null,
  certificate_id text collate "C" not null,
  hides_names    boolean not null default false,
  is_off         boolean not null default false,
  views          bigint not null default 0,
  primary key (account_id, certificate_id)
) with (fillfactor = 50);
