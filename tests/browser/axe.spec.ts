import type { Page } from '@playwright/test'
import { answerSuggestion } from '#protocol/agora.ts'
import { encodeText } from '#protocol/encoding.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { createNotice } from '#protocol/notices.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, newUser, suggest } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, newTopic, save, savedMessage, titleField } from './editor.ts'
import { DESKTOP, expect, PHONE, type Site, test } from './fixtures.ts'
import { chooseNoteAction, newHub } from './steps.ts'

/** axe reports no violation on any screen with content, narrow and wide, light and dark. */

const TITLE = '3월 회의록'
const TEXT = [
  '# 결정한 것',
  '- [x] **장소**는 [한강](https://example.com)\n- [ ] 준비물 `김밥`',
  '> 다음에는 더 일찍 만나요.',
  '| 날짜 | 할 일 |\n| --- | --- |\n| 월 | 초안 |',
  '```js\nconst 인원 = 4\n```',
  '$$\na^2 + b^2 = c^2\n$$',
].join('\n\n')

/**
 * Creates an author with a topic, a note of two versions, a friend, and the friend's comment on the note in their
 * hub.
 */
async function createContent(site: Site) {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
  const topicNo = await newTopic(author, '회의록')
  const { noteNo } = await author.call(postNote, { topicNo, title: TITLE, text: encodeText('첫 글') })
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(updateNote, { noteNo, title: TITLE, text: encodeText(TEXT), keepEarlier: true })
  await comment(friend, { hubNo, noteNo }, '잘 읽었어요 https://example.com')
  return { author, friend, hubNo, topicNo, noteNo }
}

/** Navigates inside the app and checks the screen once all of `expected` is visible. */
async function check(page: Page, path: string, ...expected: (string | RegExp)[]): Promise<void> {
  await page.goto(path)
  for (const text of expected) await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
  await expectFine(page)
  await expectReflow(page)
}

async function expectFine(page: Page): Promise<void> {
  // Code and formulas are pale until they are rendered.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  // So is what fades in.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ timeline, playState }) => timeline === document.timeline && playState === 'running')
      .every(({ effect }) => effect?.getTiming().iterations === Infinity),
  )
  for (const width of [PHONE, DESKTOP]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
}

/** At 400 % zoom, and with letters twice as large, the page does not scroll sideways: WCAG 1.4.10 and 1.4.4. */
async function expectReflow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const [width, fontSize] of [
    [320, 16],
    [DESKTOP, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
    // Another width may rerender the screen.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${width} px, letters of ${fontSize} px`,
      )
      .toBe(0)
  }
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await devtools.detach()
}

test('screens for visitors', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP)
  await check(page, '/user/signin', ko['accounts.forgotPassword'])
  await check(page, '/user/signup', ko['accounts.agree'])
  await check(page, '/user/reqpwreset', ko['accounts.resetSubmit'])
  await check(page, '/agora', ko['agora.signInToWrite'])
})

test('screens that are opened once, or by mistake @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP)
  await check(page, '/terms', ko['shell.terms'])
  await check(page, '/privacy', ko['shell.privacy'])
  await check(page, '/nowhere', ko['shell.unknownPage'])
})

test('notes', async ({ site, openAs }) => {
  const { author, topicNo, noteNo } = await createContent(site)
  const page = await openAs(author, DESKTOP, '/topics')
  await check(page, '/topics', '회의록')
  await check(page, `/notelist?topic=${topicNo}`, TITLE)
  await check(page, `/note/create?topic=${topicNo}`, ko['notes.save'])
  await check(page, `/note?no=${noteNo}`, '다음에는 더 일찍')

  // The same note in print, which has no dark mode.
  await page.emulateMedia({ media: 'print' })
  await expectFine(page)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await expect(page.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
  await expectFine(page)
  await chooseNoteAction(page, ko['notes.history'])
  await page.getByRole('dialog').getByRole('button', { name: ko['notes.historyFirst'] }).click()
  await expect(page.locator('.diff__text').first()).toBeVisible()
  await expectFine(page)
})

test('an empty trash @long', async ({ site, openAs }) => {
  const { author } = await createContent(site)
  const page = await openAs(author, DESKTOP, '/topics')
  await check(page, '/trash', ko['trash.empty'])
})

test('the editor, its history and its errors', async ({ site, openAs }) => {
  const { author, noteNo } = await createContent(site)
  const page = await openAs(author, DESKTOP, `/note/update?no=${noteNo}`)
  await expect(titleField(page)).toHaveValue(TITLE)
  await expect(page.locator('.writing__rendered .katex')).toBeVisible()
  await expectFine(page)
  await bodyField(page).fill('내가 고친 글')
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await expectFine(page)
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await titleField(page).fill('')
  await bodyField(page).fill('')
  await save(page)
  await expect(page.getByText(ko['notes.titleLength'])).toBeVisible()
  await expectFine(page)
})

test('friends and their discussions', async ({ site, openAs }) => {
  const { author, friend, hubNo, noteNo } = await createContent(site)
  const page = await openAs(author, DESKTOP, '/friends')
  await check(page, '/friends', friend.name)
  await check(page, `/discussion?hub=${hubNo}`, TITLE)
  await check(page, `/note?no=${noteNo}&hub=${hubNo}`, '다음에는 더 일찍', '잘 읽었어요')
  await check(page, '/user/myinfo', ko['myInfo.currentPassword'])
  await check(page, '/agora', ko['agora.send'])
})

test('screens for administrators @long', async ({ site, newAdministrator, openAs }) => {
  const { suggestionNo } = await suggest(await newUser(site.url))
  const administrator = await newAdministrator()
  await administrator.call(answerSuggestion, { suggestionNo, answer: '곧 고칠게요.' })
  await administrator.call(createNotice, {
    display: 1,
    title: '점검 안내',
    content: '토요일 새벽에 점검해요.',
  })
  const page = await openAs(administrator, DESKTOP, '/administration')
  await check(page, '/administration', '곧 고칠게요.')
  await check(page, '/managenotice', '점검 안내')
  await check(page, '/home', ko['home.showNotices'])
})
