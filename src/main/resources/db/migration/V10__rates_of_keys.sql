-- How many requests a key may send: rate_requests in rate_seconds, after a pause up to rate_burst at once. Null means no limit.

alter table api_keys
    add column rate_requests integer,
    add column rate_seconds  integer,
    add column rate_burst    integer,
    add constraint api_keys_rate check (
        num_nulls(rate_requests, rate_seconds, rate_burst) = 3
        or num_nulls(rate_requests, rate_seconds, rate_burst) = 0
            and rate_requests > 0 and rate_seconds in (1, 60, 3600) and rate_burst > 0);

-- The list of a tenant's keys begins with the newest; those that were revoked stay in it.
create index api_keys_by_age on api_keys (tenant_id, created_at, key_id);
