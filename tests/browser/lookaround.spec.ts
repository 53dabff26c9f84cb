import type { Page } from '@playwright/test'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, titleField } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { button, isStatic, pauseClock, playUntil, requestsOf } from './lookaround.ts'

/** The lookaround for visitors: all screens work, animate, and send no request to the server. */

/** Font subsets load with the text that needs them, screenshots with their place; the picture may load again. */
const isLateFile = (url: string) => /\.woff2$|\/lookaround-me\.svg$|\/screenshots\//.test(url)

const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: ko['lookaround.rooms'] }).getByRole('link', { name })
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const unread = (count: number) => `안 읽은 노트 ${count}개`
const PAST_THE_MINUTE_MS = 70_000

test.describe('with prefetching', () => {
  test.use({ savesData: false })

  for (const [width, form] of firstInShort(DESKTOP, PHONE)) {
    test(`a visitor opens all screens without requests, ${width} px${form}`, async ({ site, openPage }) => {
      // The browser cache is empty at this point.
      const page = await openPage(site.url, width, '/icon.svg')
      const requests = requestsOf(page)
      // The animation of home loads when the page is idle; a visitor who leaves earlier fetches it on the way back.
      const [moving, ...parts] = ['VisitorHome', 'SampleNoteView', 'SampleEditor', 'Markdown'].map(part =>
        page.waitForResponse(response => response.url().includes(`/static/js/${part}-`)),
      )
      await page.goto('/home')
      await moving
      // The title shows that React has hydrated the page. A click on a prerendered link before that reloads the app.
      await expect(page).toHaveTitle('홈 · 글마루')
      await page.getByRole('link', { name: '박서준 +' }).click()
      await expect(page).toHaveURL('/lookaround/discussion?hub=2')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('일요일 저녁 토론')
      await page.getByText('이 방의 친구 (3)').click()
      await expect(card(page, '송지은').getByText(ko['common.me'], { exact: true })).toBeVisible()
      await Promise.all(parts)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      expect(requests.filter(url => !isStatic(url))).toEqual([])
      requests.length = 0

      await page.getByRole('link', { name: '민주주의와 총기 규제' }).click()
      await expect(page).toHaveURL('/lookaround/note?no=3&hub=2')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        '민주주의와 총기 규제: 무엇을 두고 다투는가',
      )
      await expect(page.getByText('© 박서준')).toBeVisible()
      await expect(page.getByText(ko['notes.lastUpdate'])).toBeVisible()
      await expect(page.getByRole('log').getByRole('listitem')).not.toHaveCount(0)
      await expect(page.getByRole('log').getByRole('button')).toHaveCount(0)
      await expect(page.getByText(ko['lookaround.joinToTalk'])).toBeVisible()
      await expectAccessible(page)
      await page.evaluate(() => {
        window.print = () => {
          document.body.dataset.printed = 'yes'
        }
      })
      await button(page, ko['lookaround.printNote']).click()
      await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')

      await page.getByRole('link', { name: ko['notes.toList'] }).click()
      await expect(page).toHaveURL('/lookaround/discussion?hub=2')
      await page.getByRole('link', { name: ko['shell.toHome'] }).click()
      await page.getByRole('link', { name: '송지은' }).click()
      await expect(page).toHaveURL('/lookaround/myinfo')
      await expect(page.getByText('낮에는 서비스를 기획하고')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: ko['lookaround.goBack'] }).click()
      await expect(page).toHaveURL('/home')
      await page.goBack()
      await page.getByRole('link', { name: ko['notes.write'] }).click()
      await expect(page).toHaveURL('/lookaround/createnote')
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: ko['shell.toHome'] }).click()
      await expect(page).toHaveURL('/home')
      expect(requests.filter(url => !isLateFile(url))).toEqual([])

      // Formulas and syntax colours are separate chunks.
      await page.getByRole('link', { name: '박서준 +' }).click()
      await page.getByRole('link', { name: '베이즈 정리로 읽는' }).click()
      await expect(page.locator('.katex').first()).toBeVisible()
      await expect(page.locator('pre [class^="hljs"]').first()).toBeVisible()
      expect(requests.filter(url => !isStatic(url))).toEqual([])

      // The room pictured at home is the one that opens.
      await page.goto('/home')
      await page.getByRole('link', { name: ko['home.sceneLink'] }).click()
      await expect(page).toHaveURL('/lookaround/discussion?hub=3')
      await expect(page.getByRole('heading', { level: 1, name: '한 달에 한 주제' })).toBeVisible()
    })
  }
})

