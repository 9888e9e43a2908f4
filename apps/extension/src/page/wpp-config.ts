// Read by wa-js: disables its authors' analytics, and link previews from their servers.
Object.assign(globalThis, {
  WPPConfig: { disableGoogleAnalytics: true, linkPreviewApiServers: [], deviceName: 'Switchyard' },
});
