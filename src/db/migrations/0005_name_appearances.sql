-- Signs and blanks no longer make another name: the job after the start computes all anew.
update "user" set name_appearance = null where name_appearance is not null;
