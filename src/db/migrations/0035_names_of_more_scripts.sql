-- The table of lookalikes knows more scripts: names that have them are compared anew.
update "user" set name_appearance = null where nickname ~ '[\u0530-\u058f\u0780-\u07bf\u0980-\u137f\u1780-\u17ff]';
