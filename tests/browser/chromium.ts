import { existsSync } from 'node:fs'

/**
 * Tabs of one browser context share their process, and none is kept in stock for a page that may come: half as many processes are begun,
 * for a few hundredths of the processor time.
 */
export const ONE_RENDERER = '--renderer-process-limit=1'

/** Debian's Chromium, unless the environment names another; undefined for Playwright's own. */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** How Chromium is started: what its pages run is made as fast as in a browser that people use. */
export const chromiumOptions = {
  executablePath: process.env.CHROMIUM_PATH || debians.find(path => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Fewer processes that talk to each other: a seventh of the processor time of a test.
    '--in-process-gpu',
    '--enable-features=NetworkServiceInProcess2',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ONE_RENDERER,
  ],
}

/** A page of a test lives for seconds: the compilers that make long-lived code fast take a tenth of the processor time and save less. */
export const WITHOUT_OPTIMIZERS = '--js-flags=--no-opt --no-maglev'