for (const [width, form] of firstInShort(PHONE, DESKTOP)) {
  test(`a visitor can try out the editor without saving, ${width} px${form}`, async ({ site, openPage }) => {
    const page = await openPage(site.url, width, '/lookaround/createnote')
    const status = (text: string) => page.getByRole('status').filter({ hasText: text })
    await bodyField(page).fill('**굵게** 써요')
    await expect(page.getByRole('strong')).toHaveText('굵게')
    await expect(page.getByText('9/5,000자')).toBeVisible()
    await page.getByText(ko['notes.preview']).click()
    await expect(page.getByRole('strong')).toBeHidden()
    await page.getByText(ko['notes.syntax']).click()
    await expect(page.getByRole('columnheader', { name: ko['notes.syntaxWritten'] })).toBeVisible()

    const autosave = page.getByRole('switch', { name: ko['notes.autosave'] })
    await autosave.check()
    await expect(status(ko['notes.autosaveOn'])).toBeVisible()
    await autosave.uncheck()
    await expect(status(ko['lookaround.autosaveOff'])).toBeVisible()
    await button(page, ko['notes.save']).click()
    await expect(status(ko['lookaround.cannotSave'])).toBeVisible()

    await expect(button(page, ko['lookaround.clearTitle'])).toHaveCount(0)
    await titleField(page).fill('제목'.repeat(30))
    await expect(status(ko['lookaround.cannotSave'])).toBeHidden()
    await expect(titleField(page)).not.toHaveAttribute('aria-invalid')
    await titleField(page).press('ControlOrMeta+s')
    await expect(status(ko['lookaround.cannotSave'])).toBeVisible()
    await button(page, ko['lookaround.clearTitle']).click()
    await expect(titleField(page)).toHaveValue('')
    await expect(titleField(page)).toBeFocused()
    await expect(status(ko['lookaround.cannotSave'])).toBeHidden()

    await bodyField(page).fill('가'.repeat(5001))
    await expect(page.getByText(ko['notes.bodyLength'])).toBeVisible()
  })
}

test('with forced colours the progress of the minute stays visible @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, '/lookaround/discussion?hub=2', async plain => {
    await plain.emulateMedia({ forcedColors: 'active' })
    await pauseClock(plain)
  })
  const past = page.locator('.minute__square--past')
  await playUntil(page, () => past.first().isVisible())
  const ground = await page.locator('body').evaluate(body => getComputedStyle(body).backgroundColor)
  await expect(past.first()).not.toHaveCSS('background-color', ground)
  await expect(page.locator('.minute__dot')).not.toHaveCSS('background-color', ground)
})

test('the minute animates the rooms, pauses on a click, and restarts @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, '/lookaround/discussion?hub=2', pauseClock)
  await playUntil(page, () => room(page, '정민호').getByText(unread(1)).isVisible())

  await button(page, ko['lookaround.pause']).click()
  await expect(page.getByRole('status').filter({ hasText: ko['lookaround.paused'] })).toBeVisible()
  await page.clock.runFor(PAST_THE_MINUTE_MS)
  await expect(page.getByText('지금 1명')).toBeHidden()
  await button(page, ko['lookaround.resume']).click()
  await expect(page.getByRole('status').filter({ hasText: ko['lookaround.playing'] })).toBeVisible()

  // A member types, the comment is counted, and a friend shares a note.
  await playUntil(page, () => page.getByText('지금 1명').isVisible())
  const commentedCard = card(page, '동네 빵집으로 읽는 산업 분석')
  await playUntil(page, () => commentedCard.getByText(ko['comments.someNew']).isVisible())
  const shared = card(page, '따라 할 수 없는 것은 어디에서 오는가')
  await expect(shared).toHaveCount(0)
  await playUntil(page, () => shared.getByText(ko['discussion.isNew']).isVisible())
  await expect(page.getByRole('status').filter({ hasText: '이하늘님이 노트를 공유했어요' })).toBeAttached()

  // Open the note, where its author is typing. Scrolling to it removes the offer, which moves the page.
  await shared.scrollIntoViewIfNeeded()
  await expect(button(page, '새 노트 1개')).toHaveCount(0)
  await shared.getByRole('link').click()
  // The clock is paused until the screen is open.
  await expect(
    page.getByRole('heading', { level: 1, name: '따라 할 수 없는 것은 어디에서 오는가' }),
  ).toBeVisible()
  await playUntil(page, () => page.getByText('이하늘님이 쓰고 있어요').isVisible())
  await playUntil(page, () => page.getByRole('log').getByText('국숫집에 갈 때마다').isVisible())
  await page.goBack()
  await expect(shared.getByText('댓글 1', { exact: true })).toBeVisible()
  await expect(shared.getByText(ko['discussion.isNew'])).toHaveCount(0)
  await expect(shared.getByText(ko['comments.someNew'])).toHaveCount(0)
  await expect(commentedCard.getByText(ko['comments.someNew'])).toBeAttached()

  await room(page, '정민호').click()
  await card(page, '빵집을 열어도 될까?').getByText(ko['discussion.isNew']).scrollIntoViewIfNeeded()
  await expect(room(page, '정민호').getByText(unread(1))).toHaveCount(0)

  await playUntil(page, () => button(page, ko['lookaround.replay']).isVisible())
  await button(page, ko['lookaround.replay']).click()
  await expect(card(page, '빵집을 열어도 될까?')).toHaveCount(0)
  await playUntil(page, () => card(page, '빵집을 열어도 될까?').isVisible())
})

