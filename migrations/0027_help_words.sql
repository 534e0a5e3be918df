-- What a request keeps holds a whole letter (4,151 characters) besides its first words: the end of a long one, where the cry may be, was cut off.
alter table help_requests drop constraint help_requests_words_check, add constraint help_requests_words_check check (length(words) <= 6000);
