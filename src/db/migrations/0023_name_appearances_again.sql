-- Letters that look like signs, and marks on signs, make no other name: the job computes all anew.
update "user" set name_appearance = null where name_appearance is not null;
