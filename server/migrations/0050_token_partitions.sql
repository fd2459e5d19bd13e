-- locks certificate_tokens: access exclusive, instant
--
-- `certificate_tokens` in partitions by the month of the certificate. Nothing is rewritten: the table as it is becomes the
-- first partition, under another name, and a divided table takes its place. Older programs find what they know.
--
-- Upkeep makes the partitions of coming months (`upkeep/partitions`); what fits into none is taken by the last one, so that
-- no certificate ever waits for a partition.
alter table certificate_tokens rename to certificate_tokens_first;
alter index certificate_tokens_pkey rename to certificate_tokens_first_pkey;

-- Columns in the order that the table has had since 0014, because rows are put back by `select *`; rules with the names that
-- they have there, by which those of a partition are compared with them.
create table certificate_tokens (
  account_id     text collate "C" not null,
  certificate_id text collate "C" not null,
  tsr            bytea not null,
  chain          bytea[],
  salt           bytea not null constraint certificate_tokens_salt_check check (length(salt) = 32),
  leaf_hash      bytea not null constraint certificate_tokens_leaf_hash_check check (length(leaf_hash) = 32),
  chain_sha256   bytea,
  primary key (account_id, certificate_id)
) partition by range (certificate_id);
alter table certificate_tokens
  add constraint certificate_tokens_check check ((chain is null) <> (chain_sha256 is null)) not valid;

do $$
declare
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([0-9A-Za-z_]+)''') into strict bound from pg_constraint
   where conrelid = 'certificate_tokens_first'::regclass and conname = 'certificate_tokens_first_range';
  execute format('alter table certificate_tokens attach partition certificate_tokens_first for values from (minvalue) to (%L)', bound);
end $$;
-- The partition's own bound says it now.
alter table certificate_tokens_first drop constraint certificate_tokens_first_range;
create table certificate_tokens_rest partition of certificate_tokens default;

-- The time stamp of one certificate. The statement is planned with the id in it, so that PostgreSQL looks at one partition
-- and locks no other: a plan for any id, and a join, lock them all before they choose, one call after the other.
create function token_of(p_account_id text, p_certificate_id text) returns setof certificate_tokens
  language plpgsql stable rows 1 as $$
begin
  return query execute 'select * from certificate_tokens where account_id = $1 and certificate_id = $2'
    using p_account_id, p_certificate_id;
end $$;
