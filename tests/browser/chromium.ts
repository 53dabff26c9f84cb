import { existsSync } from 'node:fs'

/**
 * Tabs of one browser context share a process, and Chromium keeps no spare process: half as many processes for a few
 * percent more processor time.
 */
export const ONE_RENDERER = '--renderer-process-limit=1'

/** Debian's Chromium, unless the environment names another; undefined selects Playwright's own. */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Launch options of Chromium. Pages run with the same compilers as for users. */
export const chromiumOptions = {
  executablePath: process.env.CHROMIUM_PATH || debians.find(path => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Fewer processes save a seventh of the processor time of a test.
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

/** Test pages live for seconds: the optimizing compilers cost a tenth of the processor time and save less. */
export const WITHOUT_OPTIMIZERS = '--js-flags=--no-opt --no-maglev'
