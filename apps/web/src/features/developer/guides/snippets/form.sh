curl "$SERVER/hooks/$SECRET" \
  --data-urlencode "to=+447700900123" \
  --data-urlencode "name=Ann" \
  --data-urlencode "guests=4"
