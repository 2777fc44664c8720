-- A patch writes a new version of the user's row. Where the page has room for it, one page changes instead of two, and one less
-- goes whole into the log after a checkpoint. It holds for pages that are filled from here on, and locks nobody out.

alter table users set (fillfactor = 90);
