import { type Browser, type BrowserContext, test as base, type Page, type WebSocket } from '@playwright/test'
import { createUserStore } from '#server/features/accounts/accounts.store.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { buildNotesPage, type NotesPage } from '#tests/support/notesPage.ts'
import type { Person } from '#tests/support/person.ts'
import { databaseUrl, startTestEngine, startTestRedis } from '#tests/support/services.ts'
import { ONE_RENDERER } from './chromium.ts'

/** A built server on a real engine, as somebody who opens the page meets it. */
export interface Site {
  url: string
}

interface WorkerFixtures {
  /** The engine, which the sites of one worker share. */
  mongoUrl: string
  /** Where the site keeps its data. */
  siteDatabase: string
  site: Site
  /** Catches what the site with mail sends. */
  mail: MailServer
  /** One where mail is set, so that e-mail addresses are to be confirmed. */
  mailSite: Site
  /** Makes whoever has this e-mail address an administrator of the site. */
  grant: (email: string) => Promise<void>
  /** Two nodes on one engine and one Redis. */
  twoSites: [Site, Site]
  /** A page of nothing but notes, without a server. */
  notesPage: NotesPage
}

const environment = {
  JWT_SECRET: 'a secret that only these tests know',
  PUBLIC_URL: 'https://geulmaru.example',
  // So high that nobody runs into a limit by chance.
  RATE_LIMIT_SCALE: '1000',
}

/** Starts with time of its own: a test is not cut short because it is the first of its worker. */
const WORKER = { scope: 'worker', timeout: 60_000 } as const

interface TestFixtures {
  /**
   * Whether the visitors have asked their browsers for little to be fetched. It spares each page a third of its work, so a
   * test turns it off only when it is about the whole: the web font, and the screens that are fetched ahead.
   */
  savesData: boolean
  /** Whether a tab has a process of its own, with which it dies: in a browser that is started for this test. */
  tabsDieAlone: boolean
  /** Where the pages of this test are opened. */
  browserOfTest: Browser
  /** A page that has gone nowhere yet. */
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

  site: [
    async ({ siteDatabase }, use) => {
      const node = await startBuiltNode({ ...environment, MONGODB_URL: siteDatabase })
      await use(node)
      await node.stop()
    },
    WORKER,
  ],

  mailSite: [
    async ({ mongoUrl, mail }, use) => {
      const MONGODB_URL = await databaseUrl(mongoUrl, 'mail')
      const node = await startBuiltNode({ ...environment, MONGODB_URL, SMTP_URL: mail.url })
      await use(node)
      await node.stop()
    },
    WORKER,
  ],

  grant: [
    async ({ siteDatabase }, use) => {
      const connection = await connectMongo(siteDatabase)
      const users = createUserStore(connection)
      await use(async email => void (await users.setPrivilege(email, 1)))
      await connection.close()
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
    const own = await playwright.chromium.launch({ ...launchOptions, args })
    await use(own)
    await own.close()
  },

  newPage: async ({ browserOfTest, savesData }, use) => {
    const contexts: BrowserContext[] = []
    const violations: string[] = []
    const faults: string[] = []
    await use(async (url, width) => {
      const page = await emptyPage(browserOfTest, contexts, url, width)
      await tellViolations(page, violation => violations.push(violation))
      receiveFaults(page, fault => faults.push(fault))
      noteConnection(page)
      if (savesData) await saveData(page)
      return page
    })
    await Promise.all(contexts.map(context => context.close()))
    // Whatever a test is about: nothing of ours does what our own policy forbids.
    expect(violations).toEqual([])
    // Nor does a screen break, whoever catches it.
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
    await use(async (person, width, path, prepare) => {
      const page = await newPage(person.url, width)
      await prepare?.(page)
      const signIn = await page.addInitScript(
        token => sessionStorage.setItem('authToken', token),
        person.token,
      )
      await page.goto(path)
      // Whoever signs out stays so.
      await signIn.dispose()
      return page
    })
  },
})

/** What is done to a page before it goes anywhere, so that it need not go twice. */
type Prepare = (page: Page) => Promise<unknown>

/** A page in a browser context of its own, so somebody else's browser; `width` in CSS pixels. */
type OpenPage = (url: string, width: number, path?: string, prepare?: Prepare) => Promise<Page>

/** The same as somebody who has signed in already: for tests that are not about signing in. */
export type OpenAs = (person: Person, width: number, path: string, prepare?: Prepare) => Promise<Page>

/** The console does not tell of what was tried and caught. */
async function tellViolations(page: Page, tell: (violation: string) => void): Promise<void> {
  await page.exposeFunction('tellViolation', tell)
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', event => {
      const told = `${event.violatedDirective}: ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`
      ;(window as unknown as { tellViolation(violation: string): void }).tellViolation(told)
    }),
  )
}

/** What broke in our own code: thrown to nobody, or caught by the screen, which then says so. A lost line is no such fault. */
function receiveFaults(page: Page, receive: (fault: string) => void): void {
  page.on('pageerror', error => receive(String(error.stack ?? error)))
  page.on('console', message => {
    if (message.type() === 'error' && FAULT.test(message.text())) receive(message.text())
  })
}

const FAULT = /^(?:Type|Reference|Range)Error: (?!Failed to fetch)/

/** By which a page hears, of those that do. */
const lines = new WeakMap<Page, WebSocket>()

/** Waits until a page hears what happens: for what is told once, and shown by nothing that is fetched. */
export async function connected(page: Page): Promise<void> {
  await expect.poll(() => lines.has(page)).toBe(true)
}

/** Socket.IO's answer to who connects begins so. */
const CONNECTED = '40'

function noteConnection(page: Page): void {
  // Of a page that is left it is not always told that its line is closed.
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) lines.delete(page)
  })
  page.on('websocket', line => {
    line.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith(CONNECTED)) lines.set(page, line)
    })
    line.on('close', () => {
      if (lines.get(page) === line) lines.delete(page)
    })
  })
}

async function saveData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

async function emptyPage(
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
 * Two widths, addresses or cases of one story, with what its title ends in: the first in every form, the second in the long one
 * alone, as docs/decisions/0049-short-and-long-forms.md says.
 */
export const firstInShort = <T extends number | string>(first: T, second: T) =>
  [
    [first, ''],
    [second, ' @long'],
  ] as const
