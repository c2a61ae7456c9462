-- In place: the index was empty so far, and a table in use needn't wait for a new one.
ALTER INDEX "post_search" SET (fastupdate = off);
