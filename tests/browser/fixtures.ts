import { type Browser, type BrowserContext, test as base, type Page, type WebSocket } from '@playwright/test'
import type { Connection } from 'mongoose'
import type { App } from '#server/app.ts'
import { createUserRepository } from '#server/features/accounts/accounts.repository.ts'
import { createDeviceRepository } from '#server/features/accounts/devices.repository.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { createKeyedHash, createPasswords, type Secrets } from '#server/platform/secrets.ts'
import { createSessionRepository } from '#server/platform/session.repository.ts'
import { createSessionGate } from '#server/platform/session.ts'
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { buildNotesPage, type NotesPage } from '#tests/support/notesPage.ts'
import { runningApps } from '#tests/support/runningApps.ts'
import { databaseUrl, startTestEngine, startTestRedis } from '#tests/support/services.ts'
import { newAdministratorAt, type TestUser } from '#tests/support/users.ts'
import { ONE_RENDERER } from './chromium.ts'

/** Widths of windows in CSS pixels. */
export const DESKTOP = 1440
export const PHONE = 390

/** A built server on a real MongoDB. */
export interface Site {
  url: string
}

interface WorkerFixtures {
  /** The MongoDB server that the sites of one worker share. */
  mongoUrl: string
  /** The database of `site`. */
  siteDatabase: string
  siteMongo: Connection
  site: Site
  /** Receives the mails of `mailSite`. */
  mail: MailServer
  /** A site with mail configured, so that users confirm their e-mail addresses. */
  mailSite: Site
  /** Creates an administrator of the site. */
  newAdministrator: () => Promise<TestUser>
  /** Two nodes with one MongoDB and one Redis. */
  twoSites: [Site, Site]
  /** A static page that renders notes, without a server. */
  notesPage: NotesPage
}

const environment = {
  JWT_SECRET: 'a secret that only these tests know',
  PUBLIC_URL: 'https://geulmaru.example',
  // So high that no test reaches a rate limit.
  RATE_LIMIT_SCALE: '1000',
}

/** Lets `newUser` insert documents instead of making two calls that hash a password at production cost. */
function insertUsersDirectly(url: string, connection: Connection): void {
  const secrets: Secrets = [environment.JWT_SECRET]
  const clock = () => new Date()
  const sessions = createSessionRepository(connection)
  const context = {
    repositories: { users: createUserRepository(connection), devices: createDeviceRepository(connection) },
    counters: createCounters(connection),
    passwords: createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    gate: createSessionGate({ sessions, viewerOf: async () => null, secrets, clock }),
    keyedHash: createKeyedHash(secrets),
    clock,
    mailer: { sendsMail: false },
  }
  runningApps.set(url, { context } as unknown as App)
}

/** With which a mail service reports to `mailSite`. */
export const MAIL_EVENTS_SECRET = 'only-mail-services-know-it'

/** Gives worker fixtures their own timeout, so that the first test of a worker is not cut short. */
const WORKER = { scope: 'worker', timeout: 180_000 } as const

