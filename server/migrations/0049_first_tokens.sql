-- locks certificate_tokens: access exclusive, instant
-- locks certificate_tokens: share update exclusive, reads 100 million rows in 15 min
-- outside a transaction
--
-- Prepares `certificate_tokens` to become the first of many partitions. Time stamps are almost half of all bytes, written once
-- and rarely read; divided by the month of their certificate, old ones can move to cheaper disks.
--
-- Ids sort by age, so a partition is a range of ids. All that exist, and those of this month and the next, are below a first
-- bound; a partition is attached without being read if a constraint says so. New rows must keep to it from now on: that is why
-- the bound is a month or two ahead, and ahead of the newest id where a clock was wrong.
do $$
declare
  alphabet constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  random_parts constant numeric := 1208925819614629174706176; -- 2 to the power of 80
  patience constant text := current_setting('lock_timeout');
  newest text;
  at timestamptz := now();
  rest numeric := 0;
  bound text := '';
begin
  -- The newest id of each account, by steps through the primary key.
  with recursive account as (
    select min(account_id) as id from certificate_tokens
    union all
    select (select min(t.account_id) from certificate_tokens t where t.account_id > account.id) from account
     where account.id is not null
  )
  select max((select max(t.certificate_id) from certificate_tokens t where t.account_id = account.id) collate "C")
    into newest from account;
  if newest ~ '^cert_[0-7][0-9A-Za-z]{21}$' then
    for i in 6 .. 27 loop
      rest := rest * 62 + strpos(alphabet, substr(newest, i, 1)) - 1;
    end loop;
    at := greatest(at, to_timestamp(div(rest, random_parts) / 1000));
  end if;
  -- The lowest id of the month after next: 48 bits of milliseconds, then 80 that are 0.
  rest := trunc(extract(epoch from (date_trunc('month', at at time zone 'UTC') + interval '2 months') at time zone 'UTC'))
    * 1000 * random_parts;
  for i in 1 .. 22 loop
    bound := substr(alphabet, mod(rest, 62)::integer + 1, 1) || bound;
    rest := div(rest, 62);
  end loop;
  bound := 'cert_' || bound;
  -- No id of ours is higher, but rows that somebody wrote by hand may be.
  if newest collate "C" >= bound then bound := repeat('z', 27); end if;
  -- As long as other migrations wait for a lock: whoever comes after it waits behind it.
  perform set_config('lock_timeout', '300ms', true);
  alter table certificate_tokens drop constraint if exists certificate_tokens_first_range;
  execute format('alter table certificate_tokens add constraint certificate_tokens_first_range check (certificate_id < %L) not valid', bound);
  perform set_config('lock_timeout', patience, true);
end $$;
-- Reads every row while everybody goes on reading and writing.
alter table certificate_tokens validate constraint certificate_tokens_first_range;
