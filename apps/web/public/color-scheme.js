// Runs before the first paint, so that a dark screen never flashes white. A separate file: the content security policy
// forbids inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage may be blocked; the system's scheme will do.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute(
    'data-mantine-color-scheme',
    chosen === 'light' || chosen === 'dark' ? chosen : system,
  );
})();