interface TestFixtures {
  /**
   * Whether pages send the data saver hint, which saves a third of a page's work. Only tests of prefetching and of
   * the web font turn it off.
   */
  savesData: boolean
  /**
   * Whether each tab has its own process, so that a crash ends only that tab. Starts a separate browser for the test.
   */
  tabsDieAlone: boolean
  /** The browser in which the test opens its pages. */
  browserOfTest: Browser
  /** A page before its first navigation. */
  newPage: (url: string, width: number) => Promise<Page>
  openPage: OpenPage
  openAs: OpenAs
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mongoUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from this pattern
    async ({}, use) => {
      const engine = await startTestEngine()
      await use(engine.url)
      await engine.stop()
    },
    WORKER,
  ],

  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from this pattern
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    WORKER,
  ],

  siteDatabase: [async ({ mongoUrl }, use) => use(await databaseUrl(mongoUrl, 'site')), WORKER],

  siteMongo: [
    async ({ siteDatabase }, use) => {
      const connection = await connectMongo(siteDatabase)
      await use(connection)
      await connection.close()
    },
    WORKER,
  ],

  site: [
    async ({ siteDatabase, siteMongo }, use) => {
      const node = await startBuiltNode({ ...environment, MONGODB_URL: siteDatabase })
      insertUsersDirectly(node.url, siteMongo)
      await use(node)
      await node.stop()
    },
    WORKER,
  ],

  mailSite: [
    async ({ mongoUrl, mail }, use) => {
      const MONGODB_URL = await databaseUrl(mongoUrl, 'mail')
      const node = await startBuiltNode({
        ...environment,
        MONGODB_URL,
        SMTP_URL: mail.url,
        MAIL_EVENTS_SECRET,
      })
      await use(node)
      await node.stop()
    },
    WORKER,
  ],

  newAdministrator: [
    async ({ site, siteMongo }, use) => {
      const users = createUserRepository(siteMongo)
      await use(() => newAdministratorAt(site.url, users))
    },
    WORKER,
  ],

  twoSites: [
    async ({ mongoUrl }, use) => {
      const redis = await startTestRedis()
      const shared = {
        ...environment,
        MONGODB_URL: await databaseUrl(mongoUrl, 'cluster'),
        REDIS_URL: redis.url,
      }
      const nodes: [NodeProcess, NodeProcess] = [await startBuiltNode(shared), await startBuiltNode(shared)]
      await use(nodes)
      await Promise.all(nodes.map(node => node.stop()))
      await redis.stop()
    },
    WORKER,
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from this pattern
  notesPage: [async ({}, use) => use(await buildNotesPage()), WORKER],

  savesData: [true, { option: true }],

  tabsDieAlone: [false, { option: true }],

  browserOfTest: async ({ browser, playwright, launchOptions, tabsDieAlone }, use) => {
    if (!tabsDieAlone) return use(browser)
    const args = launchOptions.args?.filter(arg => arg !== ONE_RENDERER) ?? []
    const ownBrowser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(ownBrowser)
    await ownBrowser.close()
  },

  newPage: async ({ browserOfTest, savesData }, use) => {
    const contexts: BrowserContext[] = []
    const violations: string[] = []
    const faults: string[] = []
    await use(async (url, width) => {
      const page = await newEmptyPage(browserOfTest, contexts, url, width)
      await reportViolations(page, violation => violations.push(violation))
      reportFaults(page, fault => faults.push(fault))
      trackConnection(page)
      if (savesData) await enableDataSaver(page)
      return page
    })
    await Promise.all(contexts.map(context => context.close()))
    // Every test also checks that no page violates our content security policy
    expect(violations).toEqual([])
    // and that no screen throws, even where an error boundary catches it.
    expect(faults).toEqual([])
  },

  openPage: async ({ newPage }, use) => {
    await use(async (url, width, path = '/', prepare) => {
      const page = await newPage(url, width)
      await prepare?.(page)
      await page.goto(path)
      return page
    })
  },

  openAs: async ({ newPage }, use) => {
    await use(async (user, width, path, prepare) => {
      const page = await newPage(user.url, width)
      await prepare?.(page)
      const signIn = await page.addInitScript(token => sessionStorage.setItem('authToken', token), user.token)
      await page.goto(path)
      // Without this, a reload after signing out would sign in again.
      await signIn.dispose()
      return page
    })
  },
})

/** Prepares a page before its first navigation. */
type Prepare = (page: Page) => Promise<unknown>

/** A page in its own browser context, like another user's browser; `width` in CSS pixels. */
export type OpenPage = (url: string, width: number, path?: string, prepare?: Prepare) => Promise<Page>

/** Like `openPage`, for a user who is signed in already. */
export type OpenAs = (user: TestUser, width: number, path: string, prepare?: Prepare) => Promise<Page>

/** Playwright's console events do not include violations that a script catches. */
async function reportViolations(page: Page, report: (violation: string) => void): Promise<void> {
  await page.exposeFunction('reportViolation', report)
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', event => {
      const violation = `${event.violatedDirective}: ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`
      ;(window as unknown as { reportViolation(violation: string): void }).reportViolation(violation)
    }),
  )
}

/**
 * Reports errors of our own code: uncaught ones, and those that an error boundary logs. A lost connection is not one.
 */
function reportFaults(page: Page, receive: (fault: string) => void): void {
  page.on('pageerror', error => receive(String(error.stack ?? error)))
  page.on('console', message => {
    if (message.type() === 'error' && FAULT.test(message.text())) receive(message.text())
  })
}

const FAULT = /^(?:Type|Reference|Range)Error: (?!Failed to fetch)/

/** The live connection of each page that has one. */
const connections = new WeakMap<Page, WebSocket>()

/** Waits until a page receives events. For events that no fetch repeats. */
export async function waitForConnection(page: Page): Promise<void> {
  await expect.poll(() => connections.has(page)).toBe(true)
}

/** The prefix of Socket.IO's CONNECT packet. */
const CONNECTED = '40'

function trackConnection(page: Page): void {
  // Playwright does not always report the close of a socket when its page navigates.
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) connections.delete(page)
  })
  page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith(CONNECTED)) connections.set(page, socket)
    })
    socket.on('close', () => {
      if (connections.get(page) === socket) connections.delete(page)
    })
  })
}

async function enableDataSaver(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

async function newEmptyPage(
  browser: Browser,
  contexts: BrowserContext[],
  url: string,
  width: number,
): Promise<Page> {
  const isPhone = width < 768
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: isPhone ? 844 : 900 },
    hasTouch: isPhone,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  })
  contexts.push(context)
  return context.newPage()
}

export const { expect } = test

/**
 * Two variants of a test with the suffix of its title: the first runs always, the second only in the long run, see
 * docs/decisions/0049-short-and-long-test-runs.md.
 */
export const firstInShort = <T extends number | string>(first: T, second: T) =>
  [
    [first, ''],
    [second, ' @long'],
  ] as const
