-- locks api_key_secrets: access exclusive, instant
-- locks award_lines: access exclusive, instant
-- locks awards: access exclusive, instant
-- locks badge_keys: access exclusive, instant
-- locks badges: access exclusive, instant
-- locks council_images: access exclusive, instant
-- locks councils: access exclusive, instant
-- locks courses: access exclusive, instant
-- locks documents: access exclusive, instant
-- locks events: access exclusive, instant
-- locks idempotency_keys: access exclusive, instant
-- locks legal_holds: access exclusive, instant
-- locks log_keys: access exclusive, instant
-- locks member_browsers: access exclusive, instant
-- locks member_codes: access exclusive, instant
-- locks member_evidence: access exclusive, instant
-- locks member_links: access exclusive, instant
-- locks member_reminders: access exclusive, instant
-- locks member_requests: access exclusive, instant
-- locks member_sessions: access exclusive, instant
-- locks members: access exclusive, instant
-- locks membership_numbers: access exclusive, instant
-- locks membership_terms: access exclusive, instant
-- locks memberships: access exclusive, instant
-- locks merged_members: access exclusive, instant
-- locks passkeys: access exclusive, instant
-- locks posted_rows: access exclusive, instant
-- locks postings: access exclusive, instant
-- locks program_versions: access exclusive, instant
-- locks programs: access exclusive, instant
-- locks recovery_codes: access exclusive, instant
-- locks renewals: access exclusive, instant
-- locks second_factors: access exclusive, instant
-- locks webhooks: access exclusive, instant
--
-- A digest in each row, by which `sello fsck` finds a value that was not written by Sello: a flipped bit, a bad restore, an
-- update by hand. It has no key: whoever has all rights in the database can write it too.
--
-- Not in tables that a certificate writes: those rows are covered by the log, by the audit log or by sums, and certifying
-- must not cost more.

-- Nulls are left out, so that a column that is added later and has no value yet changes no digest. A migration that gives
-- every row a value in a new column must have these rows digested anew: update … set row_digest = null, then the digest.
-- The form of times and bytes must not depend on the session.
create function row_digest_of(p_row record, p_left_out text[]) returns bytea
  language plpgsql stable parallel safe
  set timezone = 'UTC' set bytea_output = 'hex' set extra_float_digits = 1 as $$
begin
  return sha256(convert_to(jsonb_strip_nulls(to_jsonb(p_row) - 'row_digest'::text - p_left_out)::text, 'UTF8'));
end $$;

-- By the database, because an older program does not know of digests. It keeps them only for sessions of Sello, which every
-- version names 'sello': a change by any other program leaves the old digest, and is found. A row that does not match
-- its digest keeps it through later changes, or the next one would hide the fault. A given digest is that of a backup.
-- Arguments: columns that are derived from others, which fsck derives again; PostgreSQL computes some after this trigger.
create function keep_row_digest() returns trigger
  language plpgsql as $$
declare
  left_out text[] := coalesce(tg_argv, '{}');
begin
  if current_setting('application_name') <> 'sello' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.row_digest := coalesce(new.row_digest, row_digest_of(new, left_out));
  elsif old.row_digest is null or old.row_digest = row_digest_of(old, left_out) then
    new.row_digest := row_digest_of(new, left_out);
  end if;
  return new;
end $$;

-- The last of the triggers before a change, which run in the order of their names: others fill columns.

alter table api_key_secrets add column row_digest bytea;
create trigger zz_row_digest before insert or update on api_key_secrets
  for each row execute function keep_row_digest();

alter table award_lines add column row_digest bytea;
create trigger zz_row_digest before insert or update on award_lines
  for each row execute function keep_row_digest();

alter table awards add column row_digest bytea;
create trigger zz_row_digest before insert or update on awards
  for each row execute function keep_row_digest();

alter table badge_keys add column row_digest bytea;
create trigger zz_row_digest before insert or update on badge_keys
  for each row execute function keep_row_digest();

alter table badges add column row_digest bytea;
create trigger zz_row_digest before insert or update on badges
  for each row execute function keep_row_digest();

alter table council_images add column row_digest bytea;
create trigger zz_row_digest before insert or update on council_images
  for each row execute function keep_row_digest();

alter table councils add column row_digest bytea;
create trigger zz_row_digest before insert or update on councils
  for each row execute function keep_row_digest();

alter table courses add column row_digest bytea;
create trigger zz_row_digest before insert or update on courses
  for each row execute function keep_row_digest();

alter table documents add column row_digest bytea;
create trigger zz_row_digest before insert or update on documents
  for each row execute function keep_row_digest();

alter table events add column row_digest bytea;
create trigger zz_row_digest before insert or update on events
  for each row execute function keep_row_digest();

alter table legal_holds add column row_digest bytea;
create trigger zz_row_digest before insert or update on legal_holds
  for each row execute function keep_row_digest();

alter table log_keys add column row_digest bytea;
create trigger zz_row_digest before insert or update on log_keys
  for each row execute function keep_row_digest();

alter table member_browsers add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_browsers
  for each row execute function keep_row_digest();

alter table member_codes add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_codes
  for each row execute function keep_row_digest();

alter table member_evidence add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_evidence
  for each row execute function keep_row_digest();

