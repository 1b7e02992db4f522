"""The rules retold, and the drawn examples in them."""
