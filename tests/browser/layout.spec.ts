import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote, suggest, writeNote } from '#tests/support/person.ts'
import { bodyOf, DESKTOP, PHONE } from './editor.ts'
import { expect, firstInShort, type Site, test } from './fixtures.ts'
import { fillSignUp, inEnglish, newVisitor } from './steps.ts'

/** How screens fill windows of every size: what stays in view, what overflows, what moves, and where the focus can be seen. */

const LONG_WORD = '끝없이이어지는아주긴낱말'.repeat(8)
const NOTE = [
  '# 첫째 장',
  `${LONG_WORD} https://example.com/${'a'.repeat(200)}`,
  '## 둘째 장',
  `| ${'머리 | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'칸칸칸칸칸 | '.repeat(12)}`,
  '### 셋째 장',
  `\`\`\`js\nconst line = '${'x'.repeat(300)}'\n\`\`\``,
  `$$\n${'a^2 + b^2 + '.repeat(30)} c\n$$`,
  ...Array.from({ length: 12 }, (_, place) => `## 장 ${place}\n\n본문 ${place}`),
].join('\n\n')

const VISITOR_SCREENS = [
  paths.home,
  paths.signUp,
  paths.signIn,
  paths.passwordReset,
  paths.agora,
  paths.terms,
  paths.lookaroundDiscussion,
  paths.lookaroundCreateNote,
  '/nowhere',
]

/** Somebody with long names, a room of several notes, and a note with everything in it that is wide. */
async function newWorld(site: Site) {
  const [me, friend] = [
    await newPerson(site.url, '이름이아주긴사람'.repeat(4)),
    await newPerson(site.url, '친구이름'.repeat(6)),
  ]
  const hubNo = await makeHub(me, friend)
  for (let place = 1; place <= 4; place += 1)
    await shareNewNote(friend, hubNo, `${'긴제목'.repeat(12)} ${place}`)
  const noteNo = await writeNote(me, '긴제목'.repeat(13), NOTE)
  await me.does(shareNote, { hubNo, noteNo })
  for (let place = 1; place <= 4; place += 1)
    await comment(friend, { hubNo, noteNo }, `${LONG_WORD} ${place}`)
  await suggest(me)
  const memberScreens = [
    paths.home,
    paths.topics,
    paths.note(noteNo),
    paths.noteInHub(noteNo, hubNo),
    paths.updateNote(noteNo),
    paths.newNote,
    paths.trash,
    paths.importNotes,
    paths.inbox,
    paths.friends,
    paths.discussion(hubNo),
    paths.agora,
    paths.myInfo,
  ]
  return { me, friend, hubNo, noteNo, memberScreens }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toHaveCount(1)
  const pending = page.locator('main :is(.screen-pending, .skeleton-rows, [aria-busy="true"])')
  // What is folded up is not waited for.
  await expect(pending.filter({ visible: true })).toHaveCount(0)
}

/** By how many pixels the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** How much of the window's height is covered by bars that do not scroll with the page, in its middle. */
function coveredByBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollHeight } = document.documentElement
    window.scrollTo({ top: Math.min(400, (scrollHeight - innerHeight) / 2), behavior: 'instant' })
    const covered = new Set<number>()
    for (const element of document.querySelectorAll('body *')) {
      const { position, visibility, pointerEvents } = getComputedStyle(element)
      if (!/sticky|fixed/.test(position) || visibility === 'hidden' || pointerEvents === 'none') continue
      const { top, bottom, width, height } = element.getBoundingClientRect()
      // What stands beside the text covers none of it, and what fills the window is a window of its own.
      if (width < innerWidth * 0.6 || height > innerHeight * 0.9) continue
      for (let y = Math.max(0, Math.ceil(top)); y < Math.min(innerHeight, Math.floor(bottom)); y += 1)
        covered.add(y)
    }
    return covered.size
  })
}

const LOW_WINDOWS = [
  [320, 256],
  [320, 480],
  [390, 480],
  [640, 360],
  [844, 390],
  [1280, 400],
] as const

