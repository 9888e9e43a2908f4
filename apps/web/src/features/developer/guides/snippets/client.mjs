import { createClient, SwitchyardError } from '@switchyard/client';

const { SERVER, API_KEY } = process.env;
const switchyard = createClient({ baseUrl: SERVER, key: API_KEY });

try {
  const { data } = await switchyard.scheduledMessages.create({
    params: { chatId: '+447700900123' },
    body: { type: 'text', text: 'Your table is ready.' },
    idempotencyKey: 'booking-7',
  });
  console.log(data.id, data.status);
} catch (error) {
  if (!(error instanceof SwitchyardError)) throw error;
  console.error(error.code, error.message, error.details);
}
