import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, shareNewNote, suggest, writeNote } from '#tests/support/users.ts'
import { bodyField } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, type Site, test } from './fixtures.ts'
import { newHub, setEnglish } from './steps.ts'

/** Layout in windows of every size: what stays in view, overflow, layout shifts, and visible focus. */

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

/** Creates users with long names, a room of several notes, and a note with all kinds of wide content. */
async function createWideContent(site: Site) {
  const [me, friend, hubNo] = await newHub(site, '이름이아주긴사람'.repeat(4), '친구이름'.repeat(6))
  for (let place = 1; place <= 4; place += 1)
    await shareNewNote(friend, hubNo, `${'긴제목'.repeat(12)} ${place}`)
  const noteNo = await writeNote(me, '긴제목'.repeat(13), NOTE)
  await me.call(shareNote, { hubNo, noteNo })
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
  // Folded content may still be pending.
  await expect(pending.filter({ visible: true })).toHaveCount(0)
}

/** Returns by how many pixels the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns how much of the window's height fixed and sticky bars cover in the middle of the page. */
function coveredByBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollHeight } = document.documentElement
    window.scrollTo({ top: Math.min(400, (scrollHeight - innerHeight) / 2), behavior: 'instant' })
    const covered = new Set<number>()
    for (const element of document.querySelectorAll('body *')) {
      const { position, visibility, pointerEvents } = getComputedStyle(element)
      if (!/sticky|fixed/.test(position) || visibility === 'hidden' || pointerEvents === 'none') continue
      const { top, bottom, width, height } = element.getBoundingClientRect()
      // Ignore sidebars, which cover no text, and dialogs that fill the window.
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

test('a low window shows at most one bar of 48 px @long', async ({ site, openAs }) => {
  const { me, hubNo, noteNo } = await createWideContent(site)
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [paths.discussion(hubNo), paths.noteInHub(noteNo, hubNo)]) {
    await open(page, path)
    await expect.poll(() => coveredByBars(page), path).toBeLessThanOrEqual(48)
  }

  await open(page, paths.updateNote(noteNo))
  await bodyField(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('마지막 줄')
  const visibleHeight = await page.evaluate(() => {
    const [text, sheet] = [document.activeElement, document.querySelector('.writing__scroller')]
    const box = sheet?.getBoundingClientRect()
    if (!box || !(text instanceof HTMLTextAreaElement)) return Number.NaN
    return Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)
  })
  expect(visibleHeight).toBeGreaterThanOrEqual(160)

  await test.step('a note in a room is no wider than the window', async () => {
    await open(page, paths.noteInHub(noteNo, hubNo))
    for (const width of [844, 930, 991, 1199, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => overflow(page), `${width} px`).toBe(0)
    }
  })
  await test.step('going back focuses the row the user came from, or the title if the row is gone', async () => {
    await page.setViewportSize({ width: PHONE, height: 844 })
    await page.goto(paths.discussion(hubNo))
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
})

test('every low window shows at most one bar on every screen @long', async ({ site, openAs, openPage }) => {
  const { me, memberScreens } = await createWideContent(site)
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

test('dialogs in a low window scroll to all their content @long', async ({ site, openAs }) => {
  const { me, hubNo } = await createWideContent(site)
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await page.setViewportSize({ width: 320, height: 256 })
  const last = page.getByRole('dialog').locator('button:visible, a:visible, input:visible').last()

  await page.getByRole('button', { name: ko['shares.fromRoom'] }).first().click()
  await expect(page.getByRole('dialog').locator('.share-note').first()).toBeVisible()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  await open(page, paths.friends)
  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: ko['shell.openMenu'] }).click()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

for (const language of ['ko', 'en'])
  test(`no screen overflows sideways at any width, ${language} @long`, async ({ site, openAs, openPage }) => {
    test.setTimeout(360_000)
    const { me, memberScreens } = await createWideContent(site)
    const prepare = language === 'en' ? setEnglish : undefined
    const member = await openAs(me, DESKTOP, paths.home, prepare)
    const visitor = await openPage(site.url, DESKTOP, undefined, prepare)
    for (const [page, screens] of [
      [member, memberScreens],
      [visitor, VISITOR_SCREENS],
    ] as const) {
      const devtools = await page.context().newCDPSession(page)
      for (const path of screens)
        for (const fontSize of [16, 32]) {
          await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
          await open(page, path)
          for (let width = 320; width <= 1920; width += 64) {
            await page.setViewportSize({ width, height: 800 })
            await expect.poll(() => overflow(page), `${path} at ${width} px, ${fontSize} px letters`).toBe(0)
          }
        }
      await devtools.detach()
    }
  })

/** The Core Web Vitals layout shift so far. */
const layoutShift = (page: Page) => page.evaluate(() => window.layoutShift)

/** Delays responses and records layout shifts. */
async function simulateSlowApi(page: Page): Promise<void> {
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
    // Wait two frames, so that the placeholder is rendered.
    await page
      .evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      .catch(() => undefined)
    await route.fallback()
  })
}

declare global {
  interface Window {
    layoutShift: number
    headings: Set<number>
  }
}

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`late responses move nothing in the list of rooms, ${width} px${form}`, async ({ site, openAs }) => {
    const { me } = await createWideContent(site)
    const page = await openAs(me, width, paths.friends, simulateSlowApi)
    await open(page, paths.friends)
    await expect(page.locator('a[href^="/discussion"]').first()).toBeVisible()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })

/** Records the numbers of h1 elements. */
const recordHeadings = (page: Page) =>
  page.addInitScript(() => {
    window.headings = new Set()
    const count = () => {
      // Nothing is rendered before `main`.
      if (document.querySelector('main')) window.headings.add(document.querySelectorAll('h1').length)
    }
    new MutationObserver(count).observe(document, { childList: true, subtree: true })
  })

test('late responses move nothing, and each screen has one h1 @long', async ({ site, openAs }) => {
  const { me, memberScreens } = await createWideContent(site)
  for (const width of [DESKTOP, 844, PHONE, 320]) {
    const page = await openAs(me, width, paths.home, opened =>
      Promise.all([simulateSlowApi(opened), recordHeadings(opened)]),
    )
    for (const path of memberScreens) {
      await open(page, path)
      expect(await layoutShift(page), `${path}, ${width} px`).toBeLessThanOrEqual(0.05)
      expect(await page.evaluate(() => [...window.headings]), path).toEqual([1])
    }
  }
})

test('no element that Tab reaches lies below a bar @long', async ({ site, openAs }) => {
  const { me, hubNo, noteNo } = await createWideContent(site)
  const page = await openAs(me, PHONE, paths.home)
  for (const path of [paths.discussion(hubNo), paths.noteInHub(noteNo, hubNo), paths.agora, paths.friends]) {
    await open(page, path)
    // Again until the code that watches the focus is there.
    await expect(async () => {
      await focusBehindBottomBar(page)
      await expect(page.locator(':focus'), `${path}, from code`).toBeInViewport({ ratio: 1, timeout: 2_000 })
      expect(await page.evaluate(coveredFocus), `${path}, from code`).toBe(null)
    }).toPass({ timeout: 20_000 })
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press(key)
        await expect.poll(() => page.evaluate(coveredFocus), `${path}, ${press} × ${key}`).toBe(null)
      }
  }
})

/** Focuses, without scrolling, an element that the bar at the bottom of the window covers completely. */
function focusBehindBottomBar(page: Page): Promise<void> {
  return page.evaluate(() => {
    const place = document.createElement('div')
    place.tabIndex = -1
    place.style.blockSize = '20px'
    const { firstElementChild: screen } = document.querySelector('main > .column') as Element
    screen?.append(place)
    const { bottom } = place.getBoundingClientRect()
    window.scrollTo({ top: scrollY + bottom - innerHeight + 20, behavior: 'instant' })
    place.focus({ preventScroll: true })
  })
}

/** Returns the bar that covers the middle of the focused element, or null. */
function coveredFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, top, width, height } = focused.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  if (width === 0 || y < 0 || y > innerHeight || height > innerHeight / 2) return null
  const cover = document.elementFromPoint(x, y)
  if (!cover || focused.contains(cover) || cover.contains(focused)) return null
  const bar = cover.closest(
    '.header, .bottom-bar, .feed-footer, .room-header, .room-share, .comments__footer',
  )
  return bar && !bar.contains(focused) ? `${focused.outerHTML.slice(0, 80)} under ${bar.className}` : null
}
