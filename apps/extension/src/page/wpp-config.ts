// Read by wa-js: nothing goes to its authors' analytics, and no link to their servers that draw previews.
Object.assign(globalThis, {
  WPPConfig: { disableGoogleAnalytics: true, linkPreviewApiServers: [], deviceName: 'Switchyard' },
});
