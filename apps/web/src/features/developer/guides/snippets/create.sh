curl "$SERVER/api/webhooks" \
  --header "authorization: Bearer $API_KEY" \
  --header "content-type: application/json" \
  --data '{"url":"https://example.com/whatsapp","events":["new_message_received_webhook","message.failed"]}'
