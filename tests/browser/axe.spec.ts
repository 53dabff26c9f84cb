import type { Page } from '@playwright/test'
import { answerSuggestion } from '#protocol/agora.ts'
import { encodeText } from '#protocol/encoding.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { createNotice } from '#protocol/notices.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { comment, makeHub, newPerson, signedIn, suggest } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, changeElsewhere, DESKTOP, PHONE, save, savedMessage, titleOf } from './editor.ts'
import { expect, type Site, test } from './fixtures.ts'

/** axe finds nothing on any screen with something on it, narrow and wide, light and dark. */

const TITLE = '3월 회의록'
const TEXT = [
  '# 결정한 것',
  '- [x] **장소**는 [한강](https://example.com)\n- [ ] 준비물 `김밥`',
  '> 다음에는 더 일찍 만나요.',
  '| 날짜 | 할 일 |\n| --- | --- |\n| 월 | 초안 |',
  '```js\nconst 인원 = 4\n```',
  '$$\na^2 + b^2 = c^2\n$$',
].join('\n\n')

/** Somebody with a topic, a note of two versions, a friend, and the friend's comment on the note in their hub. */
async function newWorld(site: Site) {
  const author = await newPerson(site.url, '글쓴이')
  const friend = await newPerson(site.url, '친구')
  const hubNo = await makeHub(author, friend)
  const { subjects } = await author.does(createTopic, { title: '회의록' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.does(postNote, { topicNo, title: TITLE, text: encodeText('첫 글') })
  await author.does(shareNote, { hubNo, noteNo })
  await author.does(updateNote, { noteNo, title: TITLE, text: encodeText(TEXT), keepEarlier: true })
  await comment(friend, { hubNo, noteNo }, '잘 읽었어요 https://example.com')
  return { author, friend, hubNo, topicNo, noteNo }
}

/** Goes to an address within the page and checks it once what is awaited of it is there. */
async function check(page: Page, path: string, ...awaited: (string | RegExp)[]): Promise<void> {
  await page.goto(path)
  for (const words of awaited) await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
  await expectFine(page)
  await expectReflow(page)
}

async function expectFine(page: Page): Promise<void> {
  // Code and formulas are pale until they are drawn.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  for (const width of [PHONE, DESKTOP]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
}

/** At 400 % of zoom, and with letters twice as large, nothing has to be scrolled sideways: WCAG 1.4.10 and 1.4.4. */
async function expectReflow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const [width, letters] of [
    [320, 16],
    [DESKTOP, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: letters } })
    // A screen may be drawn anew for another width.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${width} px, letters of ${letters} px`,
      )
      .toBe(0)
  }
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await devtools.detach()
}

test('before signing in', async ({ site, openPage }) => {
  test.slow()
  const page = await openPage(site.url, DESKTOP)
  await check(page, '/user/signin', ko['accounts.forgotPassword'])
  await check(page, '/user/signup', ko['accounts.agree'])
  await check(page, '/user/reqpwreset', ko['accounts.resetSubmit'])
  await check(page, '/agora', ko['agora.signInToWrite'])
})

test('what is read once, or by mistake @long', async ({ site, openPage }) => {
  test.slow()
  const page = await openPage(site.url, DESKTOP)
  await check(page, '/terms', ko['shell.terms'])
  await check(page, '/privacy', ko['shell.privacy'])
  await check(page, '/nowhere', ko['shell.unknownPage'])
})

test('notes', async ({ site, openAs }) => {
  test.slow()
  const { author, topicNo, noteNo } = await newWorld(site)
  const page = await openAs(author, DESKTOP, '/topics')
  await check(page, '/topics', '회의록')
  await check(page, `/notelist?topic=${topicNo}`, TITLE)
  await check(page, `/note/create?topic=${topicNo}`, ko['notes.save'])
  await check(page, `/note?no=${noteNo}`, '다음에는 더 일찍')

  // The same note as on paper; what is dark stays on the screen.
  await page.emulateMedia({ media: 'print' })
  await expectFine(page)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await expect(page.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: ko['notes.history'] }).click()
  await page.getByRole('dialog').getByRole('button', { name: ko['notes.historyFirst'] }).click()
  await expect(page.locator('.difference__text').first()).toBeVisible()
  await expectFine(page)
})

test('notes that are found, and a trash that is empty @long', async ({ site, openAs }) => {
  test.slow()
  const { author } = await newWorld(site)
  const page = await openAs(author, DESKTOP, '/topics')
  await check(page, '/topics?find=회의', TITLE)
  await check(page, '/topics?find=없는말', '‘없는말’ 검색 결과가 없어요.')
  await check(page, '/trash', ko['trash.empty'])
})

test('writing and a conflict', async ({ site, openAs }) => {
  test.slow()
  const { author, noteNo } = await newWorld(site)
  const page = await openAs(author, DESKTOP, `/note/update?no=${noteNo}`)
  await expect(titleOf(page)).toHaveValue(TITLE)
  await expect(page.locator('.writing__drawn .katex')).toBeVisible()
  await expectFine(page)
  await bodyOf(page).fill('내가 고친 글')
  await changeElsewhere(page, TITLE, '다른 곳에서 고친 글')
  await save(page)
  await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
  await page.getByText(ko['notes.conflictDifference'], { exact: true }).click()
  await expect(page.locator('.difference__text').first()).toBeVisible()
  await expectFine(page)
  await page.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
  await expect(savedMessage(page)).toBeVisible()
  await titleOf(page).fill('')
  await bodyOf(page).fill('')
  await save(page)
  await expect(page.getByText(ko['notes.titleLength'])).toBeVisible()
  await expectFine(page)
})

test('friends and what they talk about', async ({ site, openAs }) => {
  test.slow()
  const { author, friend, hubNo, noteNo } = await newWorld(site)
  const page = await openAs(author, DESKTOP, '/friends')
  await check(page, '/friends', friend.name)
  await check(page, `/discussion?hub=${hubNo}`, TITLE)
  await check(page, `/note?no=${noteNo}&hub=${hubNo}`, '다음에는 더 일찍', '잘 읽었어요')
  await check(page, '/user/myinfo', ko['myInfo.currentPassword'])
  await check(page, '/agora', ko['agora.send'])
})

test('what administrators see @long', async ({ site, openAs, grant }) => {
  test.slow()
  const { email } = await newPerson(site.url, '돌보미')
  await grant(email)
  const { suggestionNo } = await suggest(await newPerson(site.url))
  const administrator = await signedIn(site.url, email)
  await administrator.does(answerSuggestion, { suggestionNo, answer: '곧 고칠게요.' })
  await administrator.does(createNotice, {
    display: 1,
    title: '점검 안내',
    content: '토요일 새벽에 점검해요.',
  })
  const page = await openAs(administrator, DESKTOP, '/administration')
  await check(page, '/administration', '곧 고칠게요.')
  await check(page, '/managenotice', '점검 안내')
  await check(page, '/home', ko['home.showNotices'])
})
