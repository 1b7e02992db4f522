"""What pages are made of: templates, sentences and fragments, without a web server, database or process pool."""
