-- locks accounts: share row exclusive, instant
-- locks members: access exclusive, instant
--
-- Test clocks: members of test mode may live on the day of a clock, which is moved forward to see terms end and lapse.
create table clocks (
  id         text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  -- As every record has it, and lists ask for it.
  livemode   boolean not null check (not livemode),
  name       text,
  day        date not null,
  -- Where it is going; null while it stands. Each day on the way is one transaction, so a crash loses none and repeats none.
  target     date check (target > day),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  row_digest bytea
);
create trigger zz_row_digest before insert or update on clocks for each row execute function keep_row_digest();
create index clocks_of_account on clocks (account_id, livemode, id desc);
create index clocks_on_their_way on clocks (id) where target is not null;

-- A column without a value, and constraints that hold for new rows: no row is read.
alter table members add column clock_id text collate "C";
alter table members add constraint members_clock foreign key (clock_id) references clocks not valid;
alter table members add constraint members_clock_in_test_mode check (clock_id is null or not livemode) not valid;
