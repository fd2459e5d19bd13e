-- Witnesses of the log (C2SP tlog-witness): servers of others that cosign its checkpoints after checking that it only
-- grew. Beside `log_witnesses`, which are chains: no certificate's status depends on these rows.

-- Whom checkpoints are offered to. What went wrong with it last, until it cosigns again.
create table cosigners (
  -- Its verifier key, `<name>+<id>+<key>`.
  vkey            text primary key,
  -- False once the settings no longer name it: what it cosigned stays evidence.
  is_asked        boolean not null,
  failures        integer not null default 0,
  failure_code    text,
  failure_message text,
  next_try_at     timestamptz
);

-- One row per checkpoint and witness, written after the signature was verified.
create table cosignatures (
  size        bigint not null references checkpoints,
  cosigner    text not null references cosigners,
  -- The signature line of the note, with its newline.
  line        text not null,
  -- As the witness states it in that line, in whole seconds.
  cosigned_at timestamptz not null,
  primary key (size, cosigner)
);
-- The largest checkpoint of each witness.
create index cosignatures_by_cosigner on cosignatures (cosigner, size);
