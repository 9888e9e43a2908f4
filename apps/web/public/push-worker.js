// Shows notifications while no page of Switchyard is open, and opens their subject.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, self.location.origin).href));
});

async function open(url) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  const shown = page && (await page.focus().catch(() => null));
  await (shown ? shown.navigate(url) : self.clients.openWindow(url));
}