test('a low window keeps one bar of 48 px in view', async ({ site, openAs }) => {
  const { me, hubNo, noteNo } = await newWorld(site)
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [paths.discussion(hubNo), paths.noteInHub(noteNo, hubNo)]) {
    await open(page, path)
    await expect.poll(() => coveredByBars(page), path).toBeLessThanOrEqual(48)
  }

  await open(page, paths.updateNote(noteNo))
  await bodyOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('마지막 줄')
  const seen = await page.evaluate(() => {
    const [text, sheet] = [document.activeElement, document.querySelector('.writing__scroller')]
    const box = sheet?.getBoundingClientRect()
    if (!box || !(text instanceof HTMLTextAreaElement)) return Number.NaN
    return Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)
  })
  expect(seen).toBeGreaterThanOrEqual(160)
})

test('every low window keeps one bar of 48 px in view on every screen @long', async ({
  site,
  openAs,
  openPage,
}) => {
  test.slow()
  const { me, memberScreens } = await newWorld(site)
  const member = await openAs(me, PHONE, paths.home)
  const visitor = await openPage(site.url, PHONE)
  for (const [page, screens] of [
    [member, memberScreens],
    [visitor, VISITOR_SCREENS],
  ] as const)
    for (const path of screens) {
      await page.setViewportSize({ width: 320, height: 256 })
      await open(page, path)
      for (const [width, height] of LOW_WINDOWS) {
        await page.setViewportSize({ width, height })
        await expect.poll(() => coveredByBars(page), `${path} at ${width}×${height}`).toBeLessThanOrEqual(48)
      }
    }
})

