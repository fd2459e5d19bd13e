-- Why the provider has not stamped the checkpoint of a period yet: for `sello status` and the metrics. Cleared by the
-- stamp; an order that is given up takes its reason with it.

alter table checkpoint_stamps add column failure_code text;
alter table checkpoint_stamps add column failure_message text;
