-- A rotation moves expires_at to the end of the overlap. made_to_expire_at keeps the end that the key had before, null for never, so that
-- another rotation makes a key that lives as long. Of keys that earlier releases rotated, that end is not known.

alter table api_keys
    add column rotated           boolean not null default false,
    add column made_to_expire_at timestamptz;
