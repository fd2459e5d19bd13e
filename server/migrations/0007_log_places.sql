-- Places in the log without a write per certificate.
--
-- Giving a certificate its place used to rewrite its row, with an entry in each of its indexes: three quarters of
-- the sequencer's time, and a dead row for every living one. Now a certificate takes a ticket when it is written,
-- which is the number of its leaf in the queue, and the sequencer writes down runs: the tickets from here to there
-- stand in the log from this place on. A batch whose tickets follow each other is one row, whatever its size, and
-- none where they follow those of the batch before. Tickets that commit out of turn, or never, begin another run.
--
-- A table with one place per certificate was measured too: nearly twice the cost of a batch, as many rows and index
-- entries as there are certificates, and a write to every machine that holds certificates where they are spread over
-- several. Runs are few, and all of those machines can have them.

create table log_places (
  first_leaf_index bigint primary key,
  first_ticket     bigint not null unique,
  -- Grows while tickets follow each other. In no index, so that this is a heap-only update.
  last_ticket      bigint not null
);

-- The place of a ticket; no row while it waits.
create function log_place(p_ticket bigint) returns table (leaf_index bigint)
  language sql stable
begin atomic
  select run.first_leaf_index + p_ticket - run.first_ticket
    from (select * from log_places where first_ticket <= p_ticket order by first_ticket desc limit 1) run
   where p_ticket <= run.last_ticket;
end;

-- What has its place keeps it, and no row is touched: the old places are tickets of a run that begins at zero.
alter table certificates rename column leaf_index to ticket;
insert into log_places (first_leaf_index, first_ticket, last_ticket)
  select 0, 0, size - 1 from log_state where size > 0;

-- What waits takes tickets that come after those.
select setval('log_queue_id_seq', size) from log_state, log_queue_id_seq where size > last_value;
update log_queue set id = default;
update certificates c set ticket = q.id from log_queue q where c.account_id = q.account_id and c.id = q.certificate_id;
alter table log_queue drop column account_id, drop column certificate_id;

-- Not checked for the rows that are there, which would read them all: none of them lacks one.
alter table certificates add constraint certificates_ticket check (ticket is not null) not valid;
-- Rows are never rewritten any more, so their pages may be full.
alter table certificates reset (fillfactor);

-- Every reader of a certificate looks for the smallest anchor over its place, and the anchorer for the largest one, in
-- whatever state but lost: an index by state first served the one at the price of comparing two texts for each entry
-- of a page, and the other not at all.
create index anchors_standing on anchors (network, tree_size) where state <> 'lost';
drop index anchors_by_size;