for (const [width, form] of firstInShort(DESKTOP, PHONE)) {
  test(`the minute ends with a summary and moves nothing, ${width} px${form}`, async ({ site, openPage }) => {
    const page = await openPage(site.url, width, '/lookaround/discussion?hub=2', pauseClock)
    await playUntil(page, () => button(page, ko['lookaround.pause']).isVisible())
    const friends = page.getByText('이 방의 친구 (3)')
    const before = await friends.boundingBox()
    const minute = page.getByRole('region', { name: ko['lookaround.minute'] })
    const signUpLink = minute.getByRole('link', { name: ko['home.begin'] })
    await expect(signUpLink).toHaveCount(0)

    await playUntil(page, () => signUpLink.isVisible())
    await expect(minute.getByRole('status')).toHaveText(
      formatText(ko, 'lookaround.ended', { notes: 3, comments: 5 }),
    )
    expect(await friends.boundingBox()).toEqual(before)
    await signUpLink.click()
    await expect(page).toHaveURL('/user/signup')
  })
}

test('with reduced motion the visitor starts the minute by hand @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, '/lookaround/discussion?hub=2', async still => {
    await still.emulateMedia({ reducedMotion: 'reduce' })
    await pauseClock(still)
  })
  await playUntil(page, () => button(page, ko['lookaround.start']).isVisible())
  await page.clock.runFor(PAST_THE_MINUTE_MS)
  await expect(page.getByText(ko['lookaround.waiting'])).toBeVisible()
  await expect(page.getByText(/안 읽은 노트 \d/)).toHaveCount(0)
  await button(page, ko['lookaround.start']).click()
  await playUntil(page, () => room(page, '정민호').getByText(unread(1)).isVisible())
})

test('the minute pauses while the tab is hidden @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, '/lookaround/discussion?hub=2', pauseClock)
  await playUntil(page, () => button(page, ko['lookaround.pause']).isVisible())
  const setVisibility = (state: 'visible' | 'hidden') =>
    page.evaluate(visibility => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await page.clock.runFor(PAST_THE_MINUTE_MS)
  await expect(page.getByText(/안 읽은 노트 \d/)).toHaveCount(0)
  await setVisibility('visible')
  await playUntil(page, () => room(page, '정민호').getByText(unread(1)).isVisible())
})

test('the card shows a badge, and the rest starts on entering @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, PHONE, '/home', pauseClock)
  await playUntil(page, () => card(page, '정민호').getByText(unread(1)).isVisible())
  await page.clock.runFor(PAST_THE_MINUTE_MS)
  await expect(page.getByText(/안 읽은 노트 \d/)).toHaveCount(1)

  await page.getByRole('link', { name: '김도현 +' }).click()
  await playUntil(page, () => button(page, ko['lookaround.pause']).isVisible())
  await expect(room(page, '정민호').getByText(unread(1))).toBeAttached()
  await playUntil(page, () => room(page, '박서준').getByText(unread(1)).isVisible())
  await page.goto('/lookaround/note?no=99')
  await playUntil(page, () => page.getByRole('heading', { level: 1, name: '둘이서 공부' }).isVisible())
  await expect(page).toHaveURL('/lookaround/discussion')
})