test('dialogs of a low window scroll to all that is in them @long', async ({ site, openAs }) => {
  const { me, hubNo, noteNo } = await newWorld(site)
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await page.setViewportSize({ width: 320, height: 256 })
  const last = page.getByRole('dialog').locator('button:visible, a:visible, input:visible').last()

  await page.getByRole('button', { name: ko['shares.fromRoom'] }).first().click()
  await expect(page.getByRole('dialog').locator('.share-note').first()).toBeVisible()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await open(page, paths.noteInHub(noteNo, hubNo))
  await page.getByRole('button', { name: ko['shell.openMenu'] }).click()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('a note in a room is no wider than the window', async ({ site, openAs }) => {
  const { me, hubNo, noteNo } = await newWorld(site)
  const page = await openAs(me, 844, paths.noteInHub(noteNo, hubNo))
  await open(page, paths.noteInHub(noteNo, hubNo))
  for (const width of [844, 930, 991, 1199, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overflow(page), `${width} px`).toBe(0)
  }
})

for (const language of ['ko', 'en'])
  test(`no screen overflows sideways at any width, in ${language} @long`, async ({
    site,
    openAs,
    openPage,
  }) => {
    test.setTimeout(360_000)
    const { me, memberScreens } = await newWorld(site)
    const prepare = language === 'en' ? inEnglish : undefined
    const member = await openAs(me, DESKTOP, paths.home, prepare)
    const visitor = await openPage(site.url, DESKTOP, undefined, prepare)
    for (const [page, screens] of [
      [member, memberScreens],
      [visitor, VISITOR_SCREENS],
    ] as const) {
      const devtools = await page.context().newCDPSession(page)
      for (const path of screens)
        for (const letters of [16, 32]) {
          await devtools.send('Page.setFontSizes', { fontSizes: { standard: letters } })
          await open(page, path)
          for (let width = 320; width <= 1920; width += 64) {
            await page.setViewportSize({ width, height: 800 })
            await expect.poll(() => overflow(page), `${path} at ${width} px, ${letters} px letters`).toBe(0)
          }
        }
      await devtools.detach()
    }
  })

/** What moved on the page by itself so far: Core Web Vitals' layout shift. */
const layoutShift = (page: Page) => page.evaluate(() => window.layoutShift)

/** Answers come late, and each shift is counted. */
async function slowly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) window.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/**', async route => {
    // Two frames, so that what stands in for the answer is drawn.
    await page
      .evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      .catch(() => undefined)
    await route.fallback()
  })
}

declare global {
  interface Window {
    layoutShift: number
  }
}

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`what arrives late moves nothing in the list of rooms, ${width} px wide${form}`, async ({
    site,
    openAs,
  }) => {
    const { me } = await newWorld(site)
    const page = await openAs(me, width, paths.friends, slowly)
    await open(page, paths.friends)
    await expect(page.locator('a[href^="/discussion"]').first()).toBeVisible()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05)
  })

test('what arrives late moves nothing on any screen @long', async ({ site, openAs }) => {
  test.slow()
  const { me, memberScreens } = await newWorld(site)
  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(me, width, paths.home, slowly)
    for (const path of memberScreens) {
      await open(page, path)
      expect(await layoutShift(page), `${path}, ${width} px`).toBeLessThanOrEqual(0.05)
    }
  }
})

test('a field with an error stands below the header with its label, and says its rule before', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, PHONE, paths.signUp)
  const field = page.getByLabel(ko['accounts.username'], { exact: true })
  await expect(field).toHaveAccessibleDescription(ko['accounts.usernameHint'])
  await expect(page.getByLabel(ko['accounts.mobile'])).toHaveAccessibleDescription(ko['accounts.mobileHint'])
  await fillSignUp(page, { ...newVisitor('짧은이름'), username: '짧다' })
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(field).toBeFocused()
  const label = await page.getByText(ko['accounts.username'], { exact: true }).boundingBox()
  const header = await page.getByRole('banner').boundingBox()
  expect(label?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Number.NaN))
  await expect(page.getByText(ko['accounts.usernameShort'])).toBeInViewport({ ratio: 1 })
})

test('nothing that Tab leads to lies under a bar @long', async ({ site, openAs }) => {
  test.slow()
  const { me, hubNo, noteNo } = await newWorld(site)
  const page = await openAs(me, PHONE, paths.home)
  for (const path of [paths.discussion(hubNo), paths.noteInHub(noteNo, hubNo), paths.agora, paths.friends]) {
    await open(page, path)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press(key)
        await expect.poll(() => page.evaluate(coveredFocus), `${path}, ${press} × ${key}`).toBe(null)
      }
  }
})

/** What lies over the focused element's middle, where anything does. */
function coveredFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, top, width, height } = focused.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  if (width === 0 || y < 0 || y > innerHeight || height > innerHeight / 2) return null
  const cover = document.elementFromPoint(x, y)
  if (!cover || focused.contains(cover) || cover.contains(focused)) return null
  const bar = cover.closest('.header, .bottom-bar, .feed-foot, .room-head, .room-head__line, .comments__foot')
  return bar && !bar.contains(focused) ? `${focused.outerHTML.slice(0, 80)} under ${bar.className}` : null
}

test('the way back leads to the row one came from, and to the title where it is gone', async ({
  site,
  openAs,
}) => {
  const { me, hubNo } = await newWorld(site)
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  const row = page.getByRole('link', { name: `${'긴제목'.repeat(12)} 2`, exact: true })
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(row).toBeFocused()

  await page.goto(paths.friends)
  const room = page.locator('a[href^="/discussion"]').first()
  await room.click()
  await expect(page).toHaveURL(/discussion/)
  await page.goBack()
  await expect(room).toBeFocused()
})

test('a screen has one heading from its first drawing on @long', async ({ site, openAs }) => {
  test.slow()
  const { me, memberScreens } = await newWorld(site)
  const page = await openAs(me, PHONE, paths.home, async opened => {
    await opened.addInitScript(() => {
      window.headings = new Set()
      const count = () => {
        // Before that nothing is drawn.
        if (document.querySelector('main')) window.headings.add(document.querySelectorAll('h1').length)
      }
      new MutationObserver(count).observe(document, { childList: true, subtree: true })
    })
  })
  for (const path of memberScreens) {
    await open(page, path)
    const counts = await page.evaluate(() => [...window.headings])
    expect(counts, path).toEqual([1])
  }
})

declare global {
  interface Window {
    headings: Set<number>
  }
}