alter table member_links add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_links
  for each row execute function keep_row_digest();

alter table member_reminders add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_reminders
  for each row execute function keep_row_digest();

alter table member_requests add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_requests
  for each row execute function keep_row_digest();

alter table member_sessions add column row_digest bytea;
create trigger zz_row_digest before insert or update on member_sessions
  for each row execute function keep_row_digest();

alter table members add column row_digest bytea;
create trigger zz_row_digest before insert or update on members
  for each row execute function keep_row_digest();

alter table membership_numbers add column row_digest bytea;
create trigger zz_row_digest before insert or update on membership_numbers
  for each row execute function keep_row_digest();

alter table membership_terms add column row_digest bytea;
create trigger zz_row_digest before insert or update on membership_terms
  for each row execute function keep_row_digest('met', 'counted', 'missing_points', 'is_stale');

alter table memberships add column row_digest bytea;
create trigger zz_row_digest before insert or update on memberships
  for each row execute function keep_row_digest('effective_status', 'term_id', 'valid_until', 'lapses_on', 'term_met');

alter table merged_members add column row_digest bytea;
create trigger zz_row_digest before insert or update on merged_members
  for each row execute function keep_row_digest();

alter table passkeys add column row_digest bytea;
create trigger zz_row_digest before insert or update on passkeys
  for each row execute function keep_row_digest();

alter table posted_rows add column row_digest bytea;
create trigger zz_row_digest before insert or update on posted_rows
  for each row execute function keep_row_digest();

alter table postings add column row_digest bytea;
create trigger zz_row_digest before insert or update on postings
  for each row execute function keep_row_digest();

alter table program_versions add column row_digest bytea;
create trigger zz_row_digest before insert or update on program_versions
  for each row execute function keep_row_digest();

alter table programs add column row_digest bytea;
create trigger zz_row_digest before insert or update on programs
  for each row execute function keep_row_digest();

alter table recovery_codes add column row_digest bytea;
create trigger zz_row_digest before insert or update on recovery_codes
  for each row execute function keep_row_digest();

alter table renewals add column row_digest bytea;
create trigger zz_row_digest before insert or update on renewals
  for each row execute function keep_row_digest('snapshot_met');

alter table second_factors add column row_digest bytea;
create trigger zz_row_digest before insert or update on second_factors
  for each row execute function keep_row_digest();

alter table webhooks add column row_digest bytea;
create trigger zz_row_digest before insert or update on webhooks
  for each row execute function keep_row_digest();

-- An Idempotency-Key belongs to a row that a certificate writes, so there is no trigger: the statement that claims the key
-- says what it was. Null in rows of older programs, which are gone after a day.
alter table idempotency_keys add column key_digest bigint;

-- A fifth of a microsecond; SHA-256 would take some, and could be rewritten just as easily.
create function key_digest_of(p_account text, p_operation text, p_key text) returns bigint
  language sql immutable parallel safe as $$
  select hashtextextended(p_account || ' ' || p_operation || ' ' || p_key, 0)
$$;

-- As in 0004, with the digest.
create or replace function begin_certificate(
  p_account text, p_reserve boolean, p_operation text, p_key text, p_fingerprint bytea, p_owner integer, p_now timestamptz
) returns table (outcome text, reservation bigint, status integer, headers jsonb, body text)
  language plpgsql rows 1 as $$
#variable_conflict use_column
declare
  found_key idempotency_keys;
begin
  -- Losing a claim to a crash of the database host only means that the retry runs anew.
  perform set_config('synchronous_commit', 'off', true);
  if p_key is not null then
    insert into idempotency_keys (account_id, operation, key, fingerprint, owner, created_at, key_digest)
    values (p_account, p_operation, p_key, p_fingerprint, p_owner, p_now, key_digest_of(p_account, p_operation, p_key))
    on conflict (account_id, operation, key) do nothing;
    if not found then
      select * into found_key from idempotency_keys k
       where k.account_id = p_account and k.operation = p_operation and k.key = p_key for update;
      if not found then
        -- Released between the two queries: let the caller try again.
        outcome := 'in_progress';
        return next;
        return;
      end if;
      if found_key.created_at <= p_now - interval '24 hours'
         or (found_key.status is null and not process_is_alive(found_key.owner)) then
        update idempotency_keys k
           set fingerprint = p_fingerprint, owner = p_owner, created_at = p_now,
               status = null, headers = null, body = null
         where k.account_id = p_account and k.operation = p_operation and k.key = p_key;
      else
        outcome := case
          when found_key.fingerprint <> p_fingerprint then 'reused'
          when found_key.status is null then 'in_progress'
          else 'replay'
        end;
        status := found_key.status;
        headers := found_key.headers;
        body := found_key.body;
        return next;
        return;
      end if;
    end if;
  end if;

  outcome := 'go';
  if p_reserve then
    update accounts set certificates_left = accounts.certificates_left - 1
     where id = p_account and accounts.certificates_left > 0;
    if found then
      insert into allowance_reservations (account_id, owner, created_at)
      values (p_account, p_owner, p_now) returning id into reservation;
    else
      outcome := 'allowance_exhausted';
      delete from idempotency_keys k
       where k.account_id = p_account and k.operation = p_operation and k.key = p_key;
    end if;
  end if;
  return next;
end $$;
