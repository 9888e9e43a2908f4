curl "$SERVER/api/messages" \
  --header "authorization: Bearer $API_KEY" \
  --header "content-type: application/json" \
  --data '{"message":"Thank you!","contactList":[{"mobile":"+447700900123"}],"dueDate":"2030-06-01T09:30"}'
