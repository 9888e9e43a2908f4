import type { Page } from 'playwright-core';

/** Frame statistics of a page while it is scrolled. */
export interface Scrolling {
  framesPerSecond: number;
  /** Time between two frames. */
  gapP95Ms: number;
  longestGapMs: number;
}

const GESTURES = 3;
const PIXELS_PER_GESTURE = 8_000;
const PIXELS_PER_SECOND = 2_000;

/** Scrolls up and down with the wheel at a point of the page and records the frames. */
export async function scroll(page: Page, at: { x: number; y: number }): Promise<Scrolling> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const recordFrame = (now: number) => {
      frames.push(now);
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
  });
  const session = await page.context().newCDPSession(page);
  for (let gesture = 0; gesture < GESTURES; gesture += 1) {
    await session.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: gesture % 2 === 0 ? -PIXELS_PER_GESTURE : PIXELS_PER_GESTURE,
      speed: PIXELS_PER_SECOND,
      gestureSourceType: 'mouse',
    });
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const gaps = frames.slice(1).map((now, index) => now - (frames[index] ?? now));
  const sorted = gaps.toSorted((a, b) => a - b);
  const spentMs = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  return {
    framesPerSecond: (gaps.length / spentMs) * 1_000,
    gapP95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? -1,
    longestGapMs: sorted.at(-1) ?? -1,
  };
}
